import { Buffer, isAscii, isUtf8 } from "node:buffer";

import { analyse } from "chardet";

import { EncodingUnclearError, ManuscriptError } from "#domain/errors.ts";
import type { Encoding, Manuscript } from "#domain/manuscript.ts";

import { asBuffer } from "./count.ts";
import {
  byMark,
  type LegacyEncoding,
  legacyEncodings,
  createReader,
  wholeCharacters,
} from "./decode.ts";

/** `otherEncodings` are further possible ones, of a text that is judged by how it reads. */
type Sniffed = Pick<Manuscript, "encoding" | "otherEncodings">;

/**
 * Detects the encoding of a file by its beginning: by its byte order mark, otherwise ISO-2022-JP by
 * its escapes, otherwise UTF-8 when it is valid, otherwise UTF-16 when the pattern of its bytes is
 * plain, otherwise by how it reads. Throws EncodingUnclearError and ManuscriptError.
 */
export function sniff(evidence: Evidence): Sniffed {
  const { bytes } = evidence;
  refuseDocuments(bytes);
  const proven = byMark(bytes) ?? byPattern(evidence);
  if (proven !== undefined) return { encoding: proven };
  const isBinary = bytes.includes(0) || bytes.filter(isControl).length * 100 > bytes.length;
  if (isBinary) throw new ManuscriptError("binary");
  // Any other encoding would make nonsense of its characters, and might look like a language.
  if (isSpoiltUtf8(bytes)) throw new ManuscriptError("undecodable");
  const { isSure, encodings } = guessEncoding(evidence);
  const [encoding, ...otherEncodings] = encodings;
  if (encoding === undefined) throw new ManuscriptError("undecodable");
  if (!isSure) throw new EncodingUnclearError(encodings);
  return { encoding, otherEncodings };
}

function isControl(byte: number): boolean {
  return byte < 0x20 ? byte < 0x09 || byte > 0x0d : byte === 0x7f;
}

/** True when most of the text beyond ASCII is UTF-8, and some is not. */
function isSpoiltUtf8(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString("utf8");
  const spoilt = matches(text, /\ufffd/gu);
  return matches(text, /[^\p{ASCII}]/gu) > 2 * spoilt;
}

const magics =
  "%PDF- PK\x03\x04 \x89PNG \xff\xd8\xff GIF8 \x1f\x8b \xd0\xcf\x11\xe0 7z\xbc\xaf Rar!\x1a \x7fELF ID3\x03 ID3\x04".split(
    " ",
  );

function refuseDocuments(head: Uint8Array): void {
  const start = Buffer.from(head.subarray(0, 8)).toString("latin1");
  if (magics.some((magic) => start.startsWith(magic))) throw new ManuscriptError("binary");
  if (start.startsWith("{\\rtf")) throw new ManuscriptError("unsupported-type");
}

function byPattern({ bytes: head, end }: Evidence): Encoding | undefined {
  if (hasEscapes(head)) {
    if (tryReading({ bytes: head, end: "cut" }, "iso-2022-jp") !== undefined) return "iso-2022-jp";
    throw new ManuscriptError("undecodable");
  }
  if (!head.includes(0) && isWholeUtf8(head, end)) {
    const text = Buffer.from(head).toString("utf8");
    if (matches(text, control) * 100 > text.length) throw new ManuscriptError("binary");
    return "utf-8";
  }
  const little = tryReading({ bytes: head, end: "cut" }, "utf-16le");
  const big = tryReading({ bytes: head, end: "cut" }, "utf-16be");
  if (isPlain(little, big)) return "utf-16le";
  return isPlain(big, little) ? "utf-16be" : undefined;
}

/** A character that is cut after nothing but ASCII belongs to another encoding than UTF-8. */
function isWholeUtf8(head: Uint8Array, end: Evidence["end"]): boolean {
  const whole = wholeCharacters(head);
  const endsRight = end === "cut" || whole.length === head.length || !isAscii(whole);
  return endsRight && isUtf8(whole);
}

/** True for escapes to a character set of two bytes, which no UTF-8 text has. */
export function hasEscapes(bytes: Uint8Array): boolean {
  return asBuffer(bytes).includes("\x1b$");
}

/**
 * Returns true when spaces, line ends and ideographic punctuation show this byte order: in the
 * other order they are characters that hardly any text has. A text without any is judged by its
 * Latin letters.
 */
function isPlain(text: string | undefined, swapped: string | undefined): boolean {
  if (text === undefined || systemMessage.test(text) || matches(text, control) > 0) return false;
  const [here, there] = [matches(text, separators), matches(swapped, separators)];
  if (here + there > 0) return here > 10 * there && here * 1000 >= text.length;
  return matches(text, latin) * 2 > text.length;
}

const control = /(?![\t\n\v\f\r])\p{Cc}/gu;
/** Private and unassigned characters and controls: random bytes are full of them. */
const systemMessage = /[\p{Co}\p{Cn}\u0080-\u009f]/u;
const separators = /[\t\n\r \u3000-\u3002\uff0c]/gu;
const latin = /[A-Za-z]/gu;

function matches(text: string | undefined, pattern: RegExp): number {
  return text?.match(pattern)?.length ?? 0;
}

/** The beginning of a file whose bytes alone prove no encoding. */
type Evidence = {
  readonly bytes: Uint8Array;
  /** `cut` when the file goes on after them, so that they may end within a character. */
  readonly end: "whole" | "cut";
};

/**
 * Reads the bytes in every encoding in which they are valid, and weighs each reading together with
 * chardet's opinion. Returns at most three encodings, the likeliest first: surely that, or any.
 */
export function guessEncoding(evidence: Evidence) {
  const ranked = rank(evidence);
  const sure = isSure(ranked);
  // Somebody who doubts a sure guess sees all others. In an unsure guess, odd ones are not offered.
  const worth = sure ? ranked : ranked.filter(({ fit }) => fit > leastScore);
  return { isSure: sure, encodings: worth.slice(0, 3).map(({ encoding }) => encoding) };
}

function rank(evidence: Evidence): readonly EncodingGuess[] {
  const opinions = opinionsOn(evidence.bytes);
  const readings = new Map<string, EncodingGuess>();
  for (const encoding of legacyEncodings) {
    const text = tryReading(evidence, encoding);
    if (text === undefined) continue;
    const opinion = opinions.get(encoding) ?? 0;
    // Equal readings count as one, under the name of their most common encoding.
    const letters = withoutCommas(text);
    const earlier = readings.get(letters);
    const judged = earlier ?? { encoding, ...plausibilityOf(text), opinion };
    readings.set(letters, { ...judged, opinion: Math.max(judged.opinion, opinion) });
  }
  return [...readings.values()].toSorted((one, other) => total(other) - total(one));
}

/** Replaces commas below with cedillas: Romanian text with either has the same bytes. */
function withoutCommas(text: string): string {
  return text.replaceAll("ș", "ş").replaceAll("ț", "ţ").replaceAll("Ș", "Ş").replaceAll("Ț", "Ţ");
}

type EncodingGuess = {
  readonly encoding: LegacyEncoding;
  readonly fit: number;
  readonly weight: number;
  /** The confidence of chardet, 0 to 1. */
  readonly opinion: number;
};

function isSure([best, ...others]: readonly EncodingGuess[]): boolean {
  if (best === undefined || best.fit < sureScore) return false;
  const needed = sureLead + doubtOfFew / best.weight;
  return others.every((other) => total(best) - total(other) >= needed);
}

/** Common letters alone make no reading much better than a good one. */
function total({ fit, opinion }: EncodingGuess): number {
  return Math.min(1.1, fit) + opinionShare * opinion;
}

function tryReading(
  { bytes, end }: Evidence,
  encoding: Exclude<Encoding, "utf-8">,
): string | undefined {
  const decode = createReader(encoding);
  try {
    const text = decode(bytes);
    return end === "whole" ? text + decode() : text;
  } catch {
    return undefined;
  }
}

function opinionsOn(bytes: Uint8Array): ReadonlyMap<string, number> {
  const opinions = new Map<string, number>();
  for (const { name, confidence } of analyse(bytes)) {
    const own = name.toLowerCase();
    // chardet can hardly tell the members of a family apart.
    const family = families.find((one) => one.includes(own)) ?? [own];
    for (const encoding of family) opinions.set(encoding, confidence / 100);
  }
  return opinions;
}

const families = [
  ["iso-8859-1", "windows-1252", "iso-8859-15"],
  ["iso-8859-2", "windows-1250"],
  ["iso-8859-7", "windows-1253"],
  ["iso-8859-8", "windows-1255"],
  ["iso-8859-6", "windows-1256"],
  ["iso-8859-9", "windows-1254"],
  ["iso-8859-13", "windows-1257"],
  ["koi8-r", "koi8-u"],
];

const leastScore = 0.2;
const sureScore = 0.55;
const sureLead = 0.08;
/** The additional lead that is required when only one character can be judged. */
const doubtOfFew = 0.6;
const opinionShare = 0.4;

/**
 * Judges by its characters beyond ASCII and their neighbours how much a text looks like written
 * language. A `fit` of 1 is typical of the likeliest language, more has its common letters; 0 is
 * none. `weight` is the number of characters that were judged.
 */
function plausibilityOf(text: string): { readonly fit: number; readonly weight: number } {
  const stats = profile(text);
  const weight = stats.letters + stats.marks;
  if (stats.letters === 0) return { fit: stats.marks === 0 ? 0 : 0.9, weight };
  const fit = Math.max(...writings.map((writing) => fitIn(writing, stats)));
  return { fit: controls.test(text) ? fit / 2 : fit, weight };
}

function fitIn({ isLatin, usual, weigh }: Writing, stats: ReturnType<typeof profile>): number {
  let sum = 0;
  for (const [character, count] of stats.counts) sum += count * weigh(character);
  const faults = 2 * stats.broken + (isLatin ? 0 : stats.amongLatin);
  return (sum - faults) / stats.letters / usual;
}

/**
 * Counts characters beyond ASCII: `marks` are quotation marks, dashes and the like, `letters` all
 * others. `broken` are controls, private and unassigned characters, and signs within a word;
 * `amongLatin` are beside a plain Latin letter.
 */
function profile(text: string) {
  const counts = new Map<string, number>();
  let [letters, marks, broken, amongLatin] = [0, 0, 0, 0];
  const characters = Array.from(text);
  for (const [index, character] of characters.entries()) {
    if (character < "\u0080") continue;
    if (typographic.has(character)) {
      marks += 1;
      continue;
    }
    letters += 1;
    counts.set(character, (counts.get(character) ?? 0) + 1);
    const [before = " ", after = " "] = [characters[index - 1], characters[index + 1]];
    const isWithin = letter.test(before) && letter.test(after);
    if (systemMessage.test(character) || (isWithin && !inWords.test(character))) broken += 1;
    if (plainLetter.test(before) || plainLetter.test(after)) amongLatin += 1;
  }
  return { counts, letters, marks, broken, amongLatin };
}

/** Nobody writes one; where another encoding has dashes and quotation marks, this one is wrong. */
const controls = /[\u0080-\u009f]/u;
const typographic = new Set("“”‘’„‚‹›«»–—…•·\u00a0№°§©®™€£¡¿ªº");
const plainLetter = /[A-Za-z]/u;
const letter = /\p{L}/u;
const inWords = /[\p{L}\p{M}]/u;

/** One way of writing. */
type Writing = {
  /** True when its words are Latin letters, so that an accented letter is among plain ones. */
  readonly isLatin: boolean;
  /** The average weight of running text; a reading that reaches it is as good as possible. */
  readonly usual: number;
  readonly weigh: (character: string) => number;
};

/** The letters beyond a to z of Latin alphabets: the frequent ones, then the rest. */
const latinLetters: readonly (readonly [often: string, seldom: string])[] = [
  ["éèàêç", "âæëîïôœùûüÿ"], // French
  ["äöüß", "é"], // German
  ["áéíñó", "úü"], // Spanish
  ["áãçéêíóõ", "âàôúü"], // Portuguese
  ["àèéìòù", "íîú"], // Italian
  ["åäö", "éü"], // Swedish and Finnish
  ["æøå", "éö"], // Danish and Norwegian
  ["áéíóúþæöð", "ý"], // Icelandic
  ["éèëïêüö", "àçñô"], // English and Dutch
  ["ąćęłóśż", "ńź"], // Polish
  ["áčéěířšžý", "ďňóťúů"], // Czech
  ["áčéíľšžý", "äďĺňóôŕťú"], // Slovak
  ["áéóöőü", "íúű"], // Hungarian
  ["ăâîşţ", ""], // Romanian, with cedillas
  ["ăâîșț", ""], // Romanian, with commas
  ["čćđšž", ""], // Croatian and Slovene
  ["çğıöşü", "âîû"], // Turkish
  ["ąčėįšųūž", "ę"], // Lithuanian
  ["āčēīšūž", "ģķļņ"], // Latvian
  ["äõöü", "šž"], // Estonian
  ["ăâđêôơư\u0300\u0301\u0303\u0309\u0323", "áàéèíìóòúùýỳ"], // Vietnamese
  ["ĉĝĥĵŝŭ", ""], // Esperanto
  ["ċġħż", "àèìòù"], // Maltese
  ["âêîôŵŷ", "ûáàéèíìóòúùẁẃẅỳ"], // Welsh
  ["ḃċḋḟġṁṗṡṫáéíóú", ""], // Irish in old spelling
];

/** Alphabets: the frequent letters, then the rest. */
const alphabets: readonly (readonly [often: string, seldom: string])[] = [
  ["оеаинтсрвлкмдпу", "ыьягзбчйхжшюцщэфъё"], // Russian
  ["оаинтсрвлкмдпуеі", "ьягзбчйхжшюцщфїєґ’"], // Ukrainian
  ["аоеитнрсвлпкдмъз", "убгячшжйцщфхью"], // Bulgarian
  ["аоеинрсјтулдквмп", "згбшчцћжђњљхфџѓќѕ"], // Serbian and Macedonian
  ["аонеітрсклвдмыуя", "ьпзбгўчшцжхюйэфё"], // Belarusian
  ["αοιεντσυρκπμλςηάόίέή", "θγδβφχξζψωύώϊϋΐΰ"], // Greek
  ["יוהלאבתרמשנ", "דםעחכפקגזטסצןךףץװױײ"], // Hebrew
  ["الينمتروبةكعسده", "فحقجشطصخضزذثغىءأئؤآظإپچژگکیے،؟؛ـًٌٍَُِّْ"], // Arabic and Persian
  ["านรกเงมยลวดทสตะปบคห่้ัี", "แจพชขใไโผิุูืำๆ็์ซถธญณฟฝภฉศษฐฎฏฑฒฆฌฮฬฤ๐๑๒๓๔๕๖๗๘๙ๅฯ"], // Thai
];

const chinese = among(
  "的一是了我不人在他有这個个上们們来來到时時大地为為子中你说說生国國年着著就那和要她出也得里裡裏后後自以会會家可下而过過天去能对對小多然于於心学學么麼之都好看起发發当當没沒成只如事把还還用第样樣道想作种種开開美总總从從无無情己面最女但现現前些所同日手又行意动動方期它头頭经經长長儿兒回位分爱愛老因很给給名法间間知世什两兩次使身者被高已亲親其进進此话話常与與活正感声聲门門走听聽见見問问夜光水风風眼笑口白",
);
const kanji = among(
  "人一日大年出本中子見言上分生手自行者間事思時気会家女前方入小地合後目長場私下立部学物何来彼話体動知理山内同心実作当新世今書度明力名意用男主通文感定持道外取所現最先身不口夜声母父聞食水花雨音待夢帰開閉残階第章",
);
const hangul = among(
  "이다는의에을가고하를지은도한로사나그어리기서들자있시아라대인해일수부스정제전여만보장과으면니게러와거던했없않것말내때안었네까야요오구조상주음더람집원마생모무신비처소동잠못물",
);

const ideographs = /[\u4e00-\u9fff]/u;
const signs = /[\u3000-\u3017\uff01-\uff1f]/u;

const writings: readonly Writing[] = [
  ...latinLetters.map(([often, seldom]) => {
    const weigh = byClass([bothCases(often), 1], [bothCases(seldom), 0.4]);
    return { isLatin: true, usual: 0.9, weigh };
  }),
  ...alphabets.map(([often, seldom]) => {
    const weigh = byClass([among(often), 1], [bothCases(often + seldom), 0.2]);
    return { isLatin: false, usual: 0.75, weigh };
  }),
  {
    isLatin: false,
    usual: 0.6,
    weigh: byClass([/[\u3041-\u30ff]/u, 1], [signs, 0.5], [kanji, 0.8], [ideographs, 0.1]),
  },
  { isLatin: false, usual: 0.4, weigh: byClass([chinese, 1], [signs, 0.5], [ideographs, 0.1]) },
  {
    isLatin: false,
    usual: 0.65,
    weigh: byClass([hangul, 1], [/[\uac00-\ud7a3]/u, 0.3], [signs, 0]),
  },
];

/** Weighs a character beyond ASCII by the first class it is in, up to 1 (often); -1 is never. */
function byClass(...classes: readonly (readonly [members: RegExp, weight: number])[]) {
  return (character: string): number =>
    classes.find(([members]) => members.test(character))?.[1] ?? -1;
}

function bothCases(letters: string): RegExp {
  return among(letters + letters.toUpperCase());
}

function among(characters: string): RegExp {
  return new RegExp(`[${characters}]`, "u");
}
