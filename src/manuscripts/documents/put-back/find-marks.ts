import type { Piece } from "#manuscripts/documents/paragraph.ts";

/** A range of the translation. */
export type Range = { readonly from: number; readonly to: number };

export type SourceRun = {
  readonly piece: Piece;
  readonly words: string;
  /** The characters beside it that touch it. */
  readonly before: string;
  /** Its place in the paragraph, from 0 to 1. */
  readonly place: number;
};
type SourceMark = {
  readonly piece: Piece;
  /** What has to touch it in a text, as patterns, when it is part of a longer number or of a word. */
  readonly within: { readonly before: string; readonly after: string } | undefined;
  /** True when nothing touches it on its left. */
  readonly isLoose: boolean;
  readonly place: number;
};

export function sourceOf(pieces: readonly Piece[]) {
  const runs: SourceRun[] = [];
  const marks: { readonly piece: Piece; readonly from: number; readonly to: number }[] = [];
  let sent = "";
  let before = "";
  let open: { piece: Piece; words: string; before: string; start: number } | undefined;
  for (const piece of pieces) {
    const { kind, text } = piece;
    const from = sent.length;
    if (kind !== "silent") sent += text.replaceAll(/[ \t\r\n\f]+/gu, " ");
    if (kind === "opens") open = { piece, words: "", before, start: sent.length };
    if (kind === "mark" && text !== "") marks.push({ piece, from, to: sent.length });
    if (kind === "closes" && open !== undefined) {
      runs.push({ ...open, words: open.words.trim(), place: (open.start + from) / 2 });
      open = undefined;
    }
    if (kind !== "text") continue;
    before = (before + text).slice(-2);
    if (open !== undefined) open.words += text;
  }
  const total = Math.max(1, sent.length);
  return {
    runs: runs.map((run) => ({ ...run, place: run.place / total })),
    marks: marks.map(({ piece, from, to }): SourceMark => {
      const [near, after] = [sent.slice(Math.max(0, from - 20), from), sent.slice(to, to + 20)];
      const isLoose = !/\S$/u.test(near);
      return { piece, within: withinOf(near, after), isLoose, place: from / total };
    }),
  };
}

/** Says how a number is part of a longer one, “1” and “5” of “15”, or begins a word, as in “5a”. */
function withinOf(before: string, after: string): SourceMark["within"] {
  const [first = ""] = /(?<!\p{N})\p{N}+$/u.exec(before) ?? [];
  const [last = ""] = /^\p{N}+/u.exec(after) ?? [];
  const isWord = last === "" && /^\p{Script=Latin}/u.test(after);
  if (first + last === "" && !isWord) return undefined;
  const isAfterWord = first !== "" || /\p{L}$/u.test(before);
  return {
    before: `(?<=(?<!${isAfterWord ? "" : String.raw`\p{L}|`}\\p{N})${first})`,
    after: isWord ? String.raw`(?=\p{L})` : String.raw`(?=${last}(?!\p{N}))`,
  };
}

/** Finds the marks of the source in a text; the longest first, because “[7]” contains “7”. */
export function findMarks(
  marks: readonly SourceMark[],
  text: string,
): readonly (Range & { readonly piece: Piece })[] {
  const matches: (Range & { readonly piece: Piece })[] = [];
  const rangesBy = (pattern: string): readonly Range[] =>
    Array.from(text.matchAll(new RegExp(pattern, "gu")), ({ 0: { length }, index }) => ({
      from: index,
      to: index + length,
    })).filter(({ from, to }) => !matches.some((other) => from < other.to && to > other.from));
  const groups = [...Map.groupBy(marks, ({ piece }) => piece.text.trim()).values()];
  const lengthOf = ([first]: readonly SourceMark[]): number => first?.piece.text.length ?? 0;
  for (const alike of groups.toSorted((one, other) => lengthOf(other) - lengthOf(one))) {
    const [first] = alike;
    if (first === undefined) continue;
    const places = placesOf(first.piece.text, alike, rangesBy);
    const pairs = nearest(
      alike,
      places.map((range) => ({ ...range, place: range.from / Math.max(1, text.length) })),
    );
    for (const [mark, { from, to }] of pairs) matches.push({ piece: mark.piece, from, to });
  }
  return matches;
}

function placesOf(
  mark: string,
  alike: readonly SourceMark[],
  rangesBy: (pattern: string) => readonly Range[],
): readonly Range[] {
  const digits = /^[⟦[](\d+)[⟧\]] ?$/u.exec(mark)?.[1];
  if (digits !== undefined) {
    const [opens, closes] = mark.startsWith("⟦") ? ["⟦", "⟧"] : ["[[［【]", "[\\]］】]"];
    const end = mark.endsWith(" ") ? " ?" : "";
    return rangesBy(`${opens}\\s?${digits}\\s?${closes}${end}`);
  }
  const escaped = mark.trim().replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
  const blank = mark.endsWith(" ") ? " ?" : "";
  const end = /\p{N}$/u.test(mark.trim()) ? String.raw`(?![\p{N}\p{Script=Latin}])` : "";
  const pattern = escaped + end + blank;
  if (!/^\p{N}/u.test(mark.trim())) return rangesBy(pattern);
  const parts = alike.flatMap(({ within }) => within ?? []);
  const patterns = parts.map(({ before, after }) => before + escaped + after + blank);
  const within = [...new Set(patterns)].flatMap(rangesBy);
  // Any other number is not part of a longer one or of a word. Most marks come right after a word.
  const alone = rangesBy(String.raw`(?<!\p{N})` + pattern);
  const attached = rangesBy(String.raw`(?<=[^\s\p{N}])` + pattern);
  const loose = rangesBy(String.raw`(?<!\S)` + pattern);
  const others = alike.filter(({ within: part }) => part === undefined);
  const likely = others.every(({ isLoose }) => isLoose) ? [loose, attached] : [attached];
  // A number that was part of a word may be none in the translation.
  const count = alike.length - Math.min(parts.length, within.length);
  const isEnough = ({ length }: readonly Range[]): boolean => length === count;
  const found = isEnough(alone) ? alone : (likely.find(isEnough) ?? alone);
  const all = new Map([...within, ...found].map((range) => [range.from, range]));
  return [...all.values()].toSorted((one, other) => one.from - other.from);
}

/** Returns the pairs of two lists, in order, that are nearest to each other: as many as the shorter has. */
export function nearest<One extends Placed, Other extends Placed>(
  ones: readonly One[],
  others: readonly Other[],
  cost: (one: One, other: Other) => number = (one, other) => Math.abs(one.place - other.place),
): readonly (readonly [One, Other])[] {
  if (ones.length > others.length) {
    return nearest(others, ones, (one, other) => cost(other, one)).map(([one, other]) => [
      other,
      one,
    ]);
  }
  const width = others.length + 1;
  if (ones.length * width > mostPaired) {
    return others.slice(0, ones.length).flatMap((other, index) => {
      const one = ones[index];
      return one === undefined ? [] : [[one, other] as const];
    });
  }
  // Costs of having paired the first `i` of the shorter list with some of the first `j`.
  const costs = new Float64Array((ones.length + 1) * width).fill(Infinity);
  costs.fill(0, 0, width);
  for (const [i, one] of ones.entries()) {
    for (const [j, other] of others.entries()) {
      const paired = (costs[i * width + j] ?? Infinity) + cost(one, other);
      costs[(i + 1) * width + j + 1] = Math.min(costs[(i + 1) * width + j] ?? Infinity, paired);
    }
  }
  const pairs: (readonly [One, Other])[] = [];
  for (let [i, j] = [ones.length, others.length]; i > 0 && j > 0; j -= 1) {
    if (costs[i * width + j] === costs[i * width + j - 1]) continue;
    const [one, other] = [ones[i - 1], others[j - 1]];
    if (one !== undefined && other !== undefined) pairs.unshift([one, other]);
    i -= 1;
  }
  return pairs;
}

export type Placed = { readonly place: number };
/** Beyond it, the first of each are paired: no paragraph of a book has so many. */
const mostPaired = 4_000_000;
