import { expect, test } from "vitest";

import { detectLanguage } from "../../src/service/contract/language.ts";
import { extractTerms } from "../../src/service/contract/terms.ts";

test.each([
  ["en", "Elizabeth had never seen the tide clock stop."],
  ["fr", "Le phare ne s'éteignait jamais, et la mer était calme."],
  ["es", "El viejo reloj se detuvo cuando Lucía entró en la casa."],
  ["de", "Der Hafen war leer, und das Licht drehte sich."],
  ["it", "Il faro non si spegneva mai, e il mare era calmo."],
  ["pt", "O farol não se apagava nunca, e o mar estava calmo."],
  ["zh", "林远山推开门，看见沈清秋站在青云山的石阶上。"],
  ["ja", "美咲は港町の喫茶店で健太郎を待っていた。"],
  ["ko", "서연은 항구의 등대 앞에 서 있었다."],
  ["ru", "Маяк никогда не гас."],
  ["und", "1234 …"],
])("the language %s is recognised from an opening", (language, opening) => {
  expect(detectLanguage(opening)).toBe(language);
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
