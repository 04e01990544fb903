import * as fc from "fast-check";
import { expect, test } from "vitest";

import { defaultLanguages, languageName, sameLanguage } from "#domain/settings/setup.ts";

test.each([
  ["fr", "French"],
  ["zh-TW", "Chinese (Taiwan)"],
  ["xx", "xx"],
  ["not a code", "not a code"],
  ["", ""],
  ["__proto__", "__proto__"],
])("the code %j is shown as %j", (code, name) => {
  expect(languageName(code)).toBe(name);
});

test.each([
  ["pt", "pt-BR", true],
  ["EN", "en-us", true],
  ["zh_TW", "zh", true],
  [" fr", "fr ", true],
  ["en", "es", false],
  ["e", "en", false],
])("%j and %j are one language: %j", (one, other, same) => {
  expect(sameLanguage(one, other)).toBe(same);
});

test("no code that a partner may send breaks a card", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(typeof languageName(one)).toBe("string");
      expect(sameLanguage(one, other)).toBe(sameLanguage(other, one));
    }),
  );
});

test("every language that is offered by default has a name", () => {
  expect(defaultLanguages.filter(({ code, name }) => code === name)).toEqual([]);
});
