import { z } from "zod";

import { UnreadableRecord } from "../core/faults.ts";
import type { FrozenGlossaries } from "../core/ports.ts";
import { glossaryHash } from "../features/glossary/rules/glossary.ts";
import type { CasStore } from "./store.ts";

/**
 * Opens the glossaries as they are sent, each under its own hash: none is ever changed.
 *
 * @throws as the store does, and UnreadableRecord for a glossary that does not match its hash.
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
      // A late `set` is harmless, because it writes the same value.
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

// Pairs, because schemas drop a key named __proto__ from an object.
const entries = z.array(z.tuple([z.string(), z.string()]));
