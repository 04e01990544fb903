/**
 * Judges by its characters beyond ASCII and their neighbours how much a text looks like written
 * language. A `fit` of 1 is typical of the likeliest language, more has its common letters; 0 is
 * none. `weight` is the number of characters that were judged.
 */
export function plausibilityOf(text: string): { readonly fit: number; readonly weight: number } {
  const seen = profile(text);
  const weight = seen.letters + seen.marks;
  if (seen.letters === 0) return { fit: seen.marks === 0 ? 0 : 0.9, weight };
  return { fit: Math.max(...writings.map((writing) => fitIn(writing, seen))), weight };
}

function fitIn({ isLatin, usual, weigh }: Writing, seen: ReturnType<typeof profile>): number {
  let sum = 0;
  for (const [character, count] of seen.counts) sum += count * weigh(character);
  const faults = 2 * seen.broken + (isLatin ? 0 : seen.amongLatin);
  return (sum - faults) / seen.letters / usual;
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
    if (nobodys.test(character) || (isWithin && !inWords.test(character))) broken += 1;
    if (plainLetter.test(before) || plainLetter.test(after)) amongLatin += 1;
  }
  return { counts, letters, marks, broken, amongLatin };
}

const typographic = new Set("“”‘’„‚‹›«»–—…•·\u00a0№°§©®™€£¡¿ªº");
const plainLetter = /[A-Za-z]/u;
const letter = /\p{L}/u;
const inWords = /[\p{L}\p{M}]/u;
const nobodys = /[\p{Cc}\p{Co}\p{Cn}]/u;

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
