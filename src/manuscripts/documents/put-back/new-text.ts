import { escapedXml } from "#lib/xml.ts";
import { broken } from "#manuscripts/documents/archive.ts";
import type { Span } from "#manuscripts/documents/markup.ts";
import { withoutSigns, type Block, type Piece } from "#manuscripts/documents/paragraph.ts";

/**
 * Returns the edits that give a paragraph the new `text`, and how many emphasised runs are kept:
 * those whose signs come back as they were sent. Marks of notes stay where they are, line breaks
 * when the new text has as many. One piece carries the rest, in the look of most of it.
 */
export function newText(
  block: Block,
  text: string,
): { readonly edits: readonly Edit[]; readonly kept: number } {
  const { pieces } = block;
  const own = withoutEdges(pieces.filter(({ kind }) => kind !== "silent"));
  if (!own.some(({ kind, text: old }) => kind === "text" && isInk(old))) {
    return { edits: [], kept: 0 };
  }
  const silenced = pieces.filter(({ kind }) => kind === "silent");
  const before = blanksAt(own[0], /^[ \t\r\n\f]+/u);
  const after = blanksAt(own.at(-1), /(?<![ \t\r\n\f])[ \t\r\n\f]+$/u);
  const around = (said: string): string => before + said + after;
  const between = own.filter(({ kind }) => !isSign(kind));
  const layout =
    layOut(own, around(text)) ??
    layOut(between, around(withoutSigns(block, text))) ??
    withoutPlaces(between, around(withoutSigns(block, text)));
  return { edits: [...emptied(silenced), ...filled(layout)], kept: keptIn(layout) };
}

/** Returns the pieces without blanks and breaks at the ends, which are not part of the text. */
function withoutEdges(pieces: readonly Piece[]): readonly Piece[] {
  const isEdge = ({ kind, text }: Piece): boolean =>
    kind !== "mark" && kind !== "formula" && !isInk(text);
  const first = pieces.findIndex((piece) => !isEdge(piece));
  return pieces.slice(first, pieces.findLastIndex((piece) => !isEdge(piece)) + 1);
}

/** Returns the blanks at an end of the text, which may separate it from a picture. */
function blanksAt(piece: Piece | undefined, where: RegExp): string {
  const [found] = piece?.kind === "text" ? (where.exec(piece.text) ?? []) : [];
  return found?.replaceAll(/(?:(?<![ \t])[ \t]+)?[\r\n\f][ \t\r\n\f]*/gu, " ") ?? "";
}

/** Counts the kept runs. Signs around nothing do not count: the other language has no such word. */
function keptIn({ between = [], texts }: Layout): number {
  return between.filter(({ kind }, index) => kind === "opens" && isInk(texts[index + 1] ?? ""))
    .length;
}

/** Pieces between two that stay. */
type Slot = readonly Piece[];
type Layout = {
  readonly slots: readonly Slot[];
  readonly texts: readonly string[];
  /** Pieces that stay between the slots. */
  readonly between?: readonly Piece[];
};

function isSign(kind: Piece["kind"] | undefined): boolean {
  return kind === "opens" || kind === "closes";
}

/** Lays out a text around line breaks, marks and signs, else without line breaks. */
function layOut(pieces: readonly Piece[], text: string): Layout | undefined {
  for (const stays of [
    ["mark", "formula", "opens", "closes", "break"],
    ["mark", "formula", "opens", "closes"],
  ]) {
    const { slots, between } = divide(pieces, new Set(stays));
    const texts = cutBetween(text, between, alone) ?? cutBetween(text, between, attached);
    if (texts !== undefined) return { slots, texts, between };
  }
  return undefined;
}

/** Lays out a text in which marks cannot be located. No mark or formula appears twice or is lost. */
function withoutPlaces(pieces: readonly Piece[], text: string): Layout {
  const marks = pieces.filter(({ kind }) => kind === "mark");
  const drawn = marks.filter(({ at }) => at === undefined).map(({ text: mark }) => mark.trim());
  const isNamed = ({ text: mark }: Piece): boolean => text.includes(mark.trim());
  const formulas = pieces.filter(({ kind }) => kind === "formula");
  const bare = formulas.reduce(
    (left, { text: letters }) => left.replace(new RegExp(` ?${formulaPattern(letters)}`, "u"), ""),
    text,
  );
  const own = pieces
    .filter(({ kind }) => kind !== "formula")
    .filter((piece) => piece.kind !== "mark" || (piece.at !== undefined && isNamed(piece)))
    .map((piece) => ({ ...piece, kind: "text" as const }));
  return { slots: [own], texts: [drawn.reduce((left, mark) => left.replace(mark, ""), bare)] };
}

function divide(pieces: readonly Piece[], stays: ReadonlySet<string>) {
  const slots: Piece[][] = [[]];
  const between: Piece[] = [];
  for (const piece of pieces) {
    const slot = slots.at(-1) ?? [];
    const goesOn =
      piece.kind === "break" &&
      between.at(-1)?.kind === "break" &&
      !slot.some(({ text }) => isInk(text));
    if (!stays.has(piece.kind)) slot.push(piece);
    // Blanks between two line breaks stay with them.
    else if (goesOn) slot.length = 0;
    else {
      between.push(piece);
      slots.push([]);
    }
  }
  return { slots, between };
}

/** Returns the text around the pieces that stay; undefined unless it names these in order. */
function cutBetween(
  text: string,
  between: readonly Piece[],
  stands: string,
): readonly string[] | undefined {
  if (between.length === 0) return text.includes("\n") ? undefined : [text];
  const texts: string[] = [];
  let rest = 0;
  for (const { 0: match, index } of text.matchAll(patternOf(between, stands))) {
    let before = text.slice(rest, index);
    rest = index + match.length;
    let left = match.trim();
    // Two signs may be side by side, with nothing between them.
    do {
      const { kind, text: own = "" } = between[texts.length] ?? {};
      const isOwn = isSign(kind)
        ? left.startsWith(own)
        : kind !== undefined && isSame(left, own, kind);
      if (!isOwn) return undefined;
      left = isSign(kind) ? left.slice(own.length) : "";
      texts.push(before);
      before = "";
    } while (left !== "");
  }
  return texts.length === between.length ? [...texts, text.slice(rest)] : undefined;
}

function isSame(found: string, own: string, kind: Piece["kind"]): boolean {
  return kind === "formula" ? found.replaceAll(/\s/gu, "") === own : found === own.trim();
}

/** Matches anything in a text that may be one of these pieces. */
function patternOf(between: readonly Piece[], stands: string): RegExp {
  const patterns = between.map(({ kind, text }) => {
    if (isSign(kind)) return `[${text.charAt(0)}]+`;
    if (kind === "break") return String.raw`(?:(?<![ \t])[ \t]+)?\n[ \t\n]*`;
    if (kind === "formula") return formulaPattern(text);
    return (/^\p{N}/u.test(text.trim()) ? stands : "") + markPattern(text);
  });
  return new RegExp([...new Set(patterns)].join("|"), "gu");
}

/** A note number is not part of a longer number or a word. Most come right after a word. */
const alone = String.raw`(?<!\p{N})`;
const attached = String.raw`(?<=[^\s\p{N}])`;

/** The letters of a formula are not part of a word, and a translation may set blanks between them. */
function formulaPattern(letters: string): string {
  const spaced = Array.from(letters, escaped).join(String.raw`[ \t\u00A0\u2009\u202F]*`);
  return `(?<!${letter})${spaced}(?!${letter})`;
}

const letter = String.raw`[\p{N}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]`;

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}

function markPattern(mark: string): string {
  const end = /\p{N}$/u.test(mark) ? String.raw`(?![\p{N}\p{Script=Latin}])` : "";
  return `${escaped(mark.trim())}${end}${mark.endsWith(" ") ? " ?" : ""}`;
}

/**
 * Returns the edits for each slot. A slot beside emphasis that has no piece to carry its text gets
 * a new piece, which looks like the rest of the paragraph.
 */
function filled({ slots, texts, between = [] }: Layout): readonly Edit[] {
  const like = slots
    .flat()
    .find((piece) => isPlaced(piece) && isPlain(piece))
    ?.emphasis?.at(-1)?.at;
  const edits: Edit[] = [];
  const left = texts.map((text, index) => {
    const at = besideSign(between[index - 1], between[index]);
    if (text === "" || at === undefined || slots[index]?.some(isPlaced) === true) return text;
    edits.push({ at, text, ...(like?.end !== undefined && { like: { ...like, end: like.end } }) });
    return "";
  });
  const written = settle(slots, left);
  return [...edits, ...slots.flatMap((slot, index) => fill(slot, written[index] ?? ""))];
}

/** Returns the place for a new text between these two. */
function besideSign(before: Piece | undefined, after: Piece | undefined): Span | undefined {
  const [closes, opens] = [before?.kind === "closes", after?.kind === "opens"];
  if (!closes) return opens ? after?.at : undefined;
  const isWithin = opens && (after?.at?.start ?? 0) < (before?.at?.start ?? 0);
  return isWithin ? undefined : before?.at;
}

function isPlain({ emphasis = [] }: Piece): boolean {
  return emphasis.every(({ key }) => key === "");
}

/** Gives the text of a slot without a carrier to the slot before or after it. */
function settle(slots: readonly Slot[], texts: readonly string[]): readonly string[] {
  const written = slots.map(() => "");
  const carriers = slots.flatMap((slot, index) => (slot.some(isPlaced) ? [index] : []));
  let [next, carrier = 0] = [0, ...carriers];
  for (const [index, text] of texts.entries()) {
    if (index === carriers[next]) [carrier, next] = [index, next + 1];
    written[carrier] += text;
  }
  return written;
}

function fill(slot: Slot, text: string): readonly Edit[] {
  const carrier = carrierOf(slot);
  return [
    ...emptied(slot.filter((piece) => piece !== carrier)),
    ...(carrier?.at === undefined ? [] : [{ at: carrier.at, text }]),
  ];
}

/** Returns the first piece of the commonest look: one word in italics does not slant the rest. */
function carrierOf(slot: Slot): Piece | undefined {
  const lengths = new Map<string | undefined, number>();
  for (const { look, text } of slot) {
    lengths.set(look, (lengths.get(look) ?? 0) + text.trim().length);
  }
  lengths.delete(undefined);
  const [most] = Array.from(lengths).toSorted(([, one], [, other]) => other - one)[0] ?? [];
  const alike = slot.filter((piece) => isPlaced(piece) && piece.look === most);
  return alike.find(({ text }) => isInk(text)) ?? alike[0] ?? slot.find(isPlaced);
}

function emptied(pieces: readonly Piece[]): readonly Edit[] {
  return pieces.flatMap(({ at }) => (at === undefined ? [] : [{ at, text: "" }]));
}

function isPlaced({ kind, at }: Piece): boolean {
  return kind === "text" && at !== undefined;
}

function isInk(text: string): boolean {
  return /[^ \t\r\n\f]/u.test(text);
}

/** A new text for a place in a part; an empty text removes the markup there. */
export type Edit = {
  readonly at: Span;
  readonly text: string;
  /** Set when the place is empty: the new text looks like the text here. */
  readonly like?: Span;
};

/** Writes a text as markup that replaces `old`, or looks `like` it. */
type Writing = (text: string, old: string, like: string | undefined) => string;

/**
 * Applies the edits to a part; everything between them stays unchanged.
 *
 * Throws ManuscriptError "broken-document" for edits that overlap.
 */
export function splice(source: string, edits: readonly Edit[], write: Writing): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { at, text, like } of edits.toSorted((one, other) => one.at.start - other.at.start)) {
    const [start, end] = [outside(source, at.start), outside(source, at.end)];
    if (start < done) throw broken("pieces within each other");
    const old = source.slice(start, end);
    const model = like && source.slice(like.start, like.end);
    pieces.push(source.slice(done, start), text === "" ? "" : write(text, old, model));
    done = end;
  }
  return [...pieces, source.slice(done)].join("");
}

/** Corrects a place: the parser ends a closing tag before the blanks in front of its `>`. */
function outside(source: string, at: number): number {
  const [, rest] = /^\s*(>)/u.exec(source.slice(at, at + 64)) ?? [];
  if (rest === undefined) return at;
  const before = source.slice(Math.max(0, at - 256), at);
  return before.lastIndexOf("</") > before.lastIndexOf(">") ? source.indexOf(">", at) + 1 : at;
}

export function asHtml(text: string): string {
  return escapedXml(text).replaceAll("\n", "<br/>");
}

/** Writes the text of a title or a label. */
export function asLine(text: string): string {
  return escapedXml(text.replaceAll(/\s+/gu, " "));
}

/**
 * Writes the content of a run in WordprocessingML, with the prefix of its namespace; a new run has
 * the properties of `like`.
 */
export function asRun(text: string, old: string, like?: string): string {
  const prefix = /^<(?<prefix>[^\s:/>]+:)?/u.exec(like ?? old)?.groups?.["prefix"] ?? "";
  if (like !== undefined) {
    return `<${prefix}r>${propertiesIn(like, prefix)}${asRun(text, `<${prefix}t`)}</${prefix}r>`;
  }
  const parts = text.split(/(\n|\t)/u).filter((part) => part !== "");
  return parts
    .map((part) => {
      if (part === "\n") return `<${prefix}br/>`;
      if (part === "\t") return `<${prefix}tab/>`;
      return `<${prefix}t xml:space="preserve">${escapedXml(part)}</${prefix}t>`;
    })
    .join("");
}

/** Returns "" for a run with a tracked change, because its properties contain properties. */
function propertiesIn(run: string, prefix: string): string {
  const start = run.indexOf(`<${prefix}rPr>`);
  const end = run.indexOf(`</${prefix}rPr>`, start);
  if (start < 0 || end < 0 || run.includes("rPrChange")) return "";
  return run.slice(start, run.indexOf(">", end) + 1);
}
