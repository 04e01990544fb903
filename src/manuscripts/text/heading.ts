/** A line that marks the start or the end of the text between its licence notices. */
type Licence = "text-begins" | "text-ends";

/** A line that is the heading of a chapter, of a volume, or of something like a prologue. */
export type HeadingLine = {
  readonly title: string;
  readonly kind: "chapter" | "volume" | "edge" | "matter" | "number" | "section" | Licence;
  /** Number signs of a Markdown heading; 0 for any other line. */
  readonly level: number;
  readonly number?: number | undefined;
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
  if (whole === "" || whole.length > longestHeading) return undefined;
  const marked = markdown.exec(whole)?.groups;
  const bare = withoutOrnaments(marked?.["text"]?.replace(closingSigns, "") ?? whole);
  if (!/[\p{L}\p{N}]/u.test(bare)) return undefined;
  const mark =
    licence(whole) ??
    byWords(bare.replace(spaced, (word) => word.replaceAll(" ", ""))) ??
    (marked === undefined ? byNumber(bare) : section(bare));
  if (mark === undefined || isContentsLine(whole)) return undefined;
  const level = marked?.["signs"]?.length ?? 0;
  return { ...mark, title: shortTitle(bare), level, isLoose: mark.isLoose && level === 0 };
}

/** Returns the heading of a paragraph that its document marks as one; undefined if too long. */
export function markedHeading(text: string, level: number): HeadingLine | undefined {
  if (text.length > 2 * longestHeading || !/[\p{L}\p{N}]/u.test(text)) return undefined;
  const line = text.replaceAll(/\s+/gu, " ");
  const { kind, number } = readHeading(line) ?? { kind: "section" };
  const own = kind === "number" ? "section" : kind;
  return { title: shortTitle(line), kind: own, number, level, isLoose: false };
}

function withoutOrnaments(text: string): string {
  let [start, end] = [0, text.length];
  while (ornaments.has(text.charAt(start))) start += 1;
  while (end > start && ornaments.has(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

type LineLicence = Pick<HeadingLine, "kind" | "number" | "isLoose">;

function licence(line: string): LineLicence | undefined {
  const word = licenceLine.exec(line)?.[1]?.toLowerCase();
  if (word === undefined) return undefined;
  const kind = word === "start" ? "text-begins" : "text-ends";
  return { kind, isLoose: false };
}

const licenceLine = /^\*{3} ?(start|end) of th(?:e|is) project gutenberg e(?:book|text)\b/iu;

function byWords(text: string): LineLicence | undefined {
  if (isMatterTitle(text)) return { kind: "matter", isLoose: true };
  return western(text) ?? eastern(text);
}

/** Reads a heading with its word first, or after the number: “Chapter One”, “Erstes Kapitel”. */
function western(text: string): LineLicence | undefined {
  const match = ownWord(text);
  if (match === undefined) return undefined;
  const { before, unit, rest } = match;
  const { kind, isFree } = unit;
  const startsWithNumber = isNumber.test(before.split(" ", 1)[0] ?? "");
  const isSentence = text.endsWith(".") && /\S\s+\S/u.test(before) && !startsWithNumber;
  // “5. The Letter” is the fifth of all, whatever words its title has.
  const isTitled = startsWithNumber && (kind === "edge" || /\S\s+\S/u.test(before));
  if (/^\p{Ll}|[,;:!?]\s/u.test(before) || isSentence || isTitled) return undefined;
  // “The third volume of Musset lay open.” is a sentence: no sign stands before a title.
  if (before !== "" && kind === "volume" && !startsWithNumber && /^\s.*\.$/u.test(rest))
    return undefined;
  if (kind === "edge") return edge(before, rest, isFree);
  if (before !== "") return counted({ kind, isFree }, before.trim(), rest);
  const { number = "", title = "" } =
    numberFirst.exec(rest.replace(/^\s+a\s+/u, " "))?.groups ?? {};
  // Small Roman numerals would make a heading of “parte di”.
  if (isNumber.test(number) || isOrdinal(number)) return counted({ kind, isFree }, number, title);
  const isNamed = isFree && rest !== "" && (titleKind(rest) !== undefined || fewWords.test(rest));
  const isLoose = /\s\p{Ll}|[,.;]/u.test(rest);
  return isNamed ? { kind, isLoose } : undefined;
}

/** Finds the first word that headings are made of; nothing when more than three stand before it. */
function ownWord(text: string): { before: string; unit: Unit; rest: string } | undefined {
  const match = headingWord.exec(text);
  const unit = kinds.get(match?.[1]?.toLowerCase() ?? "");
  if (match === null || unit === undefined) return undefined;
  const before = text.slice(0, match.index);
  if ((before.match(word)?.length ?? 0) > longestBefore) return undefined;
  return { before, unit, rest: text.slice(match.index + match[0].length) };
}

type Unit = { readonly kind: HeadingLine["kind"]; readonly isFree: boolean };

/** Reads a counted unit. Any word may count chapters: no list of ordinals is long enough. */
function counted({ kind, isFree }: Unit, which: string, rest: string): LineLicence | undefined {
  const title = titleKind(rest);
  const isKnown = isNumber.test(which.split(" ", 1)[0] ?? "") || isOrdinal(which);
  if (title === undefined || !(isKnown || isFree)) return undefined;
  return { kind, number: numberOf(which), isLoose: !isKnown || title === "loose" };
}

function isOrdinal(word: string): boolean {
  return ordinals.has(word.toLowerCase());
}

/** Returns what the rest is: nothing, a title after a separator, or one that could be prose. */
function titleKind(rest: string): "none" | "loose" | "separate" | undefined {
  if (/^\s*[.:)]?$/u.test(rest)) return "none";
  if (/[,;:]$/u.test(rest)) return undefined;
  if (/^[.:)]*\s*[:：–—|-]/u.test(rest)) return rest.endsWith(".") ? "loose" : "separate";
  return /^[.:)]*\s+[^\p{Ll}\s]/u.test(rest) ? "loose" : undefined;
}

function edge(before: string, rest: string, isFree: boolean): LineLicence | undefined {
  const isPlain =
    before === "" &&
    /^(?:\s*[:：.–—-].*|\s+(?:[IVX0-9]{1,4}|\p{Lu})(?:\s*[:：.–—-].*)?|)$/u.test(rest);
  if (!isFree) return isPlain && rest.length <= 1 ? { kind: "edge", isLoose: true } : undefined;
  const isTitle = isPlain || /^(?:\s+[^\s.,;:!?]+){0,3}\.?$/u.test(rest);
  return isTitle ? { kind: "edge", isLoose: !isPlain } : undefined;
}

function eastern(text: string): LineLicence | undefined {
  if (easternEdgeLine.test(text)) return { kind: "edge", isLoose: false };
  const match = chineseOrJapanese.exec(text) ?? koreanChapter.exec(text);
  const { number = "", unit, rest = "" } = match?.groups ?? {};
  if (unit === undefined) return undefined;
  const kind = "卷巻部集季冊册篇編부권편".includes(unit) ? "volume" : "chapter";
  const isSeparate = rest === "" || /^[\s:：、.．・|–—-]+\S/u.test(rest);
  const isTitle = isSeparate
    ? !/[。，、,]$/u.test(rest)
    : rest.length <= 30 && !/[。，、,.\p{Script=Hangul}]/u.test(rest);
  return isTitle ? { kind, number: numberOf(number), isLoose: !isSeparate } : undefined;
}

/** “12”, “XII.” and “3. The Storm” are headings only when the whole manuscript counts that way. */
function byNumber(text: string): LineLicence | undefined {
  const { number, title } = numbered.exec(text)?.groups ?? {};
  const value = number === undefined ? undefined : numberOf(number);
  const isProse = title !== undefined && (title.length > 80 || /[。,、;；:：]$/u.test(title));
  if (value === undefined || isProse) return undefined;
  return { kind: "number", number: value, isLoose: title !== undefined };
}

function section(text: string): LineLicence | undefined {
  return { kind: "section", number: byNumber(text)?.number, isLoose: false };
}

/** True for the title of a page such as the imprint, in any of the languages. */
export function isMatterTitle(title: string): boolean {
  if (title.length > longestMatter) return false;
  // It spares most lines their key. In lower case İ is two characters.
  const isOther = /^[^\P{L}İ]{3}/u.test(title) && !matterStarts.has(startOf(title));
  return !isOther && matterKeys.has(keyOf(title));
}

function startOf(title: string): string {
  return title.slice(0, 3).toUpperCase();
}

/** Returns the letters and digits of a title: what makes two titles the same. */
export function keyOf(title: string): string {
  return title.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

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
function numberOf(numeral: string): number | undefined {
  const digits = numeral
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

const romanDigits: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };
const chineseUnits: Record<string, number> = { 十: 10, 百: 100, 千: 1000 };

/** True for a leader of dots, or a wide gap, before a page number. */
function isContentsLine(line: string): boolean {
  const number = pageNumber.exec(line);
  if (number === null) return false;
  const before = line.slice(0, number.index);
  const text = before.trimEnd();
  const gap = before.slice(text.length);
  return gap.length >= 4 || gap.includes("\t") || /(?:\.{3}|…{2}|·{3})$/u.test(text);
}

/**
 * Words of headings in small letters: in English, Spanish, French, German, Portuguese, Italian,
 * Russian, Polish, Ukrainian, Dutch, Turkish, Vietnamese, Czech, Hungarian, Indonesian, Arabic,
 * Hindi, Thai, and for chapters in Romanian, Slovenian, Serbian, Greek, Swedish, Danish, Norwegian,
 * Finnish, Hebrew, Persian, Bengali, and German before 1901.
 */
const kinds = new Map<string, Unit>([
  ...units({ kind: "chapter", isFree: true }, [
    "chapter capítulo capitulo capitolo chapitre kapitel глава rozdział розділ hoofdstuk bölüm",
    "chương kapitola fejezet bab الفصل الباب अध्याय परिच्छेद บทที่ capitolul poglavje поглавље κεφάλαιο kapitlet",
    "capitel kapittel פרק فصل অধ্যায় অধ্যায় পরিচ্ছেদ κεφαλαιο",
  ]),
  // So common that only a number makes a heading of them.
  ...units({ kind: "chapter", isFree: false }, [
    "chap ch cap kap rozdz letter lettre carta lettera brief list письмо лист levél act acte atto acto canto",
    "episode épisode episodio episódio эпизод luku",
  ]),
  ...units({ kind: "volume", isFree: false }, [
    "part book volume partie livre tome parte libro livro teil buch band часть книга том",
    "część księga tom частина deel boek kısım kitap phần quyển část kniha díl rész könyv kötet",
    "bagian buku الجزء भाग खंड ภาคที่ partea osa חלק بخش খণ্ড μέρος μεροσ",
  ]),
  ...units({ kind: "edge", isFree: true }, [
    "appendix anhang appendice apéndice apêndice anexo annexe приложение додаток bijlage bilaga vedlegg liite függelék příloha",
    "prologue epilogue prelude interlude foreword preface afterword introduction conclusion",
    "prólogo epílogo interludio prefacio introducción conclusión prefácio posfácio interlúdio",
    "épilogue avant-propos préface postface prolog epilog vorwort nachwort zwischenspiel einleitung",
    "prologo epilogo prefazione introduzione conclusione пролог эпилог предисловие послесловие интерлюдия",
    "przedmowa wstęp posłowie zakończenie епілог передмова післямова voorwoord nawoord proloog epiloog",
    "önsöz sonsöz předmluva doslov úvod závěr előszó utószó utószava lời prakata مقدمة خاتمة प्रस्तावना उपसंहार บทนำ",
  ]),
  // Nothing but the word makes a heading of these.
  ...units({ kind: "edge", isFree: false }, [
    "notes bibliography acknowledgements acknowledgments glossary anmerkungen bibliographie literaturverzeichnis notas",
    "bibliografía bibliografia примечания библиография note bibliographie",
  ]),
]);

function units(unit: Unit, lists: readonly string[]): readonly (readonly [string, Unit])[] {
  return lists.flatMap(inWords).map((word) => [word, unit]);
}

/** Edge words in Chinese, Japanese and Korean. The longer of two that begin alike comes first. */
const eastEdges = [
  "序章 序幕 序言 序 楔子 引子 引言 前言 尾声 尾聲 后记 後記 终章 終章 番外編 番外篇 番外 外传 外傳",
  "幕間 閑話 プロローグ エピローグ まえがき あとがき はじめに おわりに",
  "프롤로그 에필로그 서장 서막 서문 종장 막간 외전 번외 후기 작가의\\s?말 머리말 맺음말",
].flatMap(inWords);

/** Whole titles of front and back matter: pages that were not written for readers. */
const matterTitles = [
  "contents|table of contents|copyright|copyright page|copyright notice|imprint|colophon|uncopyright",
  "title page|titlepage|half title|index|index of names|list of illustrations|about the publisher",
  "índice|índice general|contenido|página de créditos|créditos|página legal|colofón|portada|portadilla",
  "índice analítico|índice onomástico|sobre la editorial|derechos de autor",
  "table des matières|table des chapitres|sommaire|mentions légales|page de titre|achevé d’imprimer",
  "index des noms|à propos de l’éditeur|table des illustrations",
  "inhalt|inhaltsverzeichnis|impressum|titelseite|titelblatt|schmutztitel|kolophon|über den verlag",
  "sachregister|personenregister|namenregister|stichwortverzeichnis|abbildungsverzeichnis",
  "sumário|índice remissivo|ficha técnica|ficha catalográfica|colofão|folha de rosto|página de rosto",
  "direitos autorais|sobre a editora|indice|sommario|frontespizio|indice dei nomi|note legali",
  "содержание|оглавление|титульный лист|выходные данные|именной указатель|предметный указатель",
  "алфавитный указатель|об издательстве|зміст|титульна сторінка|вихідні дані|іменний покажчик",
  "предметний покажчик|про видавництво|садржај|περιεχόμενα",
  "spis treści|strona tytułowa|strona redakcyjna|stopka redakcyjna|indeks|o wydawnictwie|kolofon",
  "inhoud|inhoudsopgave|colofon|titelpagina|titelblad|over de uitgever",
  "içindekiler|künye|dizin|telif hakkı|yayınevi hakkında|mục lục|bản quyền|trang bản quyền",
  "obsah|tiráž|rejstřík|jmenný rejstřík|titulní list|o nakladatelství",
  "tartalom|tartalomjegyzék|impresszum|címlap|tárgymutató|névmutató|a kiadóról",
  "daftar isi|hak cipta|halaman judul|halaman hak cipta|tentang penerbit",
  "cuprins|pagina de titlu|kazalo|innehåll|innehållsförteckning|indhold|indholdsfortegnelse",
  "المحتويات|فهرس المحتويات|الفهرس|حقوق النشر|صفحة العنوان|विषय सूची|अनुक्रमणिका|สารบัญ|ลิขสิทธิ์|ดัชนี",
  "目录|目錄|版权|版权页|版權頁|版权信息|扉页|扉頁|目次|奥付|索引|차례|목차|판권|색인|찾아보기",
].flatMap((list) => list.split("|"));

/** Words that say which volume it is; “part of it” is none. */
const ordinals = new Set(
  [
    "one two three four five six seven eight nine ten first second third fourth fifth sixth",
    "uno dos tres cuatro cinco primero primera segundo segunda tercero tercera cuarto cuarta quinto quinta sexta",
    "un deux trois quatre cinq premier première deuxième seconde troisième quatrième cinquième sixième",
    "dois três quatro primeiro primeira terceiro terceira quarto quarta primo prima terzo terza",
    "eins zwei drei vier fünf erster zweiter dritter vierter fünfter sechster siebenter",
    "erstes zweites drittes viertes fünftes sechstes siebentes siebtes achtes",
    "первая вторая третья четвертая пятая шестая перша друга третя четверта",
    "pierwsza druga trzecia czwarta piąta pierwszy drugi trzeci czwarty eerste tweede derde vierde",
    "birinci ikinci üçüncü dördüncü một hai ba nhất nhì první druhá druhý třetí čtvrtá čtvrtý",
    "első második harmadik negyedik ötödik pertama kedua ketiga الأول الثاني الثالث الرابع पहला दूसरा तीसरा",
    "întâi întîi doua treia patra cincea אחד שני שלישי اول دوم سوم",
  ].flatMap(inWords),
);

function inWords(list: string): readonly string[] {
  return list.split(" ");
}

const matterKeys = new Set(matterTitles.map(keyOf));
const longestMatter = Math.max(...matterTitles.map(({ length }) => length));
const matterStarts = new Set(Array.from(matterKeys, startOf));

const chineseNumber = "[0-9０-９一二三四五六七八九十百千零〇两兩]{1,9}";
const romanNumber = "[IVXLCDMІХ]{1,9}";
const word = /[^\s.,;:!?]+/gu;
/** A Thai word needs no blank after its “ที่”. */
const headingWord = new RegExp(
  `(?<![^\\s.,;:!?])(บทที่|ภาคที่|(?:${[...kinds.keys()].join("|")})(?![^\\s.,;:!?]))\\.?`,
  "iu",
);
/** Words before a heading's own word. */
const longestBefore = 3;
const isNumber = new RegExp(`^(?:\\p{Nd}{1,5}|${romanNumber}|[א-ת]{1,3})[.)]?$`, "u");
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
/** Letters that a printer has set apart. */
const spaced = /^(?:\p{L} ){3,}\p{L}(?!\p{L})/u;
const markdown = /^(?<signs>#{1,4})\s+(?<text>\S.*)$/u;
// The lookbehind matches a run only from its start: a try from each of its places costs quadratic
// time.
const closingSigns = /(?<!#)#+$/u;
const ornaments = new Set(" \u{A0}\u{3000}\t*_~=<>§＜＞·•◆◇■□●○★☆▼▲–—-");
const pageNumber = /(?<!\d)\d{1,4}$/u;
