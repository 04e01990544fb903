import type { Say } from "./say.ts";

/** Amounts of everything that Galley counts, inserted into a sentence as money is. */
export const units = {
  approval: (t, count) => t`{${count}, plural, one {# approval} other {# approvals}}`,
  attempt: (t, count) => t`{${count}, plural, one {# attempt} other {# attempts}}`,
  card: (t, count) => t`{${count}, plural, one {# card} other {# cards}}`,
  character: (t, count) => t`{${count}, plural, one {# character} other {# characters}}`,
  chapter: (t, count) => t`{${count}, plural, one {# chapter} other {# chapters}}`,
  credit: (t, count) => t`{${count}, plural, one {# credit} other {# credits}}`,
  "description of a picture": (t, count) =>
    t`{${count}, plural, one {# description of a picture} other {# descriptions of pictures}}`,
  estimate: (t, count) => t`{${count}, plural, one {# estimate} other {# estimates}}`,
  hour: (t, count) => t`{${count}, plural, one {# hour} other {# hours}}`,
  "list of contents": (t, count) =>
    t`{${count}, plural, one {# list of contents} other {# lists of contents}}`,
  manuscript: (t, count) => t`{${count}, plural, one {# manuscript} other {# manuscripts}}`,
  minute: (t, count) => t`{${count}, plural, one {# minute} other {# minutes}}`,
  "older manuscript": (t, count) =>
    t`{${count}, plural, one {# older manuscript} other {# older manuscripts}}`,
  paragraph: (t, count) => t`{${count}, plural, one {# paragraph} other {# paragraphs}}`,
  "reading beside a word": (t, count) =>
    t`{${count}, plural, one {# reading beside a word} other {# readings beside words}}`,
  request: (t, count) => t`{${count}, plural, one {# request} other {# requests}}`,
  run: (t, count) => t`{${count}, plural, one {# run} other {# runs}}`,
  term: (t, count) => t`{${count}, plural, one {# term} other {# terms}}`,
  token: (t, count) => t`{${count}, plural, one {# token} other {# tokens}}`,
  "tracked deletion": (t, count) =>
    t`{${count}, plural, one {# tracked deletion} other {# tracked deletions}}`,
} as const satisfies Record<string, (t: Say, count: number) => string>;

export type Unit = keyof typeof units;
