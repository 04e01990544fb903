import { expect, test } from "vitest";

import { doubtsIn } from "#domain/glossary/term-review.ts";

const term = (source: string, target: string) => ({ source, target });
const doubts = (...terms: Parameters<typeof doubtsIn>[0]) =>
  [...doubtsIn(terms)].map(([source, others]) => [source, ...others]);

test("one name that is written in two ways is told of", () => {
  expect(doubts(term("Mr. Fox", "狐狸先生"), term("mr fox", "福克斯"))).toEqual([
    ["Mr. Fox", "mr fox"],
    ["mr fox", "Mr. Fox"],
  ]);
});

test("a name that is translated differently within a longer one is told of", () => {
  expect(doubts(term("Aaron", "亚伦"), term("Aaron Smith", "艾伦·史密斯"))).toEqual([
    ["Aaron", "Aaron Smith"],
    ["Aaron Smith", "Aaron"],
  ]);
  expect(doubts(term("Aaron", "亚伦"), term("Aaron Smith", "亚伦·史密斯"))).toEqual([]);
});

test("two terms that would read the same are told of", () => {
  expect(doubts(term("Aaron", "亚伦"), term("Aron", "亚伦"))).toEqual([
    ["Aaron", "Aron"],
    ["Aron", "Aaron"],
  ]);
});

test("one name written in two ways with one translation is told of once", () => {
  expect(doubts(term("Guild", "公会"), term("guild", "公会"))).toEqual([
    ["Guild", "guild"],
    ["guild", "Guild"],
  ]);
});

test("of many that read the same a few are named beside each", () => {
  const many = Array.from({ length: 20_000 }, (_, n) => term(`Name ${n}`, "x"));

  expect(doubtsIn(many).get("Name 0")).toEqual(new Set(["Name 1", "Name 2", "Name 3"]));
});
