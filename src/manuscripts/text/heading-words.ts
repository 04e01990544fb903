/**
 * What headings are made of, in small letters: in English, Spanish, French, German, Portuguese, Italian,
 * Russian, Polish, Ukrainian, Dutch, Turkish, Vietnamese, Czech, Hungarian, Indonesian, Arabic, Hindi, Thai,
 * and for chapters in Romanian, Slovenian, Serbian, Greek, Swedish and Danish.
 */
export const chapterWords = [
  "chapter capítulo capitulo capitolo chapitre kapitel глава rozdział розділ hoofdstuk bölüm",
  "chương kapitola fejezet bab الفصل الباب अध्याय परिच्छेद บทที่ capitolul poglavje поглавље κεφάλαιο kapitlet",
].flatMap(inWords);

/** Chapters as well, but so common that only a number makes a heading of them. */
export const numberedWords = [
  "chap ch cap kap rozdz letter lettre carta lettera brief list письмо лист levél act acte atto acto canto",
].flatMap(inWords);

export const volumeWords = [
  "part book volume partie livre tome parte libro livro teil buch band часть книга том",
  "część księga tom частина deel boek kısım kitap phần quyển část kniha díl rész könyv kötet",
  "bagian buku الجزء भाग खंड ภาคที่",
].flatMap(inWords);

export const edgeWords = [
  "prologue epilogue prelude interlude foreword preface afterword introduction conclusion",
  "prólogo epílogo interludio prefacio introducción conclusión prefácio posfácio interlúdio",
  "épilogue avant-propos préface postface prolog epilog vorwort nachwort zwischenspiel einleitung",
  "prologo epilogo prefazione introduzione conclusione пролог эпилог предисловие послесловие интерлюдия",
  "przedmowa wstęp posłowie zakończenie епілог передмова післямова voorwoord nawoord proloog epiloog",
  "önsöz sonsöz předmluva doslov úvod závěr előszó utószó utószava lời prakata مقدمة خاتمة प्रस्तावना उपसंहार บทนำ",
].flatMap(inWords);

/** The same in Chinese, Japanese and Korean; of two that begin alike the longer one comes first. */
export const eastEdges = [
  "序章 序幕 序言 序 楔子 引子 引言 前言 尾声 尾聲 后记 後記 终章 終章 番外編 番外篇 番外 外传 外傳",
  "幕間 閑話 プロローグ エピローグ まえがき あとがき はじめに おわりに",
  "프롤로그 에필로그 서장 서막 서문 종장 막간 외전 번외 후기 작가의\\s?말 머리말 맺음말",
].flatMap(inWords);

/** Which volume it is, since “part of it” is none. */
export const ordinals = [
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
].flatMap(inWords);

function inWords(list: string): readonly string[] {
  return list.split(" ");
}
