import { z } from "zod";

import { UnreadableRecord } from "../core/faults.ts";
import type { Glossary } from "../core/partner.ts";
import { glossaryHash } from "../features/glossary/rules/glossary.ts";
import type { CasStore } from "./store.ts";

/** Glossaries as they are sent, each under its own hash: none is ever changed. */
export type Glossaries = {
  /** Answers its hash once it is kept. @throws when the store cannot answer. */
  readonly keep: (glossary: Glossary) => Promise<string>;
  /** May miss. @throws as the store does, and UnreadableRecord for what is not what its name says. */
  readonly find: (hash: string) => Promise<Glossary | undefined>;
};

export function createGlossaries(store: CasStore): Glossaries {
  const find = async (hash: string) => {
    const kept = await store.get(keyOf(hash));
    if (kept === undefined) return undefined;
    const glossary = Object.fromEntries(entries.parse(kept));
    if (glossaryHash(glossary) !== hash) throw new UnreadableRecord(`glossary ${hash} is another`);
    return glossary;
  };
  return {
    keep: async (glossary) => {
      const hash = glossaryHash(glossary);
      // Written late it is the same again.
      if ((await find(hash)) === undefined) await store.set(keyOf(hash), Object.entries(glossary));
      return hash;
    },
    find,
  };
}

function keyOf(hash: string): string {
  return `glossary:${hash}`;
}

// Pairs: a term named __proto__ is a member of no object that a schema reads.
const entries = z.array(z.tuple([z.string(), z.string()]));
