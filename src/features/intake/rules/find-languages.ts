import type { Language } from "../../../core/languages.ts";

export type FoundLanguages =
  | { readonly status: "found"; readonly codes: readonly string[] }
  | { readonly status: "unknown"; readonly word: string };

/**
 * The languages that somebody typed, by code or by name, between commas or blanks: `fr de`,
 * `brazilian portuguese, zh-TW`. A name may be begun only (`port`), its words in any order, as long as one
 * language alone fits.
 */
export function findLanguages(text: string, languages: readonly Language[]): FoundLanguages {
  const codes: string[] = [];
  const longest = Math.max(...languages.map(({ name }) => partsOf(name).length));
  for (const piece of text.split(/[,;]+/u)) {
    const words = piece.trim().split(/\s+/u).filter(isSaid);
    for (let at = 0; at < words.length;) {
      // The longest name first: "Brazilian Portuguese" is one language, not two.
      const left = Math.min(longest, words.length - at);
      const lengths = words.slice(at, at + left).map((_, n) => left - n);
      const found = lengths
        .map((length) => ({ length, code: fit(words.slice(at, at + length), languages) }))
        .find(({ code }) => code !== undefined);
      if (found?.code === undefined) return { status: "unknown", word: words[at] ?? "" };
      codes.push(found.code);
      at += found.length;
    }
  }
  return { status: "found", codes: [...new Set(codes)] };
}

function isSaid(word: string): boolean {
  return word !== "" && !["and", "&", "+"].includes(word.toLowerCase());
}

function fit(words: readonly string[], languages: readonly Language[]): string | undefined {
  const said = words.join(" ").toLowerCase();
  const exact = languages.find(
    ({ code, name }) =>
      code.toLowerCase() === said.replace("_", "-") || name.toLowerCase() === said,
  );
  if (exact !== undefined) return exact.code;
  const begun = languages.filter(({ name }) => words.every((word) => begins(word, name)));
  return begun.length === 1 ? begun[0]?.code : undefined;
}

/** A single letter or two would hit a language by accident. */
function begins(word: string, name: string): boolean {
  const said = word.toLowerCase();
  return word.length >= 3 && partsOf(name).some((part) => part.startsWith(said));
}

function partsOf(name: string): readonly string[] {
  return name.toLowerCase().split(/[^\p{L}\p{M}]+/u);
}
