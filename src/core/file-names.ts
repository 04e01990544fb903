import type { chaptersIn } from "./slice.ts";

/**
 * `The Lighthouse.txt` in French: `The Lighthouse.fr.txt`; of some chapters: `The Lighthouse.ch1-17.fr.txt`.
 * The partner is never told the manuscript's name.
 */
export function deliveryFileName(
  name: string,
  target: string,
  chapters?: ReturnType<typeof chaptersIn>,
  ending = "txt",
): string {
  if (chapters === undefined) return `${namedFor(name, target)}.${ending}`;
  const rows = chapters.rows.map(({ first, last }) =>
    first === last ? first : `${first}-${last}`,
  );
  return `${namedFor(name, `ch${rows.slice(0, mostRows).join("_")}.${target}`)}.${ending}`;
}

/** The document itself in another language: `The Lighthouse.epub` in French is `The Lighthouse.fr.epub`. */
export function documentFileName(name: string, target: string): string {
  const ending = /\.(?<ending>[a-z0-9]{1,8})$/iu.exec(name)?.groups?.["ending"] ?? "docx";
  return `${namedFor(name, target)}.${ending.toLowerCase()}`;
}

/** The same for its glossary: `The Lighthouse.fr.glossary.csv`. */
export function glossaryFileName(name: string, target: string, ending: string): string {
  return `${namedFor(name, target)}.glossary.${ending}`;
}

/** A name has room for no more. */
const mostRows = 8;

/** The manuscript's name without the ending of its file. */
export function titleOf({ name }: { readonly name: string }): string {
  return name.replace(/(?<=.)\.[a-z0-9]{1,8}$/iu, "");
}

function namedFor(name: string, target: string): string {
  const stem = safe(name.replace(/\.[^.]*$/u, "")) || "manuscript";
  return `${stem}.${safe(target) || "target"}`;
}

function safe(text: string): string {
  const clean = text.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, " ");
  return Array.from(clean).slice(0, 80).join("").trim();
}
