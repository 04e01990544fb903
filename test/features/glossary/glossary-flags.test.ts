import { expect, test } from "vitest";

import { flagsOf } from "../../../src/features/glossary/rules/term-page.ts";

const term = (source: string, target: string) => ({ source, target });

test("one name that is written in two ways is told of", () => {
  expect(flagsOf([term("Mr. Fox", "狐狸先生"), term("mr fox", "福克斯")])).toEqual([
    { kind: "duplicate", sources: ["Mr. Fox", "mr fox"] },
  ]);
});

test("a name that is translated differently within a longer one is told of", () => {
  expect(flagsOf([term("Aaron", "亚伦"), term("Aaron Smith", "艾伦·史密斯")])).toEqual([
    { kind: "split", part: "Aaron", whole: "Aaron Smith" },
  ]);
  expect(flagsOf([term("Aaron", "亚伦"), term("Aaron Smith", "亚伦·史密斯")])).toEqual([]);
});

test("two terms that would read the same are told of", () => {
  expect(flagsOf([term("Aaron", "亚伦"), term("Aron", "亚伦")])).toEqual([
    { kind: "clash", target: "亚伦", sources: ["Aaron", "Aron"] },
  ]);
});

test("one name written in two ways with one translation is a duplicate and no clash", () => {
  expect(flagsOf([term("Guild", "公会"), term("guild", "公会")])).toEqual([
    { kind: "duplicate", sources: ["Guild", "guild"] },
  ]);
});
