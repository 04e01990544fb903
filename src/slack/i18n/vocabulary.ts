import { type Vocabulary, vocabularyOf } from "#domain/intake/find-languages.ts";
import type { Setup } from "#domain/settings/setup.ts";

import { spokenLanguages } from "./locale.ts";

/** Returns the names of the languages on offer, in each language that Galley speaks. */
export function vocabularyFor({ languages }: Setup): Vocabulary {
  const vocabulary = known.get(languages) ?? vocabularyOf(languages, spokenLanguages);
  known.set(languages, vocabulary);
  return vocabulary;
}

/** The names take some ms to list, and the languages on offer stay the same while a process lives. */
const known = new WeakMap<Setup["languages"], Vocabulary>();
