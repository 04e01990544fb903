import type { InlineKind } from "#manuscripts/documents/inline.ts";
import type { Span } from "#manuscripts/documents/markup.ts";
import type { Block, Piece } from "#manuscripts/documents/paragraph.ts";

import { type Laid, type MovableToken, isInk, withLines } from "./lay-lines.ts";
import { type Token, readMarks } from "./read-marks.ts";
import { type Content, type Edit, isBalanced } from "./splice.ts";

/** Something inside a paragraph, and whether it came back in its place. */
export type Returned = { readonly kind: InlineKind; readonly isKept: boolean };

/**
 * Returns the edits that give a paragraph of `source` the new `text`, and what became of its runs and
 * marks. Line breaks stay when the new text has as many. One piece carries each stretch of text, in the
 * look of most of it.
 */
export function newText(
  block: Block,
  text: string,
  source: string,
): { readonly edits: readonly Edit[]; readonly returned: readonly Returned[] } {
  const { pieces } = block;
  const read = pieces.filter(({ kind }) => kind !== "silent");
  const own = withoutEdges(read);
  if (!own.some(({ kind, text: old }) => kind === "text" && isInk(old))) {
    return { edits: [], returned: [] };
  }
  const inText = own.filter(({ kind, text: mark }) => kind !== "mark" || mark !== "");
  const after = blanksAt(inText.at(-1), /(?<![ \t\r\n\f])[ \t\r\n\f]+$/u);
  const words = withoutBlanksBeside(own, read, text);
  const marks = [...withFirstBlanks(inText, readMarks(block, words)), textToken(after)];
  const tokens = withLines(
    inText,
    marks.filter((token) => token.kind !== "text" || token.text !== ""),
  );
  const layout = layOut(inText, tokens, source);
  const silenced = pieces.filter(({ kind }) => kind === "silent");
  return { edits: [...emptied(silenced), ...layout], returned: returnedIn(block, tokens) };
}

/**
 * Returns the pieces without blanks and breaks at the ends, which are not part of the text, and without the
 * blanks after the number of a note.
 */
function withoutEdges(pieces: readonly Piece[]): readonly Piece[] {
  const isEdge = ({ kind, text }: Piece): boolean => kind !== "mark" && !isInk(text);
  const first = pieces.findIndex((piece) => !isEdge(piece));
  const own = pieces.slice(first, pieces.findLastIndex((piece) => !isEdge(piece)) + 1);
  if (!isNumber(own[0])) return own;
  const next = own.findIndex(({ kind, text }, at) => at > 0 && (kind !== "text" || isInk(text)));
  return [...own.slice(0, 1), ...own.slice(Math.max(1, next))];
}

/** Returns a text without the blanks that do not break at an end where the source has them beside its text. */
function withoutBlanksBeside(own: readonly Piece[], read: readonly Piece[], text: string): string {
  const [first, last] = [own[0], own.at(-1)].map((piece) => read.findIndex((one) => one === piece));
  const hasBlank = (beside: readonly Piece[]): boolean =>
    beside.some(({ text: blank }) => blank.includes("\u00A0"));
  const begun = hasBlank(read.slice(0, first)) ? text.trimStart() : text;
  return hasBlank(read.slice((last ?? 0) + 1)) ? begun.trimEnd() : begun;
}

/** True for the number of a note, for which the part has no place. */
function isNumber(piece: Piece | undefined): boolean {
  return piece?.kind === "mark" && piece.text !== "" && piece.at === undefined;
}

/** Begins the text, after the number of a note, with the blanks of the source. */
function withFirstBlanks(pieces: readonly Piece[], tokens: readonly Token[]): readonly Token[] {
  const [number, next] = isNumber(pieces[0]) ? pieces : [undefined, pieces[0]];
  const blanks = blanksAt(next, number === undefined ? /^[ \t\r\n\f]+/u : /^[ \t\r\n\f\u00A0]+/u);
  const at = tokens.findIndex((token) => token.kind === "mark" && token.piece === number);
  const [first, ...others] = tokens.slice(at + 1);
  const isText = first?.kind === "text" && (number === undefined || at >= 0);
  if (!isText) return [...tokens.slice(0, at + 1), textToken(blanks), ...tokens.slice(at + 1)];
  const words = number === undefined ? first.text : first.text.replace(/^[ \t\u00A0]+/u, "");
  return [...tokens.slice(0, at + 1), textToken(blanks + words), ...others];
}

function textToken(text: string): Token {
  return { kind: "text", text };
}

/** Returns the blanks at an end of the text, which may separate it from a picture. */
function blanksAt(piece: Piece | undefined, where: RegExp): string {
  const [blank] = piece?.kind === "text" ? (where.exec(piece.text) ?? []) : [];
  return blank?.replaceAll(/(?:(?<![ \t])[ \t]+)?[\r\n\f][ \t\r\n\f]*/gu, " ") ?? "";
}

/** Says what came back. A run without words does not count: the other language has no such word. */
function returnedIn(block: Block, tokens: readonly Laid[]): readonly Returned[] {
  const returnedPieces = new Set<Piece>();
  const look = (all: readonly Laid[]): void => {
    for (const token of all) {
      if (token.kind === "mark") returnedPieces.add(token.piece);
      if (token.kind !== "run") continue;
      look(token.tokens);
      if (token.tokens.some((one) => one.kind === "text" && isInk(one.text)))
        returnedPieces.add(token.piece);
    }
  };
  look(tokens);
  const isSigned = (block.emphasis?.sign ?? "") !== "";
  const unsigned = isSigned ? [] : (block.emphasis?.runs ?? []);
  return [
    ...unsigned.map((kind) => ({ kind, isKept: false })),
    ...block.pieces.flatMap((piece): readonly Returned[] => {
      const isOne = piece.kind === "opens" || (piece.kind === "mark" && piece.text !== "");
      const { inline } = piece;
      return isOne && inline !== undefined
        ? [{ kind: inline, isKept: returnedPieces.has(piece) }]
        : [];
    }),
  ];
}

/** Something that stays where it is, with the pieces that it has in the source. */
type Fixed = {
  readonly token: Exclude<Laid, { kind: "text" }>;
  readonly from: number;
  readonly to: number;
};

/**
 * Returns the edits for pieces that get these tokens. What comes back in the order of the source stays
 * where it is; anything else moves. Text goes to a piece between what stays.
 */
function layOut(
  pieces: readonly Piece[],
  tokens: readonly Laid[],
  source: string,
): readonly Edit[] {
  const fixed = fixedIn(pieces, tokens);
  const stays = new Set(fixed.map(({ token }) => token));
  const contents: Content[][] = [[]];
  const edits: Edit[] = [];
  for (const token of tokens) {
    const last = contents.at(-1) ?? [];
    if (token.kind !== "text" && stays.has(token)) contents.push([]);
    else if (token.kind === "text" || token.kind === "break") last.push(token.text);
    else last.push(...moved(pieces, token, source, edits));
  }
  const slots = [...fixed, undefined].map((one, index) =>
    pieces.slice(index === 0 ? 0 : (fixed[index - 1]?.to ?? 0), one?.from ?? pieces.length),
  );
  for (const { token, from, to } of fixed) {
    if (token.kind === "run")
      edits.push(...layOut(pieces.slice(from + 1, to - 1), token.tokens, source));
  }
  return [...edits, ...filled(slots, contents, fixed)];
}

/** Finds the longest row of tokens that are in the same order in the source. */
function fixedIn(pieces: readonly Piece[], tokens: readonly Laid[]): readonly Fixed[] {
  const places = new Map<Piece, { readonly from: number; readonly to: number }>();
  let open = -1;
  for (const [index, piece] of pieces.entries()) {
    const { kind } = piece;
    if (kind === "opens") open = index;
    else if (kind === "closes") {
      const [opens] = pieces.slice(open, open + 1);
      if (opens !== undefined) places.set(opens, { from: open, to: index + 1 });
      open = -1;
    } else if (open < 0) places.set(piece, { from: index, to: endOfRow(pieces, index) });
  }
  const ranges = tokens.flatMap((token): readonly Fixed[] => {
    const place = token.kind === "text" ? undefined : places.get(token.piece);
    return place === undefined || token.kind === "text" ? [] : [{ token, ...place }];
  });
  const lengths: number[] = [];
  const befores: number[] = [];
  for (const [index, { from }] of ranges.entries()) {
    let [length, before] = [1, -1];
    for (let at = 0; at < index; at += 1) {
      const longer = (lengths[at] ?? 0) + 1;
      if ((ranges[at]?.to ?? 0) <= from && longer > length) [length, before] = [longer, at];
    }
    lengths.push(length);
    befores.push(before);
  }
  const row: Fixed[] = [];
  for (let at = lengths.indexOf(Math.max(...lengths)); at >= 0; at = befores[at] ?? -1) {
    row.unshift(...ranges.slice(at, at + 1));
  }
  return row;
}

/** Returns the end of a row of line breaks, in which blanks stay with them. */
function endOfRow(pieces: readonly Piece[], index: number): number {
  if (pieces[index]?.kind !== "break") return index + 1;
  let end = index + 1;
  for (let at = end; at < pieces.length; at += 1) {
    const { kind, text = "" } = pieces[at] ?? {};
    if (kind === "break") end = at + 1;
    else if (kind !== "text" || isInk(text)) break;
  }
  return end;
}

/** Returns the content for something that moves; its words alone when its markup cannot. */
function moved(
  pieces: readonly Piece[],
  token: MovableToken,
  source: string,
  edits: Edit[],
): readonly Content[] {
  const { piece } = token;
  const { start, end } = piece.element ?? {};
  const index = pieces.indexOf(piece);
  const to = piece.kind === "opens" ? pieces.indexOf(closesOf(pieces, index)) + 1 : index + 1;
  const inside = pieces.slice(index, to);
  const isShared = pieces.some(
    (other) => !inside.includes(other) && other.at !== undefined && isIn(other.at, { start, end }),
  );
  const mayMove =
    start !== undefined && end !== undefined && !isShared && isBalanced(source.slice(start, end));
  if (index < 0 || !mayMove) {
    if (token.kind === "mark") return piece.at === undefined ? [] : [piece.text];
    return wordsOf(token.tokens);
  }
  const at = { start, end };
  edits.push({ at, content: [], whole: "moves" });
  if (token.kind === "run") edits.push(...layOut(inside.slice(1, -1), token.tokens, source));
  return [{ moved: at }];
}

function closesOf(pieces: readonly Piece[], opens: number): Piece {
  const close = pieces.find((piece, index) => index > opens && piece.kind === "closes");
  return close ?? { kind: "closes", text: "", at: undefined, look: undefined };
}

function isIn(
  at: Span,
  { start = 0, end = 0 }: { start: number | undefined; end: number | undefined },
) {
  return at.start >= start && at.end <= end && at.end > at.start;
}

function wordsOf(tokens: readonly Laid[]): readonly string[] {
  return tokens.flatMap((token) => {
    if (token.kind === "run") return wordsOf(token.tokens);
    return token.kind === "mark" ? [] : [token.text];
  });
}

/**
 * Returns the edits for each slot. A slot beside something that stays, with no piece to carry its text,
 * gets a new piece, which looks like the rest of the paragraph.
 */
function filled(
  slots: readonly (readonly Piece[])[],
  contents: readonly (readonly Content[])[],
  fixed: readonly Fixed[],
): readonly Edit[] {
  const plainText = contents
    .flat()
    .filter((part) => typeof part === "string")
    .join("");
  const split = slots.map((slot) => lostIn(slot, plainText));
  const like = split
    .flatMap(({ plain }) => plain)
    .find((piece) => isPlaced(piece) && (piece.emphasis ?? []).every(({ key }) => key === ""))
    ?.emphasis?.at(-1)?.at;
  const model = like?.end === undefined ? undefined : { start: like.start, end: like.end };
  const edits: Edit[] = [];
  const rest = contents.map((content, index): readonly Content[] => {
    const { plain = [], lost = [] } = split[index] ?? {};
    if (content.length === 0 || plain.some(isPlaced)) return content;
    const [first] = lost;
    const at = besideFixed(fixed[index - 1], fixed[index]) ?? first?.at;
    if (at === undefined) return content;
    edits.push({ at, content, like: model });
    return [];
  });
  const result = settle(
    split.map(({ plain }) => plain),
    rest,
  );
  for (const [index, { plain, lost }] of split.entries()) {
    const content = result[index] ?? [];
    edits.push(...fill(plain, content), ...emptied(lost));
    for (const { element } of lost.filter(({ kind }) => kind === "opens")) {
      if (element?.end === undefined) continue;
      edits.push({ at: { start: element.start, end: element.end }, content: [], whole: "empty" });
    }
  }
  return edits;
}

/**
 * Divides the pieces of a slot: plain ones, and those of runs that did not come back. A mark whose words
 * are part of the text is a plain piece: they do not stand beside it as well.
 */
function lostIn(slot: readonly Piece[], plainText: string) {
  const [plain, lost]: [Piece[], Piece[]] = [[], []];
  let isInRun = false;
  for (const piece of slot) {
    const { kind, at, text } = piece;
    if (kind === "opens") isInRun = true;
    if (kind !== "mark") (isInRun ? lost : plain).push(piece);
    else if (at !== undefined && plainText.includes(text.trim())) {
      (isInRun ? lost : plain).push({ ...piece, kind: "text" });
    }
    if (kind === "closes") isInRun = false;
  }
  return { plain, lost };
}

/** Returns the place for a new text between these two. */
function besideFixed(before: Fixed | undefined, after: Fixed | undefined): Span | undefined {
  const [closed, opened] = [boundsOf(before), boundsOf(after)];
  if (closed === undefined) return opened && { start: opened.start, end: opened.start };
  const isWithin = opened !== undefined && opened.start < closed.end;
  return isWithin ? undefined : { start: closed.end, end: closed.end };
}

function boundsOf(fixed: Fixed | undefined): Span | undefined {
  // The mark of a note may be all that is raised above the line.
  if (fixed === undefined || fixed.token.kind === "break") return undefined;
  if (fixed.token.kind === "mark" && fixed.token.piece.at !== undefined) return undefined;
  const { start, end } = fixed.token.piece.element ?? {};
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** Gives the content of a slot without a carrier to the slot before or after it. */
function settle(
  slots: readonly (readonly Piece[])[],
  contents: readonly (readonly Content[])[],
): readonly (readonly Content[])[] {
  const result = slots.map((): Content[] => []);
  const carriers = slots.flatMap((slot, index) => (slot.some(isPlaced) ? [index] : []));
  let [next, carrier = 0] = [0, ...carriers];
  for (const [index, content] of contents.entries()) {
    if (index === carriers[next]) [carrier, next] = [index, next + 1];
    result[carrier]?.push(...content);
  }
  return result;
}

function fill(slot: readonly Piece[], content: readonly Content[]): readonly Edit[] {
  const carrier = carrierOf(slot);
  const others = emptied(slot.filter((piece) => piece !== carrier));
  if (carrier?.at === undefined) return others;
  const { start, end } = carrier.emphasis?.at(-1)?.at ?? {};
  const run = start === undefined || end === undefined ? undefined : { start, end };
  return [...others, { at: carrier.at, content, run }];
}

/**
 * Returns the first piece of the commonest look: one word in italics does not slant the rest. A slot whose
 * words are all in a link stays one.
 */
function carrierOf(slot: readonly Piece[]): Piece | undefined {
  const lengths = new Map<string | undefined, number>();
  for (const { look, text } of slot) {
    lengths.set(look, (lengths.get(look) ?? 0) + text.trim().length);
  }
  lengths.delete(undefined);
  const [most] = Array.from(lengths).toSorted(([, one], [, other]) => other - one)[0] ?? [];
  const alike = slot.filter((piece) => isPlaced(piece) && piece.look === most);
  const isWords = (piece: Piece): boolean => isPlaced(piece) && isInk(piece.text);
  return alike.find(isWords) ?? slot.find(isWords) ?? alike[0] ?? slot.find(isPlaced);
}

function emptied(pieces: readonly Piece[]): readonly Edit[] {
  return pieces.flatMap(({ kind, at }) =>
    at === undefined || kind === "opens" || kind === "closes" ? [] : [{ at, content: [] }],
  );
}

function isPlaced({ kind, at }: Piece): boolean {
  return kind === "text" && at !== undefined;
}
