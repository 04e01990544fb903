import {
  cardinals,
  chapterWords,
  eastEdges,
  edgeWords,
  ordinals,
  volumeWords,
} from "./heading-words.ts";

/** What one line says when it is the heading of a chapter, of a volume, or of something like a prologue. */
export type HeadingLine = {
  readonly title: string;
  readonly kind: "chapter" | "volume" | "edge" | "number" | "section";
  /** Number signs of a Markdown heading; 0 for any other line. */
  readonly level: number;
  readonly number: number | undefined;
  /** Could be prose as well: it counts only beside a blank line. */
  readonly isLoose: boolean;
};

/** Longer lines are prose. Code points. */
export const longestHeading = 120;

/** Undefined for prose, and for a line of a table of contents that ends in its page number. */
export function readHeading(line: string): HeadingLine | undefined {
  const whole = line.trim();
  if (whole === "" || whole.length > longestHeading || isContentsLine(whole)) return undefined;
  const marked = markdown.exec(whole)?.groups;
  const bare = (marked?.["text"]?.replace(closingSigns, "") ?? whole).replaceAll(ornaments, "");
  if (!/[\p{L}\p{N}]/u.test(bare)) return undefined;
  const found = byWords(bare) ?? (marked === undefined ? byNumber(bare) : sectionOf(bare));
  if (found === undefined) return undefined;
  const level = marked?.["signs"]?.length ?? 0;
  return { ...found, title: shortTitle(bare), level, isLoose: found.isLoose && level === 0 };
}

/** The first characters of every line that could be a heading, in lower case: a quick test for the rest. */
export function headingStarts(): readonly string[] {
  const words = [chapterWords, volumeWords, edgeWords, eastEdges, ordinals, ["正文", "第", "제"]];
  return [...new Set(words.flat().map((word) => word.slice(0, 3)))];
}

type Found = Pick<HeadingLine, "kind" | "number" | "isLoose">;

function byWords(text: string): Found | undefined {
  return western(text) ?? ordinal(text) ?? eastern(text) ?? korean(text) ?? edge(text);
}

function western(text: string): Found | undefined {
  const { word, number = "", rest = "" } = wordFirst.exec(text)?.groups ?? {};
  // Small Roman numerals would make a heading of “parte di”.
  if (word === undefined || /^[ivxlcdm]+$/u.test(number)) return undefined;
  const kind = chapterWords.includes(word.toLowerCase()) ? "chapter" : "volume";
  return withRest({ kind, number: numberOf(number) }, rest);
}

function ordinal(text: string): Found | undefined {
  const { number = "", word, rest = "" } = numberFirst.exec(text)?.groups ?? {};
  if (word === undefined) return undefined;
  const kind = chapterWords.includes(word.toLowerCase()) ? "chapter" : "volume";
  return withRest({ kind, number: numberOf(number) }, rest);
}

/** What may follow the number: nothing, a separator and a title, or a title that could be prose. */
function withRest(found: Pick<Found, "kind" | "number">, rest: string): Found | undefined {
  if (/^\s*[.:]?$/u.test(rest) || /^\s*[:：–—|-]\s*\S/u.test(rest)) {
    return { ...found, isLoose: /[.,;]$/u.test(rest.trim()) && rest.length > 1 };
  }
  const isTitle = /^[.)]?\s+[\p{Lu}\p{N}"'“‘«»„¿¡[(]/u.test(rest) && !/[.,;]$/u.test(rest);
  return isTitle ? { ...found, isLoose: true } : undefined;
}

function eastern(text: string): Found | undefined {
  const { number = "", unit, rest = "" } = chineseOrJapanese.exec(text)?.groups ?? {};
  if (unit === undefined) return undefined;
  const kind = "卷巻部集季冊册篇編".includes(unit) ? "volume" : "chapter";
  return withEasternRest({ kind, number: numberOf(number) }, rest);
}

function korean(text: string): Found | undefined {
  const { number = "", unit, rest = "" } = koreanChapter.exec(text)?.groups ?? {};
  if (unit === undefined) return undefined;
  const kind = "부권편".includes(unit) ? "volume" : "chapter";
  return withEasternRest({ kind, number: numberOf(number) }, rest);
}

function withEasternRest(found: Pick<Found, "kind" | "number">, rest: string): Found | undefined {
  if (rest === "") return { ...found, isLoose: false };
  if (/^[\s:：、.．・|–—-]+\S/u.test(rest))
    return /[。，、,]$/u.test(rest) ? undefined : { ...found, isLoose: false };
  return rest.length <= 30 && !/[。，、,.\p{Script=Hangul}]/u.test(rest)
    ? { ...found, isLoose: true }
    : undefined;
}

function edge(text: string): Found | undefined {
  const found = { kind: "edge", number: undefined, isLoose: false } as const;
  return westernEdge.test(text) || easternEdge.test(text) ? found : undefined;
}

/** “12”, “XII.” and “3. The Storm” are headings only when the whole manuscript counts that way. */
function byNumber(text: string): Found | undefined {
  const { number, title } = numbered.exec(text)?.groups ?? {};
  const value = number === undefined ? undefined : numberOf(number);
  const isProse =
    title !== undefined && (title.length > 60 || /[.。!！?？,、;；:：]$/u.test(title));
  return value === undefined || isProse
    ? undefined
    : { kind: "number", number: value, isLoose: title !== undefined };
}

function sectionOf(text: string): Found | undefined {
  return { kind: "section", number: byNumber(text)?.number, isLoose: false };
}

/** One line of at most 80 code points. */
export function shortTitle(text: string): string {
  const characters = Array.from(text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim());
  return characters.length <= longestTitle
    ? characters.join("")
    : `${characters
        .slice(0, longestTitle - 1)
        .join("")
        .trimEnd()}…`;
}

const longestTitle = 80;

/** Arabic, full-width, Roman or Chinese; undefined for numbers in words. */
function numberOf(written: string): number | undefined {
  const digits = written.normalize("NFKC").replace(/\.$/u, "");
  if (/^\d+$/u.test(digits)) return Number(digits);
  if (/^[IVXLCDM]+$/u.test(digits)) return roman(digits);
  return /^[一二三四五六七八九十百千零〇两兩]+$/u.test(digits) ? chinese(digits) : undefined;
}

function roman(digits: string): number {
  const values = Array.from(digits, (digit) => romanDigits.get(digit) ?? 0);
  return values.reduce(
    (sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value),
    0,
  );
}

function chinese(digits: string): number {
  let [sum, digit] = [0, 0];
  for (const character of digits) {
    const unit = chineseUnits.get(character);
    if (unit === undefined) {
      digit =
        digit * 10 +
        Math.max(0, "〇一二三四五六七八九".indexOf(character.replace(/[两兩]/u, "二")));
    } else {
      sum += Math.max(1, digit) * unit;
      digit = 0;
    }
  }
  return sum + digit;
}

const romanDigits = new Map([
  ["I", 1],
  ["V", 5],
  ["X", 10],
  ["L", 50],
  ["C", 100],
  ["D", 500],
  ["M", 1000],
]);
const chineseUnits = new Map([
  ["十", 10],
  ["百", 100],
  ["千", 1000],
]);

const chineseNumber = "[0-9０-９一二三四五六七八九十百千零〇两兩]{1,9}";
const westernNumber = `(?:[0-9]{1,5}|[IVXLCDM]{1,9}|${[...cardinals, ...ordinals].join("|")})`;
const words = [...chapterWords, ...volumeWords].join("|");

const wordFirst = new RegExp(
  `^(?<word>${words})\\.?\\s+(?<number>${westernNumber})(?![\\p{L}\\p{N}])(?<rest>.*)$`,
  "iu",
);
const numberFirst = new RegExp(
  `^(?<number>[0-9]{1,4}\\.|${ordinals.join("|")})\\s+(?<word>${words})(?![\\p{L}\\p{N}])(?<rest>.*)$`,
  "iu",
);
const chineseOrJapanese = new RegExp(
  `^(?:正文\\s*)?[【［\\[「『〈《]?第\\s*(?<number>${chineseNumber})\\s*(?<unit>[章回話话節节幕夜卷巻部集季冊册篇編])[】］\\]」』〉》]?(?<rest>.*)$`,
  "u",
);
const koreanChapter =
  /^(?=제|\d{1,5}[장화회막절부권편])(?:제\s*)?(?<number>\d{1,5})\s*(?<unit>[장화회막절부권편])(?![\p{Script=Hangul}])(?<rest>.*)$/u;
const westernEdge = new RegExp(
  `^(?:${edgeWords.join("|")})(?:\\s*[:：.–—-].{0,80}|\\s+[IVX0-9]{1,4})?$`,
  "iu",
);
const easternEdge = new RegExp(
  `^[【［\\[「『〈《]?(?:${eastEdges.join("|")})\\s*[0-9０-９一二三四五六七八九十]{0,3}[화話话]?[】］\\]」』〉》]?(?:[\\s:：—–-].{0,40})?(?<![。，、])$`,
  "u",
);
const numbered = new RegExp(
  `^[[(（【]?(?<number>[0-9]{1,4}|[IVXLCDM]{1,9}|${chineseNumber})(?:[\\])）】]?[.．、]?|[.．、:：)]\\s*(?<title>\\S.*))$`,
  "u",
);
const markdown = /^(?<signs>#{1,4})\s+(?<text>\S.*)$/u;
// What stands before a run is looked at first: tried from each of its places, a run costs its square.
const closingSigns = /(?<!#)#+$/u;
const ornaments =
  /^[\s*_~=<>＜＞·•◆◇■□●○★☆▼▲–—-]+|(?<![\s*_~=<>＜＞·•◆◇■□●○★☆▼▲–—-])[\s*_~=<>＜＞·•◆◇■□●○★☆▼▲–—-]+$/gu;
const pageNumber = /(?<!\d)\d{1,4}$/u;

/** A leader of dots, or a wide gap, and a page number. */
function isContentsLine(line: string): boolean {
  const number = pageNumber.exec(line);
  if (number === null) return false;
  const before = line.slice(0, number.index);
  const text = before.trimEnd();
  const gap = before.slice(text.length);
  return gap.length >= 4 || gap.includes("\t") || /(?:\.{3}|…{2}|·{3})$/u.test(text);
}
