import { describe, expect, test } from "vitest";

import { type PluralForms, englishUnits } from "../../../src/slack/i18n/catalogue.ts";
import { catalogues } from "../../../src/slack/i18n/tongues.ts";
import { sentencesIn, sentencesOfTheCode } from "./sentences.ts";

const said = sentencesOfTheCode();

test("sentences are found in the code, with what is put into them", () => {
  const code = "say(t`It costs ${count(`${n}`, { a: 1 })}.`, tongue.t`Type \\`help\\``, art`no`);";

  expect(sentencesIn(code)).toEqual(["It costs {0}.", "Type `help`"]);
  expect(said).toContain("Open the file");
});

const read = await Promise.all(
  Object.entries(catalogues).map(
    async ([language, load]) => [language, (await load()).default] as const,
  ),
);

describe.each(read)("the desk in %s", (language, { sentences, units }) => {
  test("says every sentence, and no other", () => {
    const known = Object.keys(sentences);

    expect(said.filter((sentence) => !known.includes(sentence))).toEqual([]);
    expect(known.filter((sentence) => !said.includes(sentence))).toEqual([]);
  });

  test("puts everything in that belongs into a sentence", () => {
    const wrong = Object.entries(sentences).filter(([key, translation]) => {
      const [here, there] = [marksOf(key), marksOf(translation)];
      return translation.trim() === "" || here.join(" ") !== there.join(" ");
    });

    expect(wrong).toEqual([]);
  });

  test("counts everything in each of its forms", () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const wrong = Object.entries<PluralForms>(units).filter(([, forms]) =>
      categories.some((category) => forms[category]?.includes("{0}") !== true),
    );

    expect(wrong).toEqual([]);
    expect(Object.keys(units).toSorted()).toEqual(Object.keys(englishUnits).toSorted());
  });
});

test("Traditional Chinese has no simplified characters", async () => {
  const { default: catalogue } = await catalogues["zh-TW"]();
  const said = [catalogue.sentences, catalogue.units].map((part) =>
    JSON.stringify(Object.values(part)),
  );

  expect(
    said
      .join("")
      .match(/[这们个为对说译语书请设务应见时问题没页张张网络档帐赖点术费额检删创传发读]/gu),
  ).toBeNull();
});

/** Places to put something in, commands and mentions: the same in every language, in any order. */
function marksOf(sentence: string): readonly string[] {
  return [...sentence.matchAll(/\{\d+\}|`[^`]+`|<[^>]+>/gu)].map(([mark]) => mark).toSorted();
}
