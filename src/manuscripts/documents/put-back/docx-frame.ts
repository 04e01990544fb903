import { posix } from "node:path";

import type { Archive } from "../archive.ts";
import { attribute } from "./epub-frame.ts";

type Changed = {
  readonly changed: ReadonlyMap<string, string>;
  /** A part as it is by now. */
  readonly sourceOf: (part: string) => Promise<string>;
  readonly target: string;
};

/**
 * The parts of a Word file in which it says what language it is in. What Word has found in the old language
 * is taken out of them: it looks once more.
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

/** Word checks three kinds of writing apart, each in a language of its own. */
function attributeFor(target: string): RegExp {
  if (/^(?:ja|ko|zh)\b/u.test(target)) return /(\s(?:\w+:)?eastAsia\s*=\s*)(?:"[^"]*"|'[^']*')/u;
  if (/^(?:ar|fa|he|ur|yi)\b/u.test(target)) return /(\s(?:\w+:)?bidi\s*=\s*)(?:"[^"]*"|'[^']*')/u;
  return /(\s(?:\w+:)?val\s*=\s*)(?:"[^"]*"|'[^']*')/u;
}
