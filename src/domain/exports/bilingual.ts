import { emphasisSigns } from "#domain/claim.ts";
import { align } from "#domain/delivery/align.ts";
import {
  type Outlined,
  type Paragraph,
  cutAt,
  hasWords,
  paragraphsOf,
} from "#domain/delivery/lines.ts";
import type { Gaps, Glossary } from "#domain/partner.ts";

/** A possible fault of a paragraph; `words` are the numbers or terms concerned. */
export type Doubt = {
  readonly why:
    | "missing"
    | "untranslated"
    | "doubtful"
    | "repeated"
    | "length"
    | "numbers"
    | "terms"
    | "forbidden";
  readonly words?: readonly string[];
};

/** A text and its translation, as they are written to a file. */
export type Bilingual = {
  /** The manuscript's file name without its extension. */
  readonly name: string;
  /** A UUID, always the same for one run. */
  readonly id: string;
  /** The time when the translation was finished, ms. */
  readonly at: number;
  /** Language codes; `und` if unknown. */
  readonly source: string;
  readonly target: string;
  readonly pairs: readonly Row[];
  /** True when emphasis is marked with signs. */
  readonly isMarked: boolean;
  /** Chapter starts in code points of the source; empty for a text without chapters. */
  readonly chapters: readonly { readonly title: string; readonly at: number }[];
  /** The column headings: number, both languages, comment. */
  readonly heads: readonly [string, string, string, string];
  /** The terms that the run was sent. */
  readonly glossary: Glossary;
  /** The terms that the translation may not use. */
  readonly forbidden: readonly string[];
  /** The paragraphs that the partner itself named. */
  readonly gaps?: Gaps | undefined;
  /** The words for each doubt; `{0}` is replaced by the numbers or terms concerned. */
  readonly remarks: Readonly<Record<Doubt["why"] | "title", string>>;
};

export type Row = Omit<Pair, "targetAt">;

/** A part of a zip file. */
export type NewPart = { readonly name: string; readonly content: string };

export function linesOf(text: string, isMarked: boolean): readonly (readonly Span[])[] {
  const take = isMarked ? spansOf : (line: string) => [{ text: line, signs: 0 }];
  return text.split("\n").map(take);
}

export function isRightToLeft(language: string): boolean {
  return /^(?:ar|dv|fa|he|ps|ur|yi)\b/iu.test(language);
}

/** Words of a line, and the number of signs on each side of them: 0 to 3. */
export type Span = { readonly text: string; readonly signs: number };

/** Splits a line at Galley's signs. Returns it whole if they are not in pairs, or of both kinds. */
export function spansOf(line: string): readonly Span[] {
  const [sign, ...others] = Array.from(emphasisSigns).filter((one) => line.includes(one));
  const parts = line.split(pair);
  // Each pair gives its signs and the words between them.
  const spans = parts.flatMap((text, n) =>
    n % 3 === 1 ? [] : [{ text, signs: n % 3 === 0 ? 0 : (parts[n - 1]?.length ?? 0) }],
  );
  const isPlain = sign === undefined || others.length > 0;
  return isPlain || spans.some(({ text }) => text.includes(sign))
    ? [{ text: line, signs: 0 }]
    : spans.filter(({ text }) => text !== "");
}

export function withoutEmphasis(text: string): string {
  return linesOf(text, true)
    .map((line) => line.map((span) => span.text).join(""))
    .join("\n");
}

const pair = /(\*{1,3}|_{1,3})(?![\s*_])([^*_]*)(?<!\s)\1/u;

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
  source: Outlined,
  target: Outlined,
): Generator<void, readonly Pair[] | undefined> {
  if (source.outline === undefined || target.outline === undefined) return undefined;
  const [ours, theirs] = paragraphsOf(source.outline, target.outline);
  if (ours.length === 0 || theirs.length === 0) return undefined;
  const matched = yield* align(ours, theirs);
  const [before, after] = [textsOf(source, ours), textsOf(target, theirs)];
  return matched?.map(({ row, column, ...group }) => ({
    at: placeOf(ours, row),
    targetAt: placeOf(theirs, column),
    source: before.slice(row, row + group.source.length).join("\n"),
    target: after.slice(column, column + group.result.length).join("\n"),
  }));
}

/** Pairs the opening of a preview with its source; texts that do not match stand side by side in one piece. */
export function* excerptOf(source: Outlined, target: Outlined) {
  const [ours, theirs] = [source.text.trim(), target.text.trim()];
  if (ours === "" || theirs === "") return undefined;
  const pairs = yield* pairTexts(source, target);
  return pairs?.map((pair) => [pair.source, pair.target] as const) ?? [[ours, theirs] as const];
}

/** Returns the offset of a paragraph; behind the last one, the offset of the last one. */
function placeOf(paragraphs: readonly Paragraph[], index: number): number {
  return (paragraphs[index] ?? paragraphs.at(-1))?.at ?? 0;
}

/** Returns the text of each paragraph, with the wordless lines that follow it. */
function textsOf({ text, outline }: Outlined, paragraphs: readonly Paragraph[]) {
  const starts = [0, ...paragraphs.slice(1).map(({ at }) => at)];
  const ranges = starts.map((from, index) => ({ from, to: starts[index + 1] ?? Infinity }));
  const joint = (line: string) => (outline?.isWrapped === true && hasWords(line) ? " " : "\n");
  return cutAt(text, ranges).map((paragraph) =>
    paragraph
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .reduce((all, line) => `${all}${joint(line)}${line}`, "")
      .trimStart(),
  );
}
