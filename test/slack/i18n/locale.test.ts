import { expect, test } from "vitest";

import { type Locale, createLocale, inEnglish, createLocales } from "#slack/i18n/locale.ts";

const german = createLocale("de", {
  "{0} of {1} credits are used.": "Von {1} Credits sind {0} verbraucht.",
  "{0, plural, one {# credit} other {# credits}}": "{0, plural, one {# Credit} other {# Credits}}",
  "{0, plural, one {# run is} other {# runs are}} not over in {1}.":
    "In {1} {0, plural, one {ist # Lauf} other {sind # Läufe}} nicht zu Ende.",
});

test("a sentence is said in the language, its parts where that language wants them", () => {
  expect(german.t`${1200} of ${3400} credits are used.`).toBe(
    "Von 3.400 Credits sind 1.200 verbraucht.",
  );
});

test("a sentence whose translation is of an earlier wording is said in English", () => {
  const later = createLocale("de", { "{0} has {1} credits left.": { due: "{0} hat {1} übrig." } });

  expect(later.t`${"Ana"} has ${12_000} credits left.`).toBe("Ana has 12.000 credits left.");
});

test("a sentence that the catalogue lacks is said in English rather than not at all", () => {
  expect(german.t`${"Ana"} has ${12_000} left.`).toBe("Ana has 12.000 left.");
});

test("what is put in is never taken for a place to put something in", () => {
  expect(inEnglish.t`${"{1}"} and ${"two"}`).toBe("{1} and two");
});

test.each([
  [0, "0 credits", "0 Credits"],
  [1, "1 credit", "1 Credit"],
  [12_000, "12,000 credits", "12.000 Credits"],
])("%d is counted as its language counts", (count, inEnglishWords, inGermanWords) => {
  expect(inEnglish.counted(count, "credit")).toBe(inEnglishWords);
  expect(german.counted(count, "credit")).toBe(inGermanWords);
});

test.each([
  [1, "1 run is not over in #books.", "In #books ist 1 Lauf nicht zu Ende."],
  [1_200, "1,200 runs are not over in #books.", "In #books sind 1.200 Läufe nicht zu Ende."],
])("a sentence changes whole with %d", (count, inEnglishWords, inGermanWords) => {
  const say = ({ t }: Locale) =>
    t`{${count}, plural, one {# run is} other {# runs are}} not over in ${"#books"}.`;

  expect(say(inEnglish)).toBe(inEnglishWords);
  expect(say(german)).toBe(inGermanWords);
});

test("a mention is no tag of a message", () => {
  expect(inEnglish.t`In <#C1>, ask ${"<@U1>"}.`).toBe("In <#C1>, ask <@U1>.");
});

test("languages, fractions and times are named in the language", () => {
  expect(german.languageName("ja")).toBe("Japanisch");
  expect(german.languageName("no such tag")).toBe("no such tag");
  expect(german.percentOf(0.5)).toBe("50\u00A0%");
  expect(german.utc(Date.UTC(2026, 10, 20, 9, 5))).toBe("20.11.2026, 09:05 UTC");
});

test.each([
  ["zh-TW", "核准"],
  ["zh-HK", "核准"],
  ["zh_Hant_MO", "核准"],
  ["zh-CN", "批准"],
  ["zh-Hans-SG", "批准"],
  ["zh", "批准"],
])("Chinese is written as people in %s write it", async (locale, approve) => {
  const { t } = await createLocales()(locale);

  expect(t`Approve`).toBe(approve);
});

test.each([
  ["en", "a, b, c"],
  ["de", "a, b, c"],
  ["ja", "a、b、c"],
  ["zh", "a、b、c"],
  ["zh-TW", "a、b、c"],
  ["ko", "a, b, c"],
])("parts of a line are divided as %s divides them", (language, line) => {
  const { enumerated } = createLocale(language, {});

  expect(enumerated(["a", "b", "c"])).toBe(line);
  expect(enumerated(["a"])).toBe("a");
});

test.each([
  ["en", "a, b, or c"],
  ["de", "a, b oder c"],
  ["ja", "a、b、またはc"],
])("a choice is written as %s writes it", (language, line) => {
  expect(createLocale(language, {}).anyOf(["a", "b", "c"])).toBe(line);
});

test("who uses Slack in a language that Galley does not speak is spoken to in English", async () => {
  const localeFor = createLocales();

  expect(await localeFor("tlh-KX")).toBe(inEnglish);
  expect(await localeFor("constructor")).toBe(inEnglish);
  expect(await localeFor(undefined)).toBe(inEnglish);
  expect((await localeFor("pt-BR")).language).toBe("pt");
  expect(createLocale("en", {}).t`Approve`).toBe("Approve");
});

test.each([
  ["fr", 1, "1er décembre 2026"],
  ["fr", 11, "11 décembre 2026"],
  ["es", 1, "1 de diciembre de 2026"],
])("in %s, day %d of a month is written as people write it", (language, day, written) => {
  expect(createLocale(language, {}).day(Date.UTC(2026, 11, day))).toBe(written);
});
