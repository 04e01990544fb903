import { expect, test } from "vitest";

import {
  findLanguages,
  languagesAimedAt,
  languagesWished,
  vocabularyOf,
} from "#domain/intake/find-languages.ts";
import { defaultLanguages } from "#domain/settings/setup.ts";
import { spokenLanguages } from "#slack/i18n/locale.ts";

const offered = [...defaultLanguages, { code: "en-GB", name: "English (house style)" }];
const vocabulary = vocabularyOf(offered, spokenLanguages);
const found = (...codes: string[]) => ({ status: "found", codes });

test.each([
  ["fr", found("fr")],
  ["fr de", found("fr", "de")],
  ["French, german and zh_tw", found("fr", "de", "zh-TW")],
  ["brazilian portuguese", found("pt-BR")],
  ["traditional chinese", found("zh-TW")],
  ["Chinese (Traditional)", found("zh-TW")],
  ["simplified chinese, zh-TW", found("zh", "zh-TW")],
  ["portuguese brazilian", found("pt-BR")],
  ["portuguese ger", found("pt", "de")],
  ["fr fr", found("fr")],
  ["ukr", found("uk")],
  ["fr,de", found("fr", "de")],
  ["Französisch", found("fr")],
  ["Franzosisch", found("fr")],
  ["francés, inglés", found("fr", "en")],
  ["alemão e francês", found("de", "fr")],
  ["chinois (Taïwan) et arabe", found("zh-TW", "ar")],
  ["日本語", found("ja")],
  ["フランス語、ドイツ語", found("fr", "de")],
  ["독일어 및 프랑스어", found("de", "fr")],
  ["法语，德文", found("fr", "de")],
  ["葡萄牙文（巴西）", found("pt-BR")],
  ["house style", found("en-GB")],
])("“%s” names languages", (text, expected) => {
  expect(findLanguages(text, vocabulary)).toEqual(expected);
});

test.each([
  ["frr", "frr", "fr"],
  ["fr klingon", "klingon", undefined],
  ["chin", "chin", "zh"],
  ["staus", "staus", undefined],
  ["port", "port", undefined],
  ["フランス語とドイツ語", "フランス語とドイツ語", undefined],
  ["frnech", "frnech", "fr"],
  ["fr, brazillian portugese", "brazillian", "pt-BR"],
  ["Franzözich", "Franzözich", "fr"],
])("“%s” has a word that no single language fits, and it is named", (text, word, near) => {
  expect(findLanguages(text, vocabulary)).toEqual({ status: "unknown", word, near });
});

test("each word is compared with a name a few times, however many follow it", () => {
  const compared = (words: number): number => {
    let times = 0;
    const counted = {
      joining: new Set<string>(),
      languages: [
        {
          code: "fr",
          get names() {
            times += 1;
            return ["french"];
          },
        },
      ],
    };
    findLanguages("french ".repeat(words), counted);
    return times;
  };

  expect(compared(400)).toBeLessThanOrEqual(2 * compared(200));
});

test.each<readonly [string, readonly string[]]>([
  ["please translate this to german", ["de"]],
  ["Please translate into German, French and brazilian portuguese. Thanks!", ["de", "fr", "pt-BR"]],
  ["translate this from Japanese to English", ["en"]],
  ["could you translate chapter 5 in Spanish?", ["es"]],
  ["Bitte ins Deutsche übersetzen", ["de"]],
  ["Übersetzen bitte auf Französisch und Deutsch", ["de", "fr"]],
  ["À traduire vers l’allemand", ["de"]],
  ["Peux-tu traduire ça en anglais ?", ["en"]],
  ["¿Puedes traducir esto al inglés?", ["en"]],
  ["Traduza para o inglês", ["en"]],
  ["ドイツ語に翻訳してください", ["de"]],
  ["请翻译成英语", ["en"]],
  ["請翻譯成德文", ["de"]],
  ["독일어로 번역해 주세요", ["de"]],
])("“%s” aims at %j", (text, codes) => {
  expect(languagesAimedAt(text, vocabulary).toSorted()).toEqual(codes);
});

test("a long message takes no long time", () => {
  expect(languagesAimedAt("to german and ".repeat(3000), vocabulary)).toEqual(["de"]);
});

test.each([
  "please translate",
  "A chapter of my Japanese novel, please translate",
  "Our novel in Japanese: please translate it",
  "please translate it to me",
  "Please send it to Frank, he reads the translation",
  "日本語の小説です。翻訳お願いします",
])("“%s” aims at no language", (text) => {
  expect(languagesAimedAt(text, vocabulary)).toEqual([]);
});

test.each<readonly [string, readonly string[]]>([
  ["to German please", ["de"]],
  ["into German", ["de"]],
  ["German please", ["de"]],
  ["in German, please", ["de"]],
  ["Please translate: German", ["de"]],
  ["auf Deutsch bitte", ["de"]],
  ["Chapter 3, into French", ["fr"]],
  ["For our German edition", []],
  ["It is in Japanese", []],
  ["original in Japanese", []],
  ["from the Japanese", []],
  ["The second part", []],
  ["My editor reads German and will look at all of this, she is back in German", []],
])("beside a manuscript, “%s” wishes for %j", (text, codes) => {
  expect(languagesWished(text, vocabulary, text.includes("translate"))).toEqual(codes);
});
