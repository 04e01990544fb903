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
  const [first, ...others] = Object.entries(littleWordsIn(opening));
  const best = others.reduce((one, other) => (other[1] > (one?.[1] ?? 0) ? other : one), first);
  return best === undefined || best[1] === 0 ? "und" : best[0];
}

/** How many little words of each language in Latin letters a text has. */
export function littleWordsIn(text: string): Readonly<Record<string, number>> {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const hits = littleWords.map(([code, little]) => {
    const known = new Set(little.split(" "));
    return [code, words.filter((word) => known.has(word)).length] as const;
  });
  return Object.fromEntries(hits);
}
