import type { Piece } from "#manuscripts/documents/paragraph.ts";

import type { Token } from "./read-marks.ts";

/** A token with its place in the source; a line break without one is part of the text. */
export type Laid =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "break"; readonly text: string; readonly piece: Piece }
  | MovableToken;

export type MovableToken =
  | { readonly kind: "mark"; readonly piece: Piece }
  | { readonly kind: "run"; readonly piece: Piece; readonly tokens: readonly Laid[] };

/**
 * Gives line breaks to those of the source when there are as many; otherwise they are text. A line that
 * is one run in the source is that run, whether its signs came back or not.
 */
export function withLines(pieces: readonly Piece[], tokens: readonly Token[]): readonly Laid[] {
  const laid = withBreaks(pieces, tokens);
  const isBlank = ({ kind, text }: Piece): boolean =>
    kind === "break" || (kind === "text" && !isInk(text));
  const source = linesOf(pieces).filter((line) => !line.every(isBlank));
  const now = linesOf(laid);
  if (source.length < 2 || source.length !== now.length) return laid;
  return now.flatMap((line, index) => {
    const own = (source[index] ?? []).filter((piece) => !isBlank(piece));
    const [first] = own;
    const isRun =
      first?.kind === "opens" && own.findIndex(({ kind }) => kind === "closes") === own.length - 1;
    const words = line.filter(({ kind }) => kind !== "break");
    if (!isRun || words.some(({ kind }) => kind !== "text")) return line;
    return [{ kind: "run", piece: first, tokens: words } as const, ...line.slice(words.length)];
  });
}

/** Cuts at line breaks, which end their lines; those inside of runs are no ends. */
function linesOf<One extends { readonly kind: string }>(all: readonly One[]): readonly One[][] {
  const lines: One[][] = [[]];
  let isInRun = false;
  for (const one of all) {
    if (one.kind === "opens") isInRun = true;
    if (one.kind === "closes") isInRun = false;
    lines.at(-1)?.push(one);
    if (one.kind === "break" && !isInRun) lines.push([]);
  }
  return lines;
}

function withBreaks(pieces: readonly Piece[], tokens: readonly Token[]): readonly Laid[] {
  const own = breaksIn(pieces);
  const count = (all: readonly Token[]): number =>
    all.reduce((sum, token) => {
      if (token.kind === "run") return sum + count(token.tokens);
      return token.kind === "break" ? sum + 1 : sum;
    }, 0);
  const mayStay = count(tokens) === own.length;
  let next = 0;
  const lay = (all: readonly Token[]): readonly Laid[] =>
    all.map((token): Laid => {
      if (token.kind === "run") return { ...token, tokens: lay(token.tokens) };
      if (token.kind !== "break") return token;
      const piece = mayStay ? own[next] : undefined;
      next += 1;
      return piece === undefined ? { kind: "text", text: token.text } : { ...token, piece };
    });
  return lay(tokens);
}

/** Returns the first of each row of line breaks with nothing but blanks between them. */
function breaksIn(pieces: readonly Piece[]): readonly Piece[] {
  let isRow = false;
  return pieces.filter(({ kind, text }) => {
    const isFirst = kind === "break" && !isRow;
    if (kind === "break") isRow = true;
    else if (isInk(text)) isRow = false;
    return isFirst;
  });
}

/** True for anything but blanks. A blank that does not break may be all that is in a line. */
export function isInk(text: string): boolean {
  return /[^ \t\r\n\f\u00A0]/u.test(text);
}
