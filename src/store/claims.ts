import { z } from "zod";

import { type Claim, type ClaimFound, claimKinds } from "../core/claim.ts";
import type { TextNames } from "../core/text-names.ts";
import { glossary, slice } from "./looked-up-record.ts";
import { maybe } from "./maybe.ts";
import { createSmallRecords } from "./small-records.ts";
import type { CasStore, Change, IndexEntry } from "./store.ts";

export type Claims = ReturnType<typeof createClaims>;

/** What is looked for: names of a text, and of its book. */
type Wanted = {
  readonly workspace: string;
  readonly target: string;
  readonly names: readonly string[];
  readonly prints: readonly string[];
  readonly book: string | undefined;
};

/**
 * Claims on texts, each named by its run's key and found by every name of its slice. Each that is made or
 * withdrawn raises the version of its workspace and language, in the same commit. All throw as the store does.
 */
export function createClaims(store: CasStore) {
  const records = createSmallRecords<Claim | undefined>(store, {
    prefix: "claim",
    schema: claimRecord,
    initial: undefined,
  });
  const versions = createSmallRecords<number>(store, {
    prefix: "claims",
    schema: z.number(),
    initial: 0,
  });
  const nameOf = (workspace: string, target: string) => `${workspace}/${target}`;
  return {
    find: records.read,
    version: (workspace: string, target: string) => versions.read(nameOf(workspace, target)),
    /** The version as it stands, for a commit that compares or raises it. */
    standing: (workspace: string, target: string) => versions.look(nameOf(workspace, target)),
    make: async (claim: Claim): Promise<Change> => {
      const { become } = await records.look(claim.key);
      return { ...become(claim), add: entriesOf(claim) };
    },
    /** Undefined where there is none any more. */
    withdraw: async (key: string): Promise<Change | undefined> => {
      const { record, become } = await records.look(key);
      if (record === undefined) return undefined;
      return { ...become(record), after: undefined, remove: entriesOf(record) };
    },
    /** Every claim that shares a name, or the book, with what is looked for. */
    sharing: async (wanted: Wanted): Promise<readonly ClaimFound[]> => {
      const { workspace, target, names, prints, book } = wanted;
      const valueOf = (name: string) => `${nameOf(workspace, target)}/${name}`;
      const [exact, akin, ofBook] = await Promise.all([
        store.find(index, names.map(valueOf), claimsOfName),
        // A print is known by any claim that has it: of a licence in every book the newest do.
        store.find(index, prints.map(valueOf), claimsOfPrint),
        store.find(index, book === undefined ? [] : [valueOf(`book ${book}`)], claimsOfName),
      ]);
      const byNames = new Set([...exact.values(), ...akin.values()].flat());
      const keys = new Set([...byNames, ...[...ofBook.values()].flat()]);
      const found = await Promise.all(
        [...keys].map(async (key) => {
          const claim = await records.read(key.slice("claim:".length));
          const by = byNames.has(key) ? ("names" as const) : ("book" as const);
          return claim && { claim, by };
        }),
      );
      return found.filter((one) => one !== undefined);
    },
  };
}

/** Names of texts by the hash of their bytes, kept when a text is read; they never change. */
export function createTexts(store: CasStore) {
  const records = createSmallRecords<TextNames | undefined>(store, {
    prefix: "text",
    schema: textNames,
    initial: undefined,
  });
  return {
    find: records.read,
    keep: async (textSha256: string, names: TextNames): Promise<void> => {
      await records.change(textSha256, () => names);
    },
  };
}

function entriesOf({ workspace, target, names, prints, book, at }: Claim): readonly IndexEntry[] {
  const own = [...names, ...prints, ...(book === undefined ? [] : [`book ${book}`])];
  return [...new Set(own)].map((name) => ({
    index,
    value: `${workspace}/${target}/${name}`,
    order: at,
  }));
}

const at = z.number();
const id = z.string().min(1);
const claimRecord = z.object({
  version: z.literal(1),
  key: id,
  quoteId: id,
  workspace: id,
  target: z.string(),
  kind: z.enum(claimKinds),
  textSha256: z.string(),
  slice,
  price: at,
  at,
  glossary,
  book: maybe(z.string()),
  names: z.array(id),
  prints: z.array(id),
});

const textNames: z.ZodType<TextNames> = z.object({
  whole: z.string(),
  chapters: z.array(z.string()),
  prints: z.array(z.object({ print: id, at })),
});

const index = "claim";
/** No look-up of what was approved is cut off: nothing is approved so often. */
const claimsOfName = 100_000;
const claimsOfPrint = 20;
