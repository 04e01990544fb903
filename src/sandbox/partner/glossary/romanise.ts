/**
 * A preferred spelling in Latin letters: kana by Hepburn, Hangul by the Revised Romanisation, and
 * everything else as it is.
 */
export function romanise(term: string): string {
  if (/^[\u3041-\u3096\u30A1-\u30FC・＝]+$/u.test(term)) return capitalised(romaniseKana(term));
  if (/^\p{Script=Hangul}+$/u.test(term)) return capitalised(romaniseHangul(term));
  return term;
}

const kana = new Map(
  (
    "アa イi ウu エe オo カka キki クku ケke コko ガga ギgi グgu ゲge ゴgo サsa シshi スsu セse ソso " +
    "ザza ジji ズzu ゼze ゾzo タta チchi ツtsu テte トto ダda ヂji ヅzu デde ドdo ナna ニni ヌnu ネne " +
    "ノno ハha ヒhi フfu ヘhe ホho バba ビbi ブbu ベbe ボbo パpa ピpi プpu ペpe ポpo マma ミmi ムmu " +
    "メme モmo ヤya ユyu ヨyo ラra リri ルru レre ロro ワwa ヲo ンn ヴvu"
  )
    .split(" ")
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
);
const small: Readonly<Record<string, string>> = {
  ャ: "ya",
  ュ: "yu",
  ョ: "yo",
  ァ: "a",
  ィ: "i",
  ゥ: "u",
  ェ: "e",
  ォ: "o",
};

function romaniseKana(term: string): string {
  let written = "";
  let doubled = false;
  for (const letter of toKatakana(term)) {
    const glide = small[letter];
    const sound = kana.get(letter) ?? "";
    if (letter === "ッ") doubled = true;
    else if (letter === "・" || letter === "＝") written += " ";
    else if (letter === "ー") continue;
    else if (glide !== undefined) written = withGlide(written, glide);
    else {
      written += doubled ? `${sound.startsWith("ch") ? "t" : sound.charAt(0)}${sound}` : sound;
      doubled = false;
    }
  }
  return written;
}

function withGlide(written: string, glide: string): string {
  const stem = written.slice(0, -1);
  // sha, cha, ja: the y is not written; fa, ti, va: the vowel is replaced.
  if (/(?:sh|ch|j)$/.test(stem)) return stem + glide.replace("y", "");
  return stem + glide;
}

function toKatakana(term: string): string {
  return term.replace(/[\u3041-\u3096]/gu, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) + 0x60),
  );
}

const initials = "g kk n d tt r m b pp s ss - j jj ch k t p h".split(" ");
const vowels = "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i".split(" ");
const finals = "- k k k n n n t l k m l l l p l m p p t t ng t t k t p t".split(" ");

function romaniseHangul(term: string): string {
  return Array.from(term)
    .map((syllable) => {
      const index = syllable.charCodeAt(0) - 0xac00;
      const parts = [
        initials[Math.floor(index / 588)],
        vowels[Math.floor((index % 588) / 28)],
        finals[index % 28],
      ];
      return parts.join("").replaceAll("-", "");
    })
    .join("");
}

function capitalised(words: string): string {
  return words.replace(/(?:^|\s)\S/gu, (letter) => letter.toUpperCase());
}
