import type { Heading } from "./heading.ts";

/** A place where front or back matter begins or ends; the first one is at the text's beginning. */
export type Turn = { readonly start: number; readonly title: string; readonly isMatter: boolean };

export type Division = Pick<Heading, "start" | "title"> & { readonly isMatter: boolean };

/**
 * Keeps front and back matter by the titles of its pages: each title once, and in the first or the
 * last tenth of the text. Any other loose line with such a title divides nothing, and any other
 * heading is a plain section.
 */
export function withNamedMatter(
  divisions: readonly Heading[],
  characters: number,
): readonly Heading[] {
  const titles = Map.groupBy(divisions, ({ title }) => title.toLowerCase());
  return divisions.flatMap((division, index): readonly Heading[] => {
    if (division.kind !== "matter") return [division];
    const { start, end, title, isLoose } = division;
    const next = divisions[index + 1]?.start ?? characters;
    const isOnce = titles.get(title.toLowerCase())?.length === 1;
    const isShort = !isLoose || next - end <= longestPage;
    if (isOnce && isShort && isAtEdge(start, next, characters)) return [division];
    return isLoose ? [] : [{ ...division, kind: "section" }];
  });
}

/**
 * Returns the divisions of a text, with front and back matter marked. Text between a turn and the
 * next heading belongs to that heading. Without a heading before the next turn, it is a division of
 * its own.
 */
export function divisionsBetween(
  turns: readonly Turn[],
  divisions: readonly Heading[],
  characters: number,
): readonly Division[] {
  const all = turns.length === 0 ? [{ start: 0, title: "", isMatter: false }] : turns;
  return all.flatMap((turn, index): readonly Division[] => {
    const end = all[index + 1]?.start ?? characters;
    const [first, ...others] = divisions.filter(({ start }) => start >= turn.start && start < end);
    if (first === undefined) return [turn];
    // A title page may come before a contents list, but so may an unnamed preface, which is longer.
    const isNamed = first.kind === "matter" && first.start - turn.start <= longestPage;
    return [
      { title: first.title, start: turn.start, isMatter: turn.isMatter || isNamed },
      ...others.map(({ title, start, kind }) => ({
        title,
        start,
        isMatter: turn.isMatter || kind === "matter",
      })),
    ];
  });
}

/** Keeps the matter of a document that is in its first or last tenth and contains no chapter. */
export function turnsAtEdges(
  turns: readonly Turn[],
  headings: readonly Heading[],
  characters: number,
): readonly Turn[] {
  const checked = turns.map((turn, index) => {
    const end = turns[index + 1]?.start ?? characters;
    const hasChapter = headings.some(
      ({ kind, start }) => kind === "chapter" && start >= turn.start && start < end,
    );
    const isMatter = turn.isMatter && !hasChapter && isAtEdge(turn.start, end, characters);
    return { ...turn, isMatter };
  });
  const kept = checked.filter((turn, index) => turn.isMatter !== checked[index - 1]?.isMatter);
  return kept.some(({ isMatter }) => isMatter) ? kept : [];
}

/**
 * Returns the turns of a Project Gutenberg book: lines of its own mark the start and end of the
 * text, with the licence around it.
 */
export function turnsAtLicence(headings: readonly Heading[], characters: number): readonly Turn[] {
  const begins = headings.find(
    ({ kind, end }) => kind === "text-begins" && isAtEdge(0, end, characters),
  );
  const ends = headings.findLast(({ kind }) => kind === "text-ends");
  const isEnd = ends !== undefined && characters - ends.start <= longestLicence;
  const [book = ""] = [begins, ends].flatMap((one) => one?.title.split(bookName)[1]?.trim() ?? []);
  return [
    ...(begins === undefined ? [] : [{ start: 0, title: begins.title, isMatter: true }]),
    ...((begins ?? (isEnd ? ends : undefined))
      ? [{ start: begins?.end ?? 0, title: book, isMatter: false }]
      : []),
    ...(isEnd ? [{ start: ends.start, title: ends.title, isMatter: true }] : []),
  ];
}

const bookName = /\be(?:book|text)\b/iu;

function isAtEdge(from: number, to: number, characters: number): boolean {
  const edge = Math.max(characters / 10, shortest);
  return to <= edge || from >= characters - edge;
}

/** Code points of a page such as an imprint, when nothing marks its end. */
const longestPage = 1000;
/** A tenth of a short story has no room for an imprint. */
const shortest = 5000;
const longestLicence = 25_000;
