import { expect, test } from "vitest";

import { detectLanguage, languageInsteadOf, extractTerms } from "#service/contract/text.ts";

test.each([
  [
    "en",
    "When he woke in the morning the sun stood high over the river, and he heard his grandmother’s voice.",
  ],
  [
    "fr",
    "Quand il se réveilla, le soleil était déjà haut sur la rivière et la voix de sa grand-mère montait.",
  ],
  [
    "es",
    "Cuando despertó por la mañana, el sol ya estaba alto sobre el río y de la cocina llegaba una voz.",
  ],
  [
    "de",
    "Als er am Morgen erwachte, stand die Sonne schon hoch über dem Fluss, und aus der Küche kam eine Stimme.",
  ],
  [
    "it",
    "Quando si svegliò al mattino, il sole era già alto sopra il fiume e dalla cucina veniva una voce.",
  ],
  [
    "pt",
    "Quando acordou de manhã, o sol já estava alto sobre o rio e da cozinha vinha a voz da sua velha avó.",
  ],
  [
    "cs",
    "Když se ráno probudil, slunce už stálo vysoko nad řekou a z kuchyně bylo slyšet hlas jeho babičky.",
  ],
  [
    "pl",
    "Kiedy rano otworzył oczy, słońce stało już wysoko nad rzeką, a z kuchni dochodził głos jego babci.",
  ],
  [
    "ro",
    "Când s-a trezit dimineața, soarele era deja sus deasupra râului, iar din bucătărie se auzea o voce.",
  ],
  [
    "vi",
    "Khi anh thức dậy vào buổi sáng, mặt trời đã lên cao trên dòng sông và từ bếp vọng ra tiếng của bà.",
  ],
  [
    "uk",
    "Коли він прокинувся вранці, сонце вже стояло високо над річкою, а з кухні чути було голос його бабусі.",
  ],
  [
    "ru",
    "Когда он проснулся утром, солнце уже стояло высоко над рекой, а из кухни доносился голос его бабушки.",
  ],
  [
    "zh",
    "早晨他醒来的时候，太阳已经高高地挂在河上，厨房里传来他年迈的祖母的声音。他一动不动地听了很久。",
  ],
  [
    "ja",
    "朝目が覚めると、太陽はもう川の上に高く昇っていて、台所からは年老いた祖母の声が聞こえてきた。",
  ],
  [
    "ko",
    "아침에 그가 눈을 떴을 때 해는 이미 강 위에 높이 떠 있었고 부엌에서는 할머니의 목소리가 들려왔다.",
  ],
  ["und", "1234 … * * * 1. 2. 3."],
])("the language %s is recognised from a hundred characters", (language, opening) => {
  expect(detectLanguage(opening)).toBe(language);
});

test("a text is said to be in another language only where that is sure", () => {
  const ukrainian = "Коли він прокинувся вранці, сонце вже стояло високо над річкою.";
  const croatian = "Kad se ujutro probudio, sunce je već stajalo visoko nad rijekom.";
  const english = "When he woke in the morning the sun stood high over the river.";

  const found = [
    languageInsteadOf("cs", english),
    languageInsteadOf("en", english),
    // Relatives, a language of two scripts, and one that is not known.
    languageInsteadOf("ru", ukrainian),
    languageInsteadOf("sr", croatian),
    languageInsteadOf("gl", english),
  ];

  expect(found).toEqual(["en", undefined, undefined, undefined, undefined]);
});

test("terms are the names that come again, without the word that only begins a sentence", () => {
  const text =
    "The Glass Mill burnt. Mara saw the Glass Mill. It was cold. Mara left; it was Tuesday.";

  expect(sourcesIn(text)).toEqual(["Glass Mill", "Mara"]);
});

test("in a script without capitals they are the short runs of letters that come again", () => {
  const text = "健太郎は月影島へ行く。カレンは健太郎と月影島を見た。健太郎が笑った。";

  expect(sourcesIn(text)).toEqual(["健太郎", "月影島"]);
});

test("a term that is met more often is surer, and none is certain", () => {
  const [often, twice] = extractTerms("Mara and Tobin. ".repeat(2) + "Mara. ".repeat(500));

  expect(often?.confidence).toBeGreaterThan(twice?.confidence ?? 1);
  expect(often?.confidence).toBeLessThan(1);
});

function sourcesIn(text: string): string[] {
  return extractTerms(text).map(({ source }) => source);
}
