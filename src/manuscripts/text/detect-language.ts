/**
 * Returns the language of a text by its script and its most frequent words; undefined when they do not
 * tell. A library's tables would take 50 MB.
 */
export function detectLanguage(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const script = scripts.find(([, pattern, share]) => {
    return (text.match(pattern)?.length ?? 0) > letters * share;
  });
  if (script !== undefined) return script[0];
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const [best, second] = Object.entries(frequent)
    .map(([language, common]) => {
      return { language, count: words.filter((word) => common.has(word)).length };
    })
    .sort((one, other) => other.count - one.count);
  if (best === undefined || second === undefined) return undefined;
  const isClear = best.count >= leastWords && best.count >= words.length * leastShare;
  return isClear && best.count >= second.count * lead ? best.language : undefined;
}

/** The share of its letters that proves a language. Chinese has no kana. */
const scripts: readonly (readonly [language: string, pattern: RegExp, share: number])[] = [
  ["ja", /[\p{sc=Hiragana}\p{sc=Katakana}]/gu, 0.2],
  ["ko", /\p{sc=Hangul}/gu, 0.5],
  ["zh", /\p{sc=Han}/gu, 0.8],
  ["el", /\p{sc=Greek}/gu, 0.5],
  ["th", /\p{sc=Thai}/gu, 0.5],
];

const leastWords = 5;
const leastShare = 0.1;
/** Relatives such as Danish and Norwegian share too many words to be told apart. */
const lead = 1.5;

const wordsOf = (list: string) => new Set(list.split(" "));

const frequent = {
  en: wordsOf("the and of to a in that was he it his her with she had you for on at not but they"),
  fr: wordsOf("le la les de des et un une il elle était dans que qui ne pas ce son sa au en pour"),
  de: wordsOf("der die das und ein eine er sie es war in den nicht mit zu ich auf sich von dem im"),
  es: wordsOf("el la los las de y un una que en no se su con por lo había al del era como pero"),
  pt: wordsOf("o a os as de e um uma que em não se com por do da no na ao era como mas seu sua"),
  it: wordsOf("il la lo le gli di e un una che in non si con per era del della al come ma suo"),
  nl: wordsOf("de het een en van in was hij ze niet dat met op te zijn haar voor maar er aan ik"),
  sv: wordsOf("och det att en som han hon var inte på med i ett den av för jag hade till sig om"),
  da: wordsOf("og det at en som han hun var ikke på med i et den af for jeg havde til sig om"),
  nb: wordsOf("og det at en som han hun var ikke på med i et den av for jeg hadde til seg om"),
  fi: wordsOf("ja oli hän se ei on että kun mutta niin hänen kuin sen minä mitä vain nyt ollut"),
  pl: wordsOf("i w na nie się z do to że jest był była jak ale po co tak za od jego o już"),
  cs: wordsOf("a se na v že je to s jako ale do byl byla jeho tak z by si ho co po když"),
  hu: wordsOf("a az és hogy nem egy volt is de mint csak meg azt már ha el még ez én volna"),
  ro: wordsOf("și de la în un o nu că cu pe din se era a lui mai care ce ca dar să au"),
  tr: wordsOf("ve bir bu da de o için ne gibi ama çok daha var diye kadar sonra ben değil onu"),
  ru: wordsOf("и в не на он что с как она я было его но был это к по так за все у из"),
  uk: wordsOf("і в не на він що з як вона я було його але був це до та за все у й від"),
};
