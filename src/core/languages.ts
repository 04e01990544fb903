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
  return base(one) === base(other);
}

function base(code: string): string {
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
