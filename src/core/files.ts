import type { chaptersIn } from "./slice.ts";

/**
 * Returns `The Lighthouse.fr.txt` for `The Lighthouse.txt` in French; for some chapters, `The
 * Lighthouse.ch1-17.fr.txt`. The partner never gets the manuscript's name.
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

/** Returns the name of a translated document: `The Lighthouse.epub` → `The Lighthouse.fr.epub`. */
export function documentFileName(name: string, target: string): string {
  const ending = /\.(?<ending>[a-z0-9]{1,8})$/iu.exec(name)?.groups?.["ending"] ?? "docx";
  return `${namedFor(name, target)}.${ending.toLowerCase()}`;
}

export function glossaryFileName(name: string, target: string, ending: string): string {
  return `${namedFor(name, target)}.glossary.${ending}`;
}

const mostRows = 8;

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
