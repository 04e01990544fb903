import { z } from "zod";

import { UnreadableRecord } from "../core/faults.ts";
import type { FrozenGlossaries } from "../core/ports.ts";
import { glossaryHash } from "../features/glossary/rules/glossary.ts";
import type { CasStore } from "./store.ts";

/**
 * Glossaries as they are sent, each under its own hash: none is ever changed.
 *
 * @throws as the store does, and UnreadableRecord for what is not what its name says.
 */
export function createGlossaries(store: CasStore): FrozenGlossaries {
  const keyOf = (hash: string) => `glossary:${hash}`;
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
    erase: async (hash) => {
      const key = keyOf(hash);
      await store.commit([{ key, before: await store.read(key), after: undefined }]);
    },
  };
}

// Pairs: a term named __proto__ is a member of no object that a schema reads.
const entries = z.array(z.tuple([z.string(), z.string()]));
