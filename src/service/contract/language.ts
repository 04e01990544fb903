const scripts = [
  // Han characters alone are Chinese; Japanese never goes far without kana.
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, "ja"],
  [/\p{sc=Han}/gu, "zh"],
  [/\p{sc=Hangul}/gu, "ko"],
  [/\p{sc=Cyrillic}/gu, "ru"],
  [/\p{sc=Arabic}/gu, "ar"],
] as const;

/** Little words that tell languages in Latin letters apart. */
const littleWords = [
  ["en", "the and of to was is in it he she that you with for not at his her had but about"],
  ["fr", "le les et des un une du il elle que dans pas est ne avec était vous nous"],
  ["es", "el los las y un una que en se del su por con no era había"],
  ["de", "der die das und ist nicht ein eine den mit sie er war zu ich"],
  ["it", "il di che e un una non è per si era le gli nella"],
  ["pt", "o os e um uma que não do da em se mas era ela ele"],
] as const;

/** The language of an opening as a code; `und` when nothing speaks for any. */
export function detectLanguage(opening: string): string {
  const letters = opening.match(/\p{L}/gu)?.length ?? 0;
  const script = scripts.find(([one]) => (opening.match(one)?.length ?? 0) > letters / 5);
  if (script !== undefined) return script[1];
  const words = opening.toLowerCase().match(/\p{L}+/gu) ?? [];
  const scores = littleWords.map(([code, little]) => {
    const known = new Set(little.split(" "));
    return { code, hits: words.filter((word) => known.has(word)).length };
  });
  const best = scores.reduce((one, other) => (other.hits > one.hits ? other : one));
  return best.hits === 0 ? "und" : best.code;
}
