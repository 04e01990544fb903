import { type Line, type Outline, type Paragraph, createOutline } from "../../../core/lines.ts";
import { align } from "../../delivery/rules/align.ts";
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
  const groups = yield* align(ours, theirs);
  if (groups === undefined) return undefined;
  const before = textsOf(source, ours, one.isWrapped);
  const after = textsOf(target, theirs, other.isWrapped);
  let [row, column] = [0, 0];
  return groups.map(({ source: rows, result: columns }) => {
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
