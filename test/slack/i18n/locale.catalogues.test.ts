import { TYPE, parse } from "@formatjs/icu-messageformat-parser";
import { describe, expect, test } from "vitest";

import { type Catalogue, catalogues } from "#slack/i18n/locale.ts";

import { dueSentences, isDue, unusedSentences } from "../../../scripts/sentences/catalogues.ts";
import { sentencesIn, sentencesOfTheCode } from "../../../scripts/sentences/code.ts";

const said = sentencesOfTheCode();

test("sentences are found in the code, with what is put into them", () => {
  const code = "say(t`It costs ${count(`${n}`, { a: 1 })}.`, locale.t`Type \\`help\\``, art`no`);";

  expect(sentencesIn(code).map(({ key }) => key)).toEqual(["It costs {0}.", "Type `help`"]);
  expect(said).toContain("Post in thread");
});

const read = await Promise.all(
  Object.entries(catalogues).map(async ([language, load]): Promise<[string, Catalogue]> => [
    language,
    (await load()).default,
  ]),
);

// A release needs them all; a contributor need not know eight languages.
const due = dueSentences(said, Object.fromEntries(read));
if (due.length > 0) console.warn(`${due.length} sentences are due: npm run sentences`);

describe.each(read)("Galley in %s", (language, catalogue) => {
  const sentences = translated(catalogue);

  test("has no sentence that no code says", () => {
    expect(unusedSentences(said, catalogue)).toEqual([]);
  });

  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();

  test("puts everything in that belongs into a sentence", () => {
    const wrong = Object.entries(sentences).filter(([key, translation]) => {
      const [here, there] = [marksOf(key), marksOf(translation)];
      // A language with a single plural form may drop the plural.
      const mayLack = (mark: string) => pluralCategories.length === 1 && isPlural(mark);
      const lost = here.filter((mark) => !there.includes(mark) && !mayLack(mark));
      const more = there.filter((mark) => !here.includes(mark));
      return translation.trim() === "" || lost.length > 0 || more.length > 0;
    });

    expect(wrong).toEqual([]);
  });

  test("has each form of a sentence that changes with a number", () => {
    const wrong = Object.values(sentences).filter((translation) =>
      pluralsOf(translation).some(
        (forms) =>
          pluralCategories.some((category) => !forms.includes(category)) ||
          forms.length !== pluralCategories.length,
      ),
    );

    expect(wrong).toEqual([]);
  });
});

test("no sentence has a straight apostrophe, which would silently quote a place of an ICU message", () => {
  const all = [...said, ...read.flatMap(([, catalogue]) => translationsOf(catalogue))];

  expect(all.filter((sentence) => sentence.includes("'"))).toEqual([]);
});

test("French has no-break spaces before its double signs and within its quotes", async () => {
  const { default: catalogue } = await catalogues.fr();

  const broken = translationsOf(catalogue).filter((sentence) =>
    /[^\u00A0\u202F][;?!»](?:\s|$)|[^\u00A0\u202F]:\s|«[^\u00A0\u202F]/u.test(sentence),
  );

  expect(broken).toEqual([]);
});

test("a command stands apart from full-width signs and letters, else Slack does not draw it as code", () => {
  const wide = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF00-\uFFEF]`;
  const touched = new RegExp(`${wide}\`[^\`]+\`|\`[^\`]+\`${wide}`, "u");
  const all = read.flatMap(([, catalogue]) => translationsOf(catalogue));

  expect(all.filter((sentence) => touched.test(sentence))).toEqual([]);
});

test("Traditional Chinese has no simplified characters", async () => {
  const { default: catalogue } = await catalogues["zh-TW"]();

  expect(
    translationsOf(catalogue)
      .join("")
      .match(/[这们个为对说译语书请设务应见时问题没页张张网络档帐赖点术费额检删创传发读]/gu),
  ).toBeNull();
});

/** Returns what a catalogue says, without what is due. */
function translated(catalogue: Catalogue): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(catalogue).filter((entry): entry is [string, string] => !isDue(entry[1])),
  );
}

function translationsOf(catalogue: Catalogue): readonly string[] {
  return Object.values(translated(catalogue));
}

function isPlural(mark: string): boolean {
  return mark.startsWith(`${TYPE.plural} `);
}

/**
 * Lists placeholders with their kinds, commands and mentions. They are the same in every language,
 * in any order.
 */
function marksOf(sentence: string): readonly string[] {
  const others = [...sentence.matchAll(/`[^`]+`|<[^>]+>/gu)].map(([mark]) => mark);
  return [...new Set(placesOf(astOf(sentence))), ...others].toSorted();
}

function placesOf(elements: ReturnType<typeof astOf>): readonly string[] {
  return elements.flatMap((element) => [
    ...("value" in element && element.type !== TYPE.literal
      ? [`${element.type} ${element.value}`]
      : []),
    ...("options" in element
      ? Object.values(element.options).flatMap(({ value }) => placesOf(value))
      : []),
  ]);
}

function pluralsOf(sentence: string): readonly (readonly string[])[] {
  return astOf(sentence).flatMap((element) =>
    "options" in element ? [Object.keys(element.options)] : [],
  );
}

function astOf(sentence: string) {
  return parse(sentence, { ignoreTag: true });
}
