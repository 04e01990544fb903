import { littleWords } from "./words.ts";

/** The language of an opening as a code; `und` when nothing speaks for any. */
export function detectLanguage(opening: string): string {
  const letters = opening.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return "und";
  const share = (script: string) => countOf(opening, script) / letters;
  const kana = share("Hiragana") + share("Katakana");
  if (share("Hangul") > 0.3) return "ko";
  // Han characters alone are Chinese; Japanese never goes far without kana.
  if (kana + share("Han") > 0.3) return kana > 0.05 ? "ja" : "zh";
  if (share("Cyrillic") > 0.4) return /[їієґ]/i.test(opening) ? "uk" : "ru";
  const other = otherScripts.find(([script]) => share(script) > 0.4);
  return other?.[1] ?? latinLanguage(opening);
}

const otherScripts = [
  ["Greek", "el"],
  ["Arabic", "ar"],
  ["Hebrew", "he"],
  ["Thai", "th"],
  ["Devanagari", "hi"],
] as const;

function countOf(text: string, script: string): number {
  return text.match(new RegExp(`\\p{Script=${script}}`, "gu"))?.length ?? 0;
}

function latinLanguage(text: string): string {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const scores = [...littleWords].map(([code, little]) => {
    return { code, hits: words.filter((word) => little.has(word)).length };
  });
  const best = scores.sort((one, other) => other.hits - one.hits)[0];
  return best === undefined || best.hits === 0 ? "und" : best.code;
}
