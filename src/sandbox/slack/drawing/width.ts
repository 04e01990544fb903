/** Columns that a text takes in a terminal: wide letters and emoji take two, joiners none. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length;
  return graphemes(text).reduce((sum, letter) => sum + columnsOf(letter), 0);
}

export function padded(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - widthOf(text)));
}

/** The text cut to this many columns, with an ellipsis where something is missing. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  return `${fitting(text, columns - 1)}…`;
}

/** Lines of at most this many columns, broken at spaces where there are any. */
export function wrapped(text: string, columns: number): readonly string[] {
  return text.split("\n").flatMap((line) => wrappedLine(line, columns));
}

function wrappedLine(line: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let rest = line;
  while (widthOf(rest) > columns) {
    const start = fitting(rest, columns) || rest.slice(0, 1);
    const space = start.lastIndexOf(" ");
    const isAtSpace = rest[start.length] === " ";
    const end = isAtSpace || space <= 0 ? start.length : space;
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest];
}

/** Returns as much of the beginning as fits these columns. */
function fitting(text: string, columns: number): string {
  let result = "";
  let width = 0;
  for (const letter of graphemes(text)) {
    width += columnsOf(letter);
    if (width > columns) break;
    result += letter;
  }
  return result;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const graphemes = (text: string): readonly string[] =>
  plain.test(text) ? text.split("") : Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Latin letters, dashes, quotes and frames: one column each, and none joins its neighbour. Most lines are such. */
const plain = /^[\u0020-\u007E\u00A0-\u00AC\u00AE-\u02FF\u2010-\u2027\u2500-\u25FC]*$/u;

const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\uFFE0-\uFFE6]|[\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}|\uFE0F/u;
const unseen = /^[\p{Cc}\p{Cf}\p{Mn}]+$/u;

const columnsOf = (letter: string): number => {
  if (unseen.test(letter)) return 0;
  return wide.test(letter) ? 2 : 1;
};
