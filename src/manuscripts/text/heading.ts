import {
  chapterWords,
  eastEdges,
  edgeWords,
  matterTitles,
  numberedWords,
  ordinals,
  volumeWords,
} from "./heading-words.ts";

/** A line that marks the start or the end of the text between its licence notices. */
type Licence = "text-begins" | "text-ends";

/** A line that is the heading of a chapter, of a volume, or of something like a prologue. */
export type HeadingLine = {
  readonly title: string;
  readonly kind: "chapter" | "volume" | "edge" | "matter" | "number" | "section" | Licence;
  /** Number signs of a Markdown heading; 0 for any other line. */
  readonly level: number;
  readonly number: number | undefined;
  /** True when it could be prose as well: it counts only beside a blank line. */
  readonly isLoose: boolean;
};

/** A heading with its place; `start` and `end` are the code points before and after its line. */
export type Heading = HeadingLine & { readonly start: number; readonly end: number };

/** Longer lines are prose. Code points. */
export const longestHeading = 150;

/** Returns undefined for prose, and for a line of contents that ends in its page number. */
export function readHeading(line: string): HeadingLine | undefined {
  const whole = line.trim();
  if (whole === "" || whole.length > longestHeading || isContentsLine(whole)) return undefined;
  const marked = markdown.exec(whole)?.groups;
  const bare = (marked?.["text"]?.replace(closingSigns, "") ?? whole).replaceAll(ornaments, "");
  if (!/[\p{L}\p{N}]/u.test(bare)) return undefined;
  const found =
    licence(whole) ?? byWords(bare) ?? (marked === undefined ? byNumber(bare) : section(bare));
  if (found === undefined) return undefined;
  const level = marked?.["signs"]?.length ?? 0;
  return { ...found, title: shortTitle(bare), level, isLoose: found.isLoose && level === 0 };
}

/** Returns the beginnings of the words that make a heading or a title of matter, as they are written. */
export function headingStarts(): readonly string[] {
  const words = [chapterWords, numberedWords, volumeWords, edgeWords, matterTitles, licenceWords];
  const capitals = words
    .flat()
    .flatMap((word) => [word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()]);
  return [...new Set([...chapterWords, ...capitals].map((word) => word.slice(0, 4)))];
}

/** Characters with which East Asian headings begin. */
export const eastStarts = Array.from(
  "正第제一二三四五六七八九十百千零两兩０１２３４５６７８９",
).concat(eastEdges.map((word) => word.charAt(0)));

type Found = Pick<HeadingLine, "kind" | "number" | "isLoose">;

function licence(line: string): Found | undefined {
  const word = licenceLine.exec(line)?.[1]?.toLowerCase();
  if (word === undefined) return undefined;
  const kind = word === "start" ? "text-begins" : "text-ends";
  return { kind, number: undefined, isLoose: false };
}

const licenceWords = ["start", "end"];
const licenceLine = /^\*{3} ?(start|end) of th(?:e|is) project gutenberg e(?:book|text)\b/iu;

function byWords(text: string): Found | undefined {
  if (isMatterTitle(text)) return { kind: "matter", number: undefined, isLoose: true };
  return western(text) ?? eastern(text);
}

/** Reads a heading with its word first, or after the number: “Chapter One”, “Erstes Kapitel”. */
function western(text: string): Found | undefined {
  const found = ownWord(text);
  if (found === undefined) return undefined;
  const [written, word = ""] = found;
  const [before, rest] = [text.slice(0, found.index), text.slice(found.index + written.length)];
  const { kind, isFree } = kinds.get(word.toLowerCase()) ?? volume;
  const startsWithNumber = isNumber.test(before.split(" ", 1)[0] ?? "");
  const isSentence = text.endsWith(".") && /\S\s+\S/u.test(before) && !startsWithNumber;
  if (/^\p{Ll}|[,;:!?]\s/u.test(before) || isSentence) return undefined;
  if (kind === "edge") return edge(before, rest);
  if (before !== "") return counted({ kind, isFree }, before.trim(), rest);
  const { number = "", title = "" } = numberFirst.exec(rest)?.groups ?? {};
  // Small Roman numerals would make a heading of “parte di”.
  if (isNumber.test(number) || isOrdinal(number)) return counted({ kind, isFree }, number, title);
  const isNamed = isFree && rest !== "" && (titleKind(rest) !== undefined || fewWords.test(rest));
  const isLoose = /\s\p{Ll}|[,.;]/u.test(rest);
  return isNamed ? { kind, number: undefined, isLoose } : undefined;
}

function ownWord(text: string): RegExpExecArray | undefined {
  token.lastIndex = 0;
  for (let nth = 0; nth <= longestBefore; nth += 1) {
    const found = token.exec(text);
    if (found === null) return undefined;
    if (kinds.has(found[1]?.toLowerCase() ?? "")) return found;
  }
  return undefined;
}

type Unit = Pick<Found, "kind"> & { readonly isFree: boolean };

/** Reads a counted unit. Any word may count chapters: no list of ordinals is long enough. */
function counted({ kind, isFree }: Unit, which: string, rest: string): Found | undefined {
  const title = titleKind(rest);
  const isKnown = isNumber.test(which.split(" ", 1)[0] ?? "") || isOrdinal(which);
  if (title === undefined || !(isKnown || isFree)) return undefined;
  return { kind, number: numberOf(which), isLoose: !isKnown || title === "loose" };
}

function isOrdinal(word: string): boolean {
  return ordinalWords.has(word.toLowerCase());
}

/** Returns what the rest is: nothing, a title after a separator, or one that could be prose. */
function titleKind(rest: string): "none" | "loose" | "separate" | undefined {
  if (/^\s*[.:)]?$/u.test(rest)) return "none";
  if (/[,;:]$/u.test(rest)) return undefined;
  if (/^[.:)]*\s*[:：–—|-]/u.test(rest)) return rest.endsWith(".") ? "loose" : "separate";
  return /^[.:)]*\s+[^\p{Ll}\s]/u.test(rest) ? "loose" : undefined;
}

function edge(before: string, rest: string): Found | undefined {
  const found = { kind: "edge", number: undefined } as const;
  const isPlain = before === "" && /^(?:\s*[:：.–—-].*|\s+[IVX0-9]{1,4}|)$/u.test(rest);
  if (isPlain) return { ...found, isLoose: false };
  return /^(?:\s+[^\s.,;:!?]+){0,3}\.?$/u.test(rest) ? { ...found, isLoose: true } : undefined;
}

function eastern(text: string): Found | undefined {
  if (easternEdgeLine.test(text)) return { kind: "edge", number: undefined, isLoose: false };
  const found = chineseOrJapanese.exec(text) ?? koreanChapter.exec(text);
  const { number = "", unit, rest = "" } = found?.groups ?? {};
  if (unit === undefined) return undefined;
  const kind = "卷巻部集季冊册篇編부권편".includes(unit) ? "volume" : "chapter";
  return withEasternRest({ kind, number: numberOf(number) }, rest);
}

function withEasternRest(found: Pick<Found, "kind" | "number">, rest: string): Found | undefined {
  if (rest === "") return { ...found, isLoose: false };
  const isSeparate = /^[\s:：、.．・|–—-]+\S/u.test(rest);
  const isTitle = isSeparate
    ? !/[。，、,]$/u.test(rest)
    : rest.length <= 30 && !/[。，、,.\p{Script=Hangul}]/u.test(rest);
  return isTitle ? { ...found, isLoose: !isSeparate } : undefined;
}

/** “12”, “XII.” and “3. The Storm” are headings only when the whole manuscript counts that way. */
function byNumber(text: string): Found | undefined {
  const { number, title } = numbered.exec(text)?.groups ?? {};
  const value = number === undefined ? undefined : numberOf(number);
  const isProse = title !== undefined && (title.length > 80 || /[。,、;；:：]$/u.test(title));
  if (value === undefined || isProse) return undefined;
  return { kind: "number", number: value, isLoose: title !== undefined };
}

function section(text: string): Found | undefined {
  return { kind: "section", number: byNumber(text)?.number, isLoose: false };
}

/** True for the title of a page such as the imprint, in any of the languages. */
export function isMatterTitle(title: string): boolean {
  return title.length <= longestMatter && matterKeys.has(keyOf(title));
}

/** Returns the letters and digits of a title: what makes two titles the same. */
export function keyOf(title: string): string {
  return title.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

const matterKeys = new Set(matterTitles.map(keyOf));
const longestMatter = Math.max(...matterTitles.map(({ length }) => length));

/** Returns one line of at most 80 code points. */
export function shortTitle(text: string): string {
  const characters = Array.from(text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim());
  if (characters.length <= longestTitle) return characters.join("");
  const beginning = characters.slice(0, longestTitle - 1).join("");
  return `${beginning.trimEnd()}…`;
}

const longestTitle = 80;

/**
 * Returns the value of an Arabic, full-width, Roman or Chinese number; undefined for numbers in
 * words. Ukrainian books write І and Х.
 */
function numberOf(written: string): number | undefined {
  const digits = written
    .normalize("NFKC")
    .replace(/[.)]$/u, "")
    .replaceAll("І", "I")
    .replaceAll("Х", "X");
  if (/^\d+$/u.test(digits)) return Number(digits);
  if (/^[IVXLCDM]+$/u.test(digits)) return roman(digits);
  return /^[一二三四五六七八九十百千零〇两兩]+$/u.test(digits) ? chinese(digits) : undefined;
}

function roman(digits: string): number {
  const values = Array.from(digits, (digit) => romanDigits[digit] ?? 0);
  return values.reduce(
    (sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value),
    0,
  );
}

function chinese(digits: string): number {
  let [sum, digit] = [0, 0];
  for (const character of digits.replaceAll(/[两兩]/gu, "二")) {
    const unit = chineseUnits[character];
    if (unit === undefined)
      digit = digit * 10 + Math.max(0, "〇一二三四五六七八九".indexOf(character));
    else [sum, digit] = [sum + Math.max(1, digit) * unit, 0];
  }
  return sum + digit;
}

const romanDigits: Readonly<Record<string, number>> = {
  I: 1,
  V: 5,
  X: 10,
  L: 50,
  C: 100,
  D: 500,
  M: 1000,
};
const chineseUnits: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };

const chineseNumber = "[0-9０-９一二三四五六七八九十百千零〇两兩]{1,9}";
const romanNumber = "[IVXLCDMІХ]{1,9}";
const volume = { kind: "volume", isFree: false } as const;
const kinds = new Map<string, Unit>([
  ...chapterWords.map((word) => [word, { kind: "chapter", isFree: true }] as const),
  ...numberedWords.map((word) => [word, { kind: "chapter", isFree: false }] as const),
  ...volumeWords.map((word) => [word, volume] as const),
  ...edgeWords.map((word) => [word, { kind: "edge", isFree: false }] as const),
]);
const ordinalWords = new Set(ordinals);
/** A word. A Thai one needs no blank after its “ที่”. */
const token = /(บทที่|ภาคที่|[^\s.,;:!?]+)\.?/gu;
/** Words before a heading's own word. */
const longestBefore = 3;
const isNumber = new RegExp(`^(?:\\p{Nd}{1,5}|${romanNumber})[.)]?$`, "u");
const numberFirst = /^\s*(?<number>[\p{L}\p{M}\p{Nd}]{1,20})(?![\p{L}\p{M}\p{Nd}])(?<title>.*)$/u;
/** “Chapter the Last”. */
const fewWords = /^\s*\p{L}[\p{L}\p{M}]*(?:[\s-]+\p{L}[\p{L}\p{M}]*){0,2}\.?(?:\s*[:–—].*)?$/u;
const chineseOrJapanese = new RegExp(
  `^(?:正文\\s*)?[【［\\[「『〈《]?第\\s*(?<number>${chineseNumber})\\s*(?<unit>[章回話话節节幕夜卷巻部集季冊册篇編])[】］\\]」』〉》]?(?<rest>.*)$`,
  "u",
);
const koreanChapter =
  /^(?=제|\d{1,5}[장화회막절부권편])(?:제\s*)?(?<number>\d{1,5})\s*(?<unit>[장화회막절부권편])(?![\p{Script=Hangul}])(?<rest>.*)$/u;
const easternEdgeLine = new RegExp(
  `^[【［\\[「『〈《]?(?:${eastEdges.join("|")})\\s*[0-9０-９一二三四五六七八九十]{0,3}[화話话]?[】］\\]」』〉》]?(?:[\\s:：—–-].{0,40})?(?<![。，、])$`,
  "u",
);
const numbered = new RegExp(
  `^[[(（【]?(?<number>[0-9]{1,4}|${romanNumber}|${chineseNumber})(?:[\\])）】]?\\s?[.．、]?(?:\\s?[([]\\d{1,3}[)\\]])?|(?:[.．、:：)]{1,2}|(?=[\\s–—-]))[\\s–—-]*(?<title>[^\\s\\p{Ll}–—-].*))$`,
  "u",
);
const markdown = /^(?<signs>#{1,4})\s+(?<text>\S.*)$/u;
// The lookbehind matches a run only from its start: a try from each of its places costs quadratic
// time.
const closingSigns = /(?<!#)#+$/u;
const ornaments =
  /^[\s*_~=<>§＜＞·•◆◇■□●○★☆▼▲–—-]+|(?<![\s*_~=<>§＜＞·•◆◇■□●○★☆▼▲–—-])[\s*_~=<>§＜＞·•◆◇■□●○★☆▼▲–—-]+$/gu;
const pageNumber = /(?<!\d)\d{1,4}$/u;

/** True for a leader of dots, or a wide gap, before a page number. */
function isContentsLine(line: string): boolean {
  const number = pageNumber.exec(line);
  if (number === null) return false;
  const before = line.slice(0, number.index);
  const text = before.trimEnd();
  const gap = before.slice(text.length);
  return gap.length >= 4 || gap.includes("\t") || /(?:\.{3}|…{2}|·{3})$/u.test(text);
}
