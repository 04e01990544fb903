import { posix } from "node:path";

import type { Archive } from "../archive.ts";
import { attribute } from "./epub-frame.ts";

type Changed = {
  readonly changed: ReadonlyMap<string, string>;
  /** Returns a part with all changes so far. */
  readonly sourceOf: (part: string) => Promise<string>;
  readonly target: string;
};

/**
 * Returns the parts of a Word file that name its language, with the new language. Word's proofing
 * marks of the old language are removed, so that Word checks the text again.
 */
export async function docxFrame(
  archive: Archive,
  { changed, sourceOf, target }: Changed,
): Promise<ReadonlyMap<string, string>> {
  const folders = new Set(Array.from(changed.keys(), (part) => posix.dirname(part)));
  const others = [...folders].flatMap((folder) => [
    `${folder}/styles.xml`,
    `${folder}/settings.xml`,
  ]);
  const parts = [...changed.keys(), ...others.filter((part) => archive.has(part))];
  const said = parts.map(async (part) => [part, inLanguage(await sourceOf(part), target)] as const);
  return new Map(await Promise.all(said));
}

function inLanguage(part: string, target: string): string {
  return part
    .replaceAll(/<(?:\w+:)?(?:proofErr|proofState)\s[^<>]*\/>/gu, "")
    .replaceAll(/<(?:\w+:)?(?:lang|themeFontLang)\s[^<>]*>/gu, (tag) =>
      tag.replace(attributeFor(target), `$1"${attribute(target)}"`),
    );
}

/**
 * Returns a pattern for the attribute of this language: Word checks three kinds of writing
 * separately.
 */
function attributeFor(target: string): RegExp {
  if (/^(?:ja|ko|zh)\b/u.test(target)) return /(\s(?:\w+:)?eastAsia\s*=\s*)(?:"[^"]*"|'[^']*')/u;
  if (/^(?:ar|fa|he|ur|yi)\b/u.test(target)) return /(\s(?:\w+:)?bidi\s*=\s*)(?:"[^"]*"|'[^']*')/u;
  return /(\s(?:\w+:)?val\s*=\s*)(?:"[^"]*"|'[^']*')/u;
}
