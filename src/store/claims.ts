import { z } from "zod";

import { type Claim, claimSchema } from "../core/claim.ts";
import type { ClaimLookup } from "../core/ports.ts";
import { createSmallRecords } from "./small-records.ts";
import type { CasStore, Change, IndexEntry } from "./store.ts";

export type Claims = ReturnType<typeof createClaims>;

/**
 * Opens the claims on texts, each named by its run's key and indexed by every name of its slice.
 * Making or withdrawing one raises the version of its workspace and language in the same commit.
 * All throw as the store does.
 */
export function createClaims(store: CasStore) {
  const records = createSmallRecords<Claim | undefined>(store, {
    prefix,
    schema: claimSchema,
    initial: undefined,
    entriesOf,
  });
  const versions = createSmallRecords<number>(store, {
    prefix: "claims",
    schema: z.number(),
    initial: 0,
  });
  const nameOf = (workspace: string, target: string) => `${workspace}/${target}`;
  const sharing: ClaimLookup["sharing"] = async ({ workspace, target, names, prints, book }) => {
    const valueOf = (name: string) => `${nameOf(workspace, target)}/${name}`;
    const [exact, akin, ofBook] = await Promise.all([
      store.find(index, names.map(valueOf), claimsOfName),
      // A print needs only a few claims: for a licence in every book, the newest are enough.
      store.find(index, prints.map(valueOf), claimsOfPrint),
      store.find(index, book === undefined ? [] : [valueOf(`book ${book}`)], claimsOfName),
    ]);
    const byNames = new Set([...exact.values(), ...akin.values()].flat());
    const keys = new Set([...byNames, ...[...ofBook.values()].flat()]);
    const found = await Promise.all(
      [...keys].map(async (key) => {
        const claim = await records.read(key.slice(`${prefix}:`.length));
        const by = byNames.has(key) ? ("names" as const) : ("book" as const);
        return claim && { claim, by };
      }),
    );
    return found.filter((one) => one !== undefined);
  };
  return {
    version: (workspace: string, target: string) => versions.read(nameOf(workspace, target)),
    /** Returns the stored version, for a commit that compares or raises it. */
    lookAtVersion: (workspace: string, target: string) => versions.look(nameOf(workspace, target)),
    make: async (claim: Claim): Promise<Change> => (await records.look(claim.key)).changeTo(claim),
    /** Returns undefined for a claim that no longer exists. */
    withdraw: async (key: string): Promise<Change | undefined> => {
      const { record, changeTo } = await records.look(key);
      return record && changeTo(undefined);
    },
    sharing,
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

const prefix = "claim";
const index = "claim";
/** Practically no limit, so that no look-up of earlier approvals is cut off. */
const claimsOfName = 100_000;
const claimsOfPrint = 20;
