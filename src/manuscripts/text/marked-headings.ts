import type { Heading } from "./chapters.ts";
import { type HeadingLine, longestHeading, readHeading, shortTitle } from "./heading.ts";

/** A paragraph that its document marks as a heading, 1 being the highest level; undefined when it is too long to be one. */
export function markedHeading(text: string, level: number): HeadingLine | undefined {
  if (text.length > 2 * longestHeading || !/[\p{L}\p{N}]/u.test(text)) return undefined;
  const line = text.replaceAll(/\s+/gu, " ");
  const { kind, number } = readHeading(line) ?? { kind: "section", number: undefined };
  return {
    title: shortTitle(line),
    kind: kind === "number" ? "section" : kind,
    number,
    level,
    isLoose: false,
  };
}

/** Both in the order of the text; what lies within a marked heading is no other one. */
export function withMarked(
  found: readonly Heading[],
  marked: readonly Heading[],
): readonly Heading[] {
  const isMarked = new Set(marked);
  let end = -1;
  return [...marked, ...found]
    .toSorted((one, next) => one.start - next.start)
    .filter((heading) => {
      if (isMarked.has(heading)) end = heading.end;
      return isMarked.has(heading) || heading.start >= end;
    });
}

/**
 * Which headings of a document divide it: those of the highest level that has text right below, with what
 * stands above them, and whatever else calls itself a chapter. Undefined: its levels do not tell.
 */
export function markedDivisions(
  headings: readonly Heading[],
  isBeside: (one: Heading, next: Heading) => boolean,
): readonly Heading[] | undefined {
  const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter(
    (level) => headings.filter((heading) => heading.level === level).length > 1,
  );
  const hasText = (heading: Heading, index: number): boolean => {
    const next = headings[index + 1];
    return next === undefined || next.level <= heading.level || !isBeside(heading, next);
  };
  const isOfChapters = (level: number): boolean => {
    const own = headings.flatMap((heading, index) =>
      heading.level === level ? [hasText(heading, index)] : [],
    );
    return 2 * own.filter(Boolean).length > own.length;
  };
  const chosen = levels.find(isOfChapters) ?? levels[0];
  if (chosen === undefined) return undefined;
  return headings.flatMap((heading): readonly Heading[] => {
    if (heading.level === chosen) return [heading];
    const isAbove = heading.level < chosen && levels.includes(heading.level);
    if (isAbove) return [{ ...heading, kind: "volume" }];
    return ["chapter", "volume", "edge"].includes(heading.kind) ? [heading] : [];
  });
}
