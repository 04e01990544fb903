/**
 * Folds texts to their letters and digits alone, each code point by itself: without marks, signs,
 * spaces and capitals, in compatible forms. So the pieces of a text may end anywhere.
 */

/** The letters of a code point, as units of UTF-16. */
export function lettersOf(codePoint: number): readonly number[] {
  if (codePoint >= 0xd800 && codePoint < 0xe000) return [];
  const bare = keptIn(String.fromCodePoint(codePoint)).join("");
  // Twice in lower case: ß and ẞ become ss, and ı and İ become i.
  const lower = bare.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");
  const folded = keptIn(lower).map((letter) => alike.get(letter) ?? letter);
  return Array.from(folded.join(""))
    .filter((letter) => !isModifier(letter.codePointAt(0) ?? 0))
    .flatMap((letter) => Array.from({ length: letter.length }, (_, n) => letter.charCodeAt(n)));
}

function keptIn(text: string): readonly string[] {
  return Array.from(text.normalize("NFKD")).filter((one) => /^[\p{L}\p{N}]$/u.test(one));
}

/** Letters that people write for each other: ligatures, and the Arabic and Persian kaf and yeh. */
const alike = new Map([
  ["œ", "oe"],
  ["æ", "ae"],
  ["\u0643", "\u06a9"],
  ["\u064a", "\u06cc"],
  ["\u0649", "\u06cc"],
]);

/** Unicode counts U+02BC as a letter, though it is an apostrophe; U+0640 only stretches a line. */
function isModifier(codePoint: number): boolean {
  return (codePoint >= 0x2b0 && codePoint <= 0x2ff) || codePoint === 0x640;
}

/** The only letter of each of 256 code points, 0 for none, or `several`. */
export type FoldPage = Uint16Array;

/** No letter has this unit. */
export const several = 0xffff;

/** Pages by the code point's higher bits, filled when one of their code points is first met. */
export const foldPages: (FoldPage | undefined)[] = Array.from({ length: 0x1100 });
const longFolds = new Map<number, readonly number[]>();

export function fillFoldPage(number: number): FoldPage {
  const page = new Uint16Array(256);
  for (let low = 0; low < 256; low += 1) {
    const letters = lettersOf(number * 256 + low);
    const [only = 0] = letters;
    page[low] = letters.length > 1 ? several : only;
    if (letters.length > 1) longFolds.set(number * 256 + low, letters);
  }
  foldPages[number] = page;
  return page;
}

/** Returns the letters of a code point whose page says `several`. */
export function longFoldOf(codePoint: number): readonly number[] {
  return longFolds.get(codePoint) ?? [];
}
