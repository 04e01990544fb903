import type { Glossary } from "../../../core/partner.ts";
import { type Span, spansOf } from "./emphasis.ts";
import type { Pair } from "./pair-texts.ts";

/** What may be wrong with a paragraph; `words` are what it is about. */
export type Doubt = {
  readonly why: "missing" | "untranslated" | "repeated" | "short" | "long" | "numbers" | "terms";
  readonly words?: readonly string[];
};

/** A text and its translation, as they are written into a file. */
export type Bilingual = {
  /** The manuscript's, without its ending. */
  readonly name: string;
  /** A UUID: the same for the same run. */
  readonly id: string;
  /** When the translation was finished, ms. */
  readonly at: number;
  /** Language codes; `und` where nobody knows. */
  readonly source: string;
  readonly target: string;
  readonly pairs: readonly Row[];
  /** Whether signs stand around what is emphasised. */
  readonly isMarked: boolean;
  /** Where the chapters begin, in code points of the source; none where it has no more than one. */
  readonly chapters: readonly { readonly title: string; readonly at: number }[];
  /** What people call the columns: number, both languages, comment. */
  readonly heads: readonly [string, string, string, string];
  /** The terms that the run had. */
  readonly glossary: Glossary;
  /** What people call what may be wrong; `{0}` stands for what it is about. */
  readonly remarks: Readonly<Record<Doubt["why"] | "title", string>>;
};

export type Row = Omit<Pair, "targetAt">;

/** A part of a zipped file. */
export type NewPart = { readonly name: string; readonly content: string };

/** The lines of a paragraph, taken apart where something is emphasised. */
export function linesOf(text: string, isMarked: boolean): readonly (readonly Span[])[] {
  const take = isMarked ? spansOf : (line: string) => [{ text: line, signs: 0 }];
  return text.split("\n").map(take);
}

export function isRightToLeft(language: string): boolean {
  return /^(?:ar|dv|fa|he|ps|ur|yi)\b/iu.test(language);
}
