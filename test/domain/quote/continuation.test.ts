import { expect, test } from "vitest";

import type { Manuscript } from "../../../src/domain/manuscript/manuscript.ts";
import { newsOf } from "../../../src/domain/quote/bundle.ts";
import { choosePart } from "../../../src/domain/quote/choose-part.ts";
import { continued } from "../../../src/domain/quote/continuation.ts";
import { mainProduct, offerOf } from "../../../src/domain/quote/offer.ts";
import type { Quote } from "../../../src/domain/quote/quote.ts";
import type { Task } from "../../../src/domain/task/task.ts";
import {
  aManuscript,
  aPreview,
  aQuote,
  aTask,
  aTwin,
  completed,
  failed,
  hour,
  noon,
  rejectedFor,
  rules,
  unknown,
} from "../../builders.ts";

/** Chapters of 1,000 characters; `marks` says what stands in each: the same letters are the same text. */
function text(marks: string): Manuscript {
  const letters = Array.from(marks);
  return aManuscript({
    characters: letters.length * 1000,
    textSha256: marks.padEnd(64, "."),
    chapters:
      letters.length < 2
        ? []
        : letters.map((_, n) => ({ title: `Chapter ${n + 1}`, start: n * 1000, characters: 1000 })),
    marks: letters.map((_, n) => marks.slice(0, n + 1)),
  });
}

function holding(marks: string, changes: Partial<Quote> = {}): Quote {
  return aQuote({ id: marks, reading: { status: "read", manuscript: text(marks) }, ...changes });
}

/** Handed in before the one that is asked about. */
function earlier(marks: string, changes: Partial<Quote> = {}): Quote {
  const tasks = [aTask({ state: completed() })];
  return holding(marks, { receivedAt: noon - hour, tasks, ...changes });
}

const part = (first: number, last: number) => ({
  from: (first - 1) * 1000,
  to: last * 1000,
  measured: undefined,
});
const run = (changes: Partial<Task>) => [aTask({ state: completed(), ...changes })];
const closed = { status: "declined", by: "U0ANA", at: noon } as const;

test.each<readonly [string, Quote, number | undefined]>([
  ["was translated", earlier("abc"), 3],
  ["is being translated", earlier("abc", { tasks: run({ state: { status: "sending" } }) }), 3],
  ["may have been translated", earlier("abc", { tasks: run({ state: unknown }) }), 3],
  ["has one chapter", earlier("a"), 1],
  ["had its last chapter changed", earlier("abx"), 2],
  ["is half of it still the same", earlier("abxy"), 2],
  ["was more than this is, and is cut now", earlier("abcdefg"), 5],
  ["was erased", earlier("abc", { erasedAt: noon, file: { id: "F1", name: "" } }), 3],
  ["sells its other chapters", earlier("abcd", { tasks: run({ part: part(1, 2) }) }), 4],
  ["sells its first chapters", earlier("abcd", { tasks: run({ part: part(3, 4) }) }), 4],
  [
    "sells none of its other chapters any more",
    earlier("abcd", { tasks: run({ part: part(1, 2) }), decision: closed }),
    2,
  ],
  ["was changed early", earlier("axyz"), undefined],
  ["begins otherwise", earlier("xbc"), undefined],
  [
    "was bought behind what is the same",
    earlier("abx", { tasks: run({ part: part(3, 3) }) }),
    undefined,
  ],
  ["was not bought", earlier("abc", { tasks: [] }), undefined],
  ["failed at the partner", earlier("abc", { tasks: run({ state: failed() }) }), undefined],
  [
    "was taken back",
    earlier("abc", { tasks: run({ state: rejectedFor("cancelled") }) }),
    undefined,
  ],
  ["had a preview", earlier("abc", { tasks: [aPreview({ state: completed() })] }), undefined],
  [
    "was translated into another language",
    earlier("abc", { tasks: run({ target: "es" }) }),
    undefined,
  ],
  ["came later and was translated", earlier("abcdefg", { receivedAt: noon + hour }), 5],
  [
    "came later and was bought in part",
    earlier("abcd", { receivedAt: noon + hour, tasks: run({ part: part(1, 2) }) }),
    2,
  ],
  ["is of another workspace", earlier("abc", { place: elsewhere("T2", "C0BOOKS") }), undefined],
  ["is of another conversation", earlier("abc", { place: elsewhere("T1", "C0OTHER") }), undefined],
  ["was read before there were marks", unmarked("abc"), undefined],
])("a text continues an earlier one that %s, by so many chapters", (_, other, chapters) => {
  const found = continued(holding("abcde"), [other]);

  expect(found?.to).toBe(chapters === undefined ? undefined : chapters * 1000);
});

function elsewhere(workspace: string, channel: string) {
  return { workspace, channel, message: "1.1", thread: "1.1" };
}

function unmarked(marks: string): Quote {
  const manuscript = { ...text(marks), marks: undefined };
  return earlier(marks, { reading: { status: "read", manuscript } });
}

test("a text of the same book is continued in another conversation", () => {
  const other = earlier("abc", { place: elsewhere("T1", "C0OTHER"), book: "Lantern" });

  expect(continued(holding("abcde", { book: "Lantern" }), [other])?.to).toBe(3000);
  expect(continued(holding("abcde", { book: "Harbour" }), [other])).toBeUndefined();
});

test("of a chain of uploads the one that reaches furthest counts, and what it continued is bought with it", () => {
  const first = earlier("ab", { receivedAt: noon - 2 * hour });
  const begun = { ...begunBy(first, 2000), bought: "all" as const };
  const twin = aTwin({ textSha256: text("abcd").textSha256, begun });
  const second = earlier("abcd", { tasks: run({ part: part(3, 4) }), twin });

  const found = continued(holding("abcdef"), [second, first]);

  expect(found).toMatchObject({ quoteId: second.id, to: 4000, bought: "all", isChanged: false });
});

test("that not all of it was bought, and that it went on otherwise, is known", () => {
  const other = earlier("abcx", { tasks: run({ part: part(1, 2) }) });

  expect(continued(holding("abcde"), [other])).toMatchObject({ bought: "some", isChanged: true });
});

function begunBy({ id }: Quote, to: number) {
  const rest = { link: undefined, name: "lantern.txt", at: noon, isChanged: false };
  return { quoteId: id, to, bought: "all" as const, ...rest };
}

function aContinuation(changes: Partial<Quote> = {}): Quote {
  const begun = begunBy(earlier("abc"), 3000);
  const twin = aTwin({ textSha256: text("abcde").textSha256, begun });
  return holding("abcde", { twin, ...changes });
}

test("the new chapters are on offer, until somebody wants others or all of them", () => {
  const quote = aContinuation();
  const { quote: whole } = choosePart(quote, { first: 1, last: 5 });
  const { quote: other } = choosePart(quote, { first: 2, last: 3 });

  expect(mainProduct(quote)).toBe("part");
  expect(offerOf(quote, "part", rules)).toMatchObject({
    price: 2000,
    part: { from: 3000, to: 5000 },
  });
  expect(mainProduct(whole)).toBe("translation");
  expect(offerOf(other, "part", rules)?.part).toEqual({ from: 1000, to: 3000 });
});

test("among several cards it counts with its new chapters", () => {
  const bundle = { speaker: "q1", repeats: false, told: undefined, sum: undefined };

  const news = newsOf(aContinuation({ bundle }), rules);

  expect(news?.count).toMatchObject({ characters: 2000, credits: 2000 });
});
