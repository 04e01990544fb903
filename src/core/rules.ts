import type { Language } from "./languages.ts";

/** The settings that rules and cards depend on; times in ms. */
export type Rules = {
  readonly languages: readonly Language[];
  readonly defaultTarget: string;
  readonly maxManuscriptBytes: number;
  /** Code points. */
  readonly previewChars: number;
  readonly quoteStandsMs: number;
  readonly pollMinMs: number;
  readonly pollMaxMs: number;
  readonly partnerTimeoutMs: number;
  readonly resendQuietMs: number;
  readonly resendWindowMs: number;
  /** Names the partner's API key without telling it. */
  readonly keyPrint?: string;
};

/** Code points of a preview that somebody may ask for. */
export const previewCharsAllowed = { least: 1, most: 10_000_000 } as const;

/** Manuscripts times languages of one asking: more would flood a conversation. */
export const cardsAtOnce = 20;

/** Code points of the opening that the partner sees to name the language. */
export const languageSampleChars = 2000;

/** A glossary is drawn from the opening chapters: names show up early, and the whole would cost a full run. */
export function glossaryChars(rules: Pick<Rules, "previewChars">): number {
  return rules.previewChars * 10;
}
