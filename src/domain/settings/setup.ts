/** What the operator has set, as far as rules, steps and cards depend on it; times in ms. */
export type Setup = {
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
  /** A fingerprint of the partner's API key, which does not reveal it. */
  readonly apiKeyFingerprint?: string;
  /** True when other programs use the partner account: then its usage proves nothing. */
  readonly isAccountShared?: boolean;
};

/** The longest opening that is sent alone, in code points: it is held in memory while it is measured. */
export const longestOpeningChars = 1_000_000;

/** Manuscripts times languages of one request: more would flood a conversation. */
export const cardsAtOnce = 20;

/** Code points of the opening that an inquiry sends: what it can cost at most, in credits. */
export const inquiryChars = 2000;

/** Code points of the sample that a glossary is extracted from: the whole would cost a full run. */
export function glossaryChars(setup: Setup): number {
  return setup.previewChars * 10;
}

/** A wait that ends at `at` and counts from a recorded moment; times in ms. */
export type Wait = { readonly at: number; readonly from: number };

export const atOnce: Wait = { from: 0, at: 0 };

export function after(from: number, ms: number): Wait {
  return { from, at: from + ms };
}

/**
 * True when a recorded time lies in the future: its clock was ahead and has been corrected since,
 * or is another replica's. The true age of the record is unknown.
 */
export function isInFuture(noted: number, now: number): boolean {
  return noted > now + driftMs;
}

/**
 * Replicas with NTP differ by milliseconds; this leaves room for worse. It is small beside a minute
 * of quiet, and lengthens the window for resending by no more than itself.
 */
const driftMs = 5000;

/** A target that Galley offers. Contract, Not shown: format of `target_lang`; sent as configured. */
export type Language = { readonly code: string; readonly name: string };

/** Returns the names of languages in a locale; the code itself if the locale has no name for it. */
export function languageNamesIn(locale: string): (code: string) => string {
  const names = new Intl.DisplayNames([locale], { type: "language", fallback: "code" });
  return (code) => {
    try {
      return names.of(code) ?? code;
    } catch {
      return code; // Not every string is a BCP 47 tag; DisplayNames throws on those.
    }
  };
}

export const languageName = languageNamesIn("en");

/** True for variants of one language, such as `pt-BR` and `pt`. */
export function sameLanguage(one: string, other: string): boolean {
  return baseLanguage(one) === baseLanguage(other);
}

/** Returns `pt` of `pt-BR` and of `pt_BR`. */
export function baseLanguage(code: string): string {
  return code.trim().toLowerCase().split(/[-_]/u)[0] ?? "";
}

export const defaultLanguages: readonly Language[] = [
  "en",
  "es",
  "fr",
  "de",
  "it",
  "pt",
  "pt-BR",
  "nl",
  "pl",
  "ru",
  "uk",
  "tr",
  "ar",
  "hi",
  "id",
  "vi",
  "th",
  "ja",
  "ko",
  "zh",
  "zh-TW",
].map((code) => ({ code, name: languageName(code) }));
