import { type Line, type Outline, type Paragraph, createOutline } from "../../../core/lines.ts";
import { align, isApart } from "../../delivery/rules/align.ts";
import { likewise } from "../../delivery/rules/compare.ts";

/** Source paragraphs and their translation: one for one, or several that were joined or divided. */
export type Pair = {
  /** The code points of the source before this pair. */
  readonly at: number;
  /** The code points of the translation before this pair. */
  readonly targetAt: number;
  readonly source: string;
  /** Empty for a paragraph without a translation. */
  readonly target: string;
};

/**
 * Pairs a text with its translation, both in full and in order. Paragraphs that were joined,
 * divided or cannot be told apart share one pair. Yields now and then. Returns undefined if the two
 * texts do not match at all, or are too long to compare.
 */
export function* pairTexts(
  source: readonly Line[],
  target: readonly Line[],
): Generator<void, readonly Pair[] | undefined> {
  const [one, other] = [outlineOf(source), outlineOf(target)];
  if (one === undefined || other === undefined) return undefined;
  const [ours, theirs] = likewise(one, other);
  if (ours.length === 0 || theirs.length === 0) return undefined;
  const groups = yield* group(ours.map(lengthOf), theirs.map(lengthOf));
  if (groups === undefined) return undefined;
  const before = textsOf(source, ours, one.isWrapped);
  const after = textsOf(target, theirs, other.isWrapped);
  let [row, column] = [0, 0];
  return groups.map(({ rows, columns }) => {
    const pair = {
      at: placeOf(ours, row),
      targetAt: placeOf(theirs, column),
      source: before.slice(row, row + rows).join("\n"),
      target: after.slice(column, column + columns).join("\n"),
    };
    row += rows;
    column += columns;
    return pair;
  });
}

/** Returns the offset of a paragraph; behind the last one, the offset of the last one. */
function placeOf(paragraphs: readonly Paragraph[], index: number): number {
  return (paragraphs[index] ?? paragraphs.at(-1))?.at ?? 0;
}

function outlineOf(lines: readonly Line[]): Outline | undefined {
  const outline = createOutline();
  for (const line of lines) outline.add(line);
  return outline.end();
}

/** The numbers of consecutive paragraphs in each text that go together. */
type Group = { readonly rows: number; readonly columns: number };

function* group(
  source: readonly number[],
  target: readonly number[],
): Generator<void, readonly Group[] | undefined> {
  const isLonger = source.length >= target.length;
  const [long, short] = isLonger ? [source, target] : [target, source];
  const measured = (lengths: readonly number[]) =>
    lengths.map((characters) => ({ characters, numbers: 0 }));
  const { into, alone, cost } = yield* align(
    measured(long),
    measured(short),
    isLonger ? "long" : "short",
  );
  if (isApart(cost, long.length)) return undefined;
  const least = 1 + Math.floor((4 * cost) / long.length);
  const found = joints([...into], new Set(alone), short.length);
  const groups = withoutDoubt(found, least);
  return isLonger ? groups : groups.map(({ rows, columns }) => ({ rows: columns, columns: rows }));
}

/** Returns the groups by the alignment; `rows` are those of the longer text. */
function joints(
  into: readonly number[],
  alone: ReadonlySet<number>,
  columns: number,
): readonly Group[] {
  const begun = new Set(into);
  const isTail = (j: number) => j < columns && !alone.has(j) && !begun.has(j);
  const groups: Group[] = [];
  let [i, j] = [0, 0];
  while (i < into.length || j < columns) {
    const [row, column] = [i, j];
    if (i === into.length || alone.has(j)) {
      j += 1;
    } else if (into[i] === nowhere) {
      i += 1;
    } else {
      while (into[i] === into[row]) i += 1;
      j += 1;
      while (isTail(j)) j += 1;
    }
    groups.push({ rows: i - row, columns: j - column });
  }
  return groups;
}

/** Joins a run of fewer than `least` one-sided groups to the group before it. */
function withoutDoubt(groups: readonly Group[], least: number): readonly Group[] {
  const settled: Group[] = [];
  let lone: Group[] = [];
  const settle = (): void => {
    const last = lone.length < least ? settled.pop() : undefined;
    if (last === undefined) settled.push(...lone);
    else settled.push([last, ...lone].reduce(together));
    lone = [];
  };
  for (const one of groups) {
    const isLone = one.rows === 0 || one.columns === 0;
    if (isLone) lone.push(one);
    else {
      settle();
      settled.push(one);
    }
  }
  settle();
  return settled;
}

function together(one: Group, other: Group): Group {
  return { rows: one.rows + other.rows, columns: one.columns + other.columns };
}

/** Returns the text of each paragraph, with the wordless lines that follow it. */
function textsOf(lines: readonly Line[], paragraphs: readonly Paragraph[], isWrapped: boolean) {
  const starts = new Set(paragraphs.slice(1).map(({ at }) => at));
  const texts: string[] = [];
  for (const { text, at, begins } of lines) {
    const before = starts.has(at) ? undefined : texts.pop();
    const joint = begins === "line" && isWrapped ? " " : "\n";
    if (before === undefined) texts.push(text.trim());
    else texts.push(before + (begins === "rest" ? text : joint + text.trimStart()));
  }
  return texts;
}

function lengthOf({ characters }: Paragraph): number {
  return characters;
}

const nowhere = -1;
