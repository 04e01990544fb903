import type { Block, Piece } from "#manuscripts/documents/paragraph.ts";

import { type Range, findMarks, sourceOf } from "./find-marks.ts";
import { findSigns, matchRuns, pairUp, quotesFor, wordsFor } from "./find-runs.ts";

/** A translated paragraph, cut at the marks, runs and line breaks of its source. */
export type Token =
  | { readonly kind: "text"; readonly text: string }
  /** One line break, or two where a blank line was. */
  | { readonly kind: "break"; readonly text: string }
  /** The mark that is this piece of the source. */
  | { readonly kind: "mark"; readonly piece: Piece }
  /** The run that this piece of the source opens. */
  | { readonly kind: "run"; readonly piece: Piece; readonly tokens: readonly Token[] };

/**
 * Reads a translated paragraph. Signs are matched by their number, then by their neighbours and their
 * order, so that a lost one costs its own run alone. Variants that engines write are taken for the signs
 * they are; what is left over of them is removed.
 */
export function readMarks(block: Block, text: string): readonly Token[] {
  const source = sourceOf(block.pieces);
  const marks = findMarks(source.marks, text);
  const signs = block.emphasis === undefined ? [] : findSigns(block, text, marks);
  const pairs = pairUp(signs, text, source.runs.length);
  const quoted = quotesFor(source.runs.length - pairs.length, block, text, [...marks, ...pairs]);
  const matched = matchRuns(source.runs, [...pairs, ...quoted], text.length);
  const runs = [...matched, ...wordsFor(source.runs, matched, text, marks)];
  const rest = [...signs, ...quoted.flatMap(signsOf)].flatMap((sign) =>
    without(sign, runs.flatMap(signsOf)),
  );
  const all = [
    ...marks,
    ...runs,
    ...rest.map((range) => ({ ...range, piece: undefined })),
  ].toSorted((one, other) => one.from - other.from || other.to - one.to);
  const isChanged = signs.length > 0 || quoted.length > 0;
  return tidied(tokensIn(text, { from: 0, to: text.length }, all), isChanged, true);
}

/** Returns a translated paragraph without any marks and signs but those of notes. */
export function bareText(block: Block, text: string): string {
  return plainOf(readMarks(block, text));
}

function plainOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.kind === "text" || token.kind === "break") return token.text;
      if (token.kind === "run") return plainOf(token.tokens);
      return token.piece.text.startsWith("⟦") ? "" : token.piece.text;
    })
    .join("");
}

/** Returns the places of the two signs of a run. */
function signsOf({ from, to, inner }: Range & { readonly inner: Range }): readonly Range[] {
  return [
    { from, to: inner.from },
    { from: inner.to, to },
  ];
}

function without(range: Range, others: readonly Range[]): readonly Range[] {
  return others.reduce<readonly Range[]>(
    (rest, other) =>
      rest.flatMap((one) =>
        other.to <= one.from || other.from >= one.to
          ? [one]
          : [
              { from: one.from, to: other.from },
              { from: other.to, to: one.to },
            ].filter(({ from, to }) => from < to),
      ),
    [range],
  );
}

/** Cuts a range of a text at what was found in it; `found` is in order. */
function tokensIn(
  text: string,
  range: Range,
  ranges: readonly (Range & { piece: Piece | undefined; inner?: Range })[],
): readonly Token[] {
  const tokens: Token[] = [];
  let at = range.from;
  const say = (upTo: number): void => {
    if (upTo > at) tokens.push(...linesIn(text.slice(at, upTo)));
  };
  for (const one of ranges) {
    if (one.from < at || one.to > range.to) continue;
    say(one.from);
    at = one.to;
    const { piece, inner } = one;
    if (piece === undefined) continue;
    if (inner === undefined) tokens.push({ kind: "mark", piece });
    else {
      const within = ranges.filter(
        (other) => other.from >= inner.from && other.to <= inner.to && other !== one,
      );
      tokens.push({ kind: "run", piece, tokens: tokensIn(text, inner, within) });
    }
  }
  say(range.to);
  return tokens;
}

function linesIn(text: string): readonly Token[] {
  return text
    .split(/((?:(?<![ \t])[ \t]+)?\n(?:[ \t\u00A0]*\n)*[ \t]*)/u)
    .map((part, index): Token =>
      index % 2 === 1
        ? { kind: "break", text: /\n[^\n]*\n/u.test(part) ? "\n\n" : "\n" }
        : { kind: "text", text: part },
    )
    .filter((token) => token.kind !== "text" || token.text !== "");
}

/** Sets blanks inside of signs outside of them, and no two blanks where a sign was removed. */
function tidied(tokens: readonly Token[], isChanged: boolean, isStart: boolean): readonly Token[] {
  if (!isChanged) return tokens;
  const out: Token[] = [];
  let isBlank = isStart;
  const push = (text: string): void => {
    const one = text.replaceAll(/ {2,}/gu, " ");
    const rest = isBlank ? one.replace(/^ /u, "") : one;
    if (rest === "") return;
    out.push({ kind: "text", text: rest });
    isBlank = rest.endsWith(" ");
  };
  for (const token of tokens) {
    if (token.kind === "text") push(token.text);
    else if (token.kind === "run") {
      const inner = tidied(token.tokens, true, false);
      const [first, last] = [inner.at(0), inner.at(-1)];
      if (first?.kind === "text" && /^\s/u.test(first.text))
        push(blankOf(first.text.slice(0, -first.text.trimStart().length)));
      const trimmed = inner.map((one, index): Token => {
        if (one.kind !== "text") return one;
        const start = index === 0 ? one.text.trimStart() : one.text;
        return { kind: "text", text: index === inner.length - 1 ? start.trimEnd() : start };
      });
      out.push({
        ...token,
        tokens: trimmed.filter((one) => one.kind !== "text" || one.text !== ""),
      });
      isBlank = false;
      if (last?.kind === "text" && /\S\s+$/u.test(last.text))
        push(blankOf(last.text.slice(last.text.trimEnd().length)));
    } else {
      out.push(token);
      isBlank = token.kind === "break";
    }
  }
  return out;
}

/** Returns one blank for all of these: one that does not break, if any of them is. */
function blankOf(blanks: string): string {
  return /[\u00A0\u202F]/u.exec(blanks)?.[0] ?? " ";
}
