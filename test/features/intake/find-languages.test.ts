import { expect, test } from "vitest";

import { defaultLanguages } from "../../../src/core/languages.ts";
import { findLanguages } from "../../../src/features/intake/rules/find-languages.ts";

const languages = [...defaultLanguages, { code: "pt-BR", name: "Brazilian Portuguese" }];
const found = (...codes: string[]) => ({ status: "found", codes });

test.each([
  ["fr", found("fr")],
  ["fr de", found("fr", "de")],
  ["French, german and zh_tw", found("fr", "de", "zh-TW")],
  ["brazilian portuguese", found("pt-BR")],
  ["portuguese brazilian", found("pt-BR")],
  ["portuguese ger", found("pt", "de")],
  ["fr fr", found("fr")],
  ["ukr", found("uk")],
])("“%s” names languages", (text, expected) => {
  expect(findLanguages(text, languages)).toEqual(expected);
});

test.each([
  ["frr", "frr"],
  ["fr klingon", "klingon"],
  ["chin", "chin"],
  ["staus", "staus"],
])("“%s” has a word that no single language fits, and it is named", (text, word) => {
  expect(findLanguages(text, languages)).toEqual({ status: "unknown", word });
});

test("each word is compared with a name a few times, however many follow it", () => {
  const compared = (words: number): number => {
    let times = 0;
    const counted = [
      {
        code: "fr",
        get name() {
          times += 1;
          return "French";
        },
      },
    ];
    findLanguages("french ".repeat(words), counted);
    return times;
  };

  expect(compared(400)).toBeLessThanOrEqual(2 * compared(200));
});
