import { endingOf, titleOf } from "#domain/delivery/delivery.ts";
import { bookKey, withoutPart } from "#domain/glossary/quote-terms.ts";
import { type Chapter, type Divided, type Slice, chaptersIn } from "#domain/slice.ts";

import { type CalledManuscript, bookName, ownTitle } from "./book.ts";

/**
 * Returns what people call a manuscript: the file's title, if that names the book; else the book and
 * the chapters or the part. A file that could not be read is no part of a book.
 */
export function shownTitle(quote: CalledManuscript): string {
  const title = titleOf(quote.file);
  const name = bookName(quote);
  const isOfFile = [title, withoutPart(title)].some((one) => bookKey(one) === bookKey(name));
  if (isOfFile || quote.reading.status === "refused") return title;
  // A document that states its title is all of it, unless its file names a part.
  const isWhole = ownTitle(quote) === name && partIn(title) === "";
  const part = isWhole ? "" : (chaptersNamed(quote) ?? partIn(title));
  return part === "" ? name : `${shortened(name, mostOfName - part.length)}, ${part}`;
}

/** Returns the name of a file for people; it ends as the manuscript's file does. */
export function shownFileName(
  { file, ...quote }: CalledManuscript,
  title = shownTitle({ file, ...quote }),
): string {
  return title === titleOf(file) ? file.name : `${title}${endingOf(file) || ".txt"}`;
}

/** “Chapter 3”, or “Chapter 3 – Chapter 5”; undefined for a text without chapters. */
function chaptersNamed({ reading }: CalledManuscript): string | undefined {
  return reading.status === "read" ? rangeNamed(bodyOf(reading.manuscript.chapters)) : undefined;
}

/**
 * Names what a slice has of a text's chapters: “Chapter 3 – Chapter 5” and “Chapter 8”. Its front and
 * back matter is named only where it is alone.
 */
export function chaptersOfSlice(manuscript: Divided, slice: Slice): readonly string[] {
  const rows = chaptersIn(manuscript, slice).rows.map(({ first, last }) =>
    manuscript.chapters.slice(first - 1, last),
  );
  const named = (ranges: readonly (readonly Chapter[])[]) =>
    ranges.flatMap((chapters) => rangeNamed(chapters) ?? []);
  const body = named(rows.map(bodyOf));
  return body.length > 0 ? body : named(rows);
}

function bodyOf(chapters: readonly Chapter[]): readonly Chapter[] {
  return chapters.filter(({ isMatter }) => isMatter !== true);
}

function rangeNamed(chapters: readonly Chapter[]): string | undefined {
  const [first, last] = [chapters[0]?.title, chapters.at(-1)?.title];
  const names = [...new Set([first, last])].filter((name) => name !== undefined && name !== "");
  if (names.length === 0) return undefined;
  return names.map((name = "") => shortened(name, mostOfChapter)).join(" – ");
}

/** “3” of “serial-3”, “chapters 3-5” of “Serial, chapters 3-5”; empty for a title without a part. */
export function partIn(title: string): string {
  return title.slice(withoutPart(title).length).replace(/^[\s_.,–-]+/u, "");
}

function shortened(text: string, most: number): string {
  const letters = Array.from(text);
  return letters.length <= most
    ? text
    : `${letters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}

/** Names of files and of manuscripts in messages are cut at 80 characters: the part has room then. */
const mostOfName = 78;
const mostOfChapter = 24;
