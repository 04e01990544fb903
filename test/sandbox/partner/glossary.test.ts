import { expect, test } from "vitest";

import { extractTerms } from "../../../src/sandbox/partner/glossary/extract.ts";
import { romanise } from "../../../src/sandbox/partner/glossary/romanise.ts";
import { detectLanguage } from "../../../src/sandbox/partner/languages/detect.ts";
import { fiction } from "./fiction.ts";

const languages = ["en", "es", "de", "zh", "ja", "ko", "fr", "pt", "it", "ru"] as const;

test.each(languages)("the language %s is recognised from an opening", (language) => {
  expect(detectLanguage(fiction[language])).toBe(language);
});

test("a text without letters has no language", () => {
  expect(detectLanguage("1234 …\n")).toBe("und");
});

test("English: names, places and a recurring thing, nothing else", () => {
  expect(sourcesIn("en")).toEqual([
    "Elizabeth",
    "Elizabeth Crane",
    "Hollis",
    "Port Meridian",
    "Tomas Reed",
    "tide clock",
  ]);
});

test("Spanish: names, a place with its connecting word, a recurring thing", () => {
  expect(sourcesIn("es")).toEqual([
    "Herrera",
    "Lucía",
    "Mateo Rivas",
    "Torre de Ámbar",
    "reloj de arena",
  ]);
});

test("German: names, though every noun has a capital", () => {
  expect(sourcesIn("de")).toEqual(["Anna", "Anna Weber", "Jonas"]);
});

test("Chinese: names by surname, a title, a mountain, a sect and a sword", () => {
  expect(sourcesIn("zh")).toEqual(["林远山", "柳长老", "沈清秋", "玄天宗", "赤霄剑", "青云山"]);
});

test("Japanese: names without their honorifics, an island and a recurring thing", () => {
  expect(sourcesIn("ja")).toEqual(["アルベルト", "カレン", "健太郎", "月影島", "羅針盤", "美咲"]);
});

test("Korean: names and places without their particles", () => {
  expect(sourcesIn("ko")).toEqual(["김도현", "달빛섬", "민준", "서연", "은빛나침반"]);
});

test.each(languages)("confidence in %s lies between 0 and 1", (language) => {
  const terms = extractTerms(fiction[language], { language, target: "en" });

  expect(terms.filter(({ confidence }) => !(confidence > 0 && confidence < 1))).toEqual([]);
});

test("the preferred translation is written in the letters of the target language", () => {
  const terms = extractTerms(fiction.ko, { language: "ko", target: "en" });

  expect(terms.find(({ source }) => source === "김도현")?.target).toBe("Gimdohyeon");
});

test("between languages that share a script a name stays as it is", () => {
  const terms = extractTerms(fiction.zh, { language: "zh", target: "ja" });

  expect(terms.find(({ source }) => source === "林远山")?.target).toBe("林远山");
});

test.each([
  ["カレン", "Karen"],
  ["シャーロット", "Sharotto"],
  ["ジャン・マッチ", "Jan Matchi"],
  ["ファティマ", "Fatima"],
  ["서연", "Seoyeon"],
  ["林远山", "林远山"],
])("%s is romanised as %s", (term, written) => {
  expect(romanise(term)).toBe(written);
});

function sourcesIn(language: (typeof languages)[number]): string[] {
  return extractTerms(fiction[language], { language, target: "fr" })
    .map(({ source }) => source)
    .sort();
}
