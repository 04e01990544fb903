/** What headings are made of, in small letters: English, Spanish, French, German, Portuguese, Italian, Russian. */
export const chapterWords = "chapter chap capítulo capitulo chapitre kapitel capitolo глава".split(
  " ",
);

export const volumeWords = [
  "part book volume partie livre tome parte libro livro",
  "teil buch band часть книга том",
].flatMap(inWords);

export const edgeWords = [
  "prologue epilogue prelude interlude foreword preface afterword introduction",
  "prólogo epílogo interludio prefacio introducción prefácio posfácio interlúdio",
  "épilogue avant-propos préface postface prolog epilog vorwort nachwort zwischenspiel einleitung",
  "пролог эпилог предисловие послесловие интерлюдия",
].flatMap(inWords);

/** The same in Chinese, Japanese and Korean; of two that begin alike the longer one comes first. */
export const eastEdges = [
  "序章 序幕 序言 序 楔子 引子 引言 前言 尾声 尾聲 后记 後記 终章 終章 番外編 番外篇 番外 外传 外傳",
  "幕間 閑話 プロローグ エピローグ まえがき あとがき はじめに おわりに",
  "프롤로그 에필로그 서장 서막 서문 종장 막간 외전 번외 후기 작가의\\s?말 머리말 맺음말",
].flatMap(inWords);

const tens = inWords("twenty thirty forty fifty sixty seventy eighty ninety");

/** As patterns. */
export const cardinals = [
  ...inWords("one two three four five six seven eight nine ten eleven twelve thirteen fourteen"),
  ...inWords("fifteen sixteen seventeen eighteen nineteen"),
  ...tens.map((ten) => `${ten}(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?`),
  ...inWords("un uno deux dos trois tres quatre cuatro cinq cinco dois três quatro"),
  ...inWords("eins zwei drei vier fünf sechs sieben acht neun zehn"),
];

export const ordinals = [
  "primero primera segundo segunda tercero tercera cuarto cuarta quinto quinta",
  "premier première deuxième troisième quatrième cinquième",
  "primeiro primeira terceiro terceira quarto quarta",
  "erstes zweites drittes viertes fünftes erster zweiter dritter vierter fünfter",
  "первая вторая третья",
].flatMap(inWords);

function inWords(list: string): readonly string[] {
  return list.split(" ");
}
