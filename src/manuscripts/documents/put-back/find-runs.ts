import type { Block, Piece } from "#manuscripts/documents/paragraph.ts";

import { type Placed, type Range, type SourceRun, nearest } from "./find-marks.ts";

/** A sign in a translation; its size is the number of its characters, at most 3. */
type Sign = Range & { readonly size: number; readonly side?: "opens" | "closes" };

/** Finds everything that engines write for the signs of a paragraph. */
export function findSigns(block: Block, text: string, marks: readonly Range[]): readonly Sign[] {
  const sign = block.emphasis?.sign ?? "";
  if (sign === "") return [];
  const sent = asSent(block, text, sign);
  if (sent !== undefined) return sent;
  const isFree = (letters: string): boolean =>
    !block.pieces.some(
      ({ kind, text }) => kind === "text" && letters !== "" && text.includes(letters),
    );
  const alike = Array.from("＊∗﹡⁎").filter(isFree).join("");
  const stars = sign === "*" ? [String.raw`(?:\\?[*${alike}])+`] : [];
  const lines = sign === "_" || isFree("_") ? [String.raw`(?:\\?[_＿])+`] : [];
  const tags = isFree("<") ? [tagPattern] : [];
  const pattern = new RegExp([...stars, ...lines, ...tags].join("|"), "giu");
  return Array.from(text.matchAll(pattern)).flatMap((match): readonly Sign[] => {
    const [from, to] = [match.index, match.index + match[0].length];
    if (marks.some((mark) => from < mark.to && to > mark.from)) return [];
    const name = match.groups?.["tag"]?.toLowerCase();
    if (name === undefined) {
      return [{ from, to, size: Math.min(3, match[0].replaceAll("\\", "").length) }];
    }
    const side = match.groups?.["end"] === "" ? "opens" : "closes";
    return [{ from, to, size: /^(?:b|strong)$/u.test(name) ? 2 : 1, side }];
  });
}

/**
 * Returns the signs of a text in which all rows of them are as they were sent; undefined for others. Runs that touch
 * each other have their signs in one row, whose length alone does not say which they are.
 */
function asSent(block: Block, text: string, sign: string): readonly Sign[] | undefined {
  const pieces = block.pieces.filter(({ kind }) => kind === "opens" || kind === "closes");
  const signs: Sign[] = [];
  if (text.includes(`\\${sign}`)) return undefined;
  for (const { 0: row, index } of text.matchAll(new RegExp(`[${sign}]+`, "gu"))) {
    let from = index;
    while (from < index + row.length) {
      const { kind, text: own = "" } = pieces[signs.length] ?? {};
      if (own === "") return undefined;
      const side = kind === "opens" ? "opens" : "closes";
      signs.push({ from, to: from + own.length, size: own.length, side });
      from += own.length;
    }
    if (from > index + row.length) return undefined;
  }
  return signs.length === pieces.length ? signs : undefined;
}

const tagPattern = String.raw`(?:<|&lt;)(?<end>/?)(?<tag>em|i|b|strong|u|s|q|a|sub|sup|mark|code|cite|span)(?:\s[^<>]{0,200})?(?:>|&gt;)`;

/** A run in the translation. */
type Pair = Range &
  Placed & { readonly inner: Range; readonly size: number; readonly words: string };

function pairOf(opens: Range, closes: Range, size: number, text: string): Pair {
  const inner = { from: opens.to, to: closes.from };
  const place = (inner.from + inner.to) / 2 / Math.max(1, text.length);
  const words = text.slice(inner.from, inner.to).trim();
  return { from: opens.from, to: closes.to, inner, size, place, words };
}

/** Pairs signs that open with signs that close. */
export function pairUp(signs: readonly Sign[], text: string, count: number): readonly Pair[] {
  const pairs: Pair[] = [];
  const isWhole = signs.length === 2 * count;
  let open: Sign | undefined;
  for (const [index, sign] of signs.entries()) {
    const mayOpen =
      sign.side === "opens" || (sign.side === undefined && /\S/u.test(text.charAt(sign.to)));
    const mayClose =
      sign.side === "closes" ||
      (sign.side === undefined && sign.from > 0 && /\S/u.test(text.charAt(sign.from - 1)));
    if (open === undefined) {
      // A sign after a word and before a blank has lost the one that opens.
      const isStray =
        sign.side === "closes" || (!isWhole && !mayOpen && (mayClose || sign.to === text.length));
      if (!isStray) open = sign;
      continue;
    }
    const isLetter = /[\p{L}\p{N}]/u.test(text.charAt(sign.to));
    const isOpening = sign.side === "opens" || (mayOpen && !mayClose && isLetter);
    if (isOpening && !isWhole) {
      open = sign;
      continue;
    }
    // One run may end where the next begins.
    const size = sign.to - sign.from - open.size;
    const next = signs[index + 1];
    const isBoth =
      size > 0 && mayOpen && mayClose && next !== undefined && next.to - next.from >= size;
    const end = isBoth ? sign.from + open.size : sign.to;
    const pair = pairOf(open, { from: sign.from, to: end }, open.size, text);
    if (/[\p{L}\p{N}]/u.test(pair.words)) pairs.push(pair);
    open = isBoth ? { from: end, to: sign.to, size: Math.min(3, size) } : undefined;
  }
  return pairs;
}

/** Returns words in quotation marks, when so many runs have lost their signs and the source quotes nothing. */
export function quotesFor(
  missing: number,
  block: Block,
  text: string,
  ranges: readonly Range[],
): readonly Pair[] {
  const isQuoting = block.pieces.some(({ kind, text }) => kind === "text" && quoteSign.test(text));
  if (missing <= 0 || isQuoting || (block.emphasis?.sign ?? "") === "") return [];
  const quotes = Array.from(text.matchAll(quotation), ({ 0: { length }, index }) => ({
    from: index,
    to: index + length,
  })).filter(({ from, to }) => !ranges.some((other) => from < other.to && to > other.from));
  if (quotes.length > missing) return [];
  return quotes.map(({ from, to }) =>
    pairOf({ from, to: from + 1 }, { from: to - 1, to }, 0, text),
  );
}

const quoteSign = /["“”„«»‹›「」]/u;
const quotation =
  /"[^"\n]{1,200}"|[“„][^“”„\n]{1,200}[“”]|«[^«»\n]{1,200}»|‹[^‹›\n]{1,200}›|「[^「」\n]{1,200}」/gu;

type MatchedRun = Range & { readonly piece: Piece; readonly inner: Range };

/** Gives each run of the translation to one of the source: by its sign, then to what is left. */
export function matchRuns(
  source: readonly SourceRun[],
  pairs: readonly Pair[],
  length: number,
): readonly MatchedRun[] {
  const cost = (run: SourceRun, pair: Pair): number =>
    Math.abs(run.place - pair.place) +
    0.3 * Math.abs(Math.log((pair.words.length + 4) / (run.words.length + 4))) -
    (run.words === pair.words ? 2 : 0);
  const matched: (readonly [SourceRun, Pair])[] = [];
  for (const size of length === 0 ? [] : [1, 2, 3]) {
    matched.push(
      ...nearest(
        source.filter(({ piece }) => piece.text.length === size),
        pairs.filter((pair) => pair.size === size),
        cost,
      ),
    );
  }
  const runsLeft = source.filter((run) => !matched.some(([one]) => one === run));
  const pairsLeft = pairs.filter((pair) => !matched.some(([, other]) => other === pair));
  matched.push(...nearest(runsLeft, pairsLeft, cost));
  return matched.map(([{ piece }, { from, to, inner }]) => ({ piece, from, to, inner }));
}

/** Finds runs that have lost their signs by their words: a name, a foreign word, a number. */
export function wordsFor(
  source: readonly SourceRun[],
  matched: readonly MatchedRun[],
  text: string,
  marks: readonly Range[],
): readonly MatchedRun[] {
  const missing = source.filter(({ piece }) => !matched.some((run) => run.piece === piece));
  const ranges: Range[] = [...marks, ...matched];
  return [...Map.groupBy(missing, ({ words, before }) => `${before} ${words}`).values()].flatMap(
    (alike) => {
      const [first] = alike;
      if (first === undefined) return [];
      const { words, before } = first;
      const touching = before.split(/[^\p{L}\p{N}]/u).at(-1) ?? "";
      if (Array.from(words).length < 3 && touching === "") return [];
      const escaped = words.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
      const start = touching === "" ? String.raw`(?<![\p{L}\p{N}])` : `(?<=${touching})`;
      const end = touching === "" ? String.raw`(?![\p{L}\p{N}])` : "";
      const matches = Array.from(
        text.matchAll(new RegExp(start + escaped + end, "gu")),
        ({ index }) => ({
          from: index,
          to: index + words.length,
        }),
      ).filter(({ from, to }) => !ranges.some((other) => from < other.to && to > other.from));
      if (matches.length !== alike.length) return [];
      return matches.flatMap((inner, index) => {
        const piece = alike[index]?.piece;
        return piece === undefined ? [] : [{ piece, ...inner, inner }];
      });
    },
  );
}
