import { expect, test } from "vitest";

import { detectLanguage } from "#manuscripts/text/detect-language.ts";

test.each([
  ["en", "It was the best of times, and he had not told her that they were on the road to Dover."],
  ["fr", "Elle était assise dans le jardin, et il ne savait pas que son père était parti."],
  ["de", "Er ging in den Garten, und sie sah ihm nicht nach, denn es war schon spät."],
  ["es", "El hombre no sabía que la casa de su padre era una ruina y que había muerto."],
  ["ru", "Он не знал, что она была в саду, и пошёл к реке по старой дороге."],
  ["ja", "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。"],
  ["ko", "그는 오랫동안 바다를 바라보았다. 아무도 오지 않았다."],
  ["zh", "大江东去，浪淘尽，千古风流人物。"],
  ["el", "Ήταν μια σκοτεινή νύχτα και κανείς δεν μιλούσε."],
])("tells %s", (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});

test.each([
  ["nothing", ""],
  ["names alone", "Ilse Brandt, Marlow Finch, Harbour."],
  ["digits and signs", "12 + 30 = 42 … 42"],
  ["relatives with the same words", "Og det var en mann som han hadde til sig i den."],
])("says nothing of %s", (_, text) => {
  expect(detectLanguage(text)).toBeUndefined();
});
