import { describe, expect, test } from "vitest";

import {
  bookHash,
  canonicalTarget,
  claimOf,
  isClaimed,
  namesOf as namesLookedFor,
} from "#domain/coverage.ts";
import { termHome } from "#domain/glossary/quote-terms.ts";
import type { Quote } from "#domain/quote.ts";
import type { Task, TaskState } from "#domain/task.ts";

import {
  aLanguageTask,
  aPreview,
  aQuote,
  aTask,
  anEstimateTask,
  completed,
  failed,
  noon,
  rejectedFor,
  running,
  unknown,
  vanished,
  opening,
} from "../builders.ts";
import { chapters, namesOf, text, undivided } from "./texts.ts";

function aBook(letters: string, changes: Partial<Quote> = {}): Quote {
  return aQuote({ reading: { status: "read", manuscript: text(letters) }, ...changes });
}

const ofChapters = (...numbers: readonly number[]): Partial<Task> => ({
  slice: chapters(...numbers),
});

function claim(task: Task, quote = aBook("abc")) {
  return claimOf(quote, task, namesOf("abc"));
}

describe("a run claims its text", () => {
  test.each<readonly [string, TaskState]>([
    ["is approved", { status: "approved" }],
    ["is being sent", { status: "sending" }],
    ["runs", running()],
    ["is done", completed()],
    ["may exist", unknown],
    ["failed, for it may be charged all the same", failed()],
    ["is gone at the partner", vanished],
    ["was settled by an admin, who may be wrong", rejectedFor("not-created")],
  ])("once it %s", (_, state) => {
    expect(isClaimed(aTask({ state }))).toBe(true);
  });

  test.each([
    "bad-request",
    "unauthorized",
    "short-of-credits",
    "text-changed",
    "terms-gone",
    "file-gone",
    "cancelled",
  ] as const)("no more once it certainly came to nothing: %s", (reason) => {
    expect(isClaimed(aTask({ state: rejectedFor(reason) }))).toBe(false);
  });

  test("unless it is an inquiry, which nobody approves", () => {
    expect([aLanguageTask(), anEstimateTask()].map(isClaimed)).toEqual([false, false]);
  });
});

/** Six bytes each. */
function ranksOf({ list }: { readonly list: string } = { list: "" }): number {
  return Buffer.from(list, "base64").length / 6;
}

describe("a claim", () => {
  test("says which run of which card it is, for what, how dear and since when", () => {
    const task = aTask({ glossary: { hash: "9".repeat(64), strategy: "merge" } });

    expect(claim(task)).toMatchObject({
      key: task.key,
      quoteId: aBook("abc").id,
      workspace: "T1",
      target: "fr",
      kind: "translation",
      price: 12_345,
      at: noon,
      glossary: { hash: "9".repeat(64), strategy: "merge" },
    });
  });

  test("of the whole has all names of the text", () => {
    const { slice, names, fingerprints } = claim(aTask());

    expect(slice).toEqual([{ from: 0, to: 9000 }]);
    expect(names.slice(1)).toEqual(["whole abc", "chapter a", "chapter b", "chapter c"]);
    expect(ranksOf(fingerprints)).toBe(90);
  });

  test("of some chapters has the names of these, and not that of the whole", () => {
    const { slice, names, fingerprints } = claim(aTask(ofChapters(1, 3)));

    expect(slice).toEqual(chapters(1, 3));
    expect(names.slice(1)).toEqual(["chapter a", "chapter c"]);
    expect(ranksOf(fingerprints)).toBe(60);
  });

  test("of an opening is known by the whole text and its prints, and by no chapter that is only begun", () => {
    const { slice, names, fingerprints } = claim(aPreview({ slice: opening(4000) }));

    expect(slice).toEqual([{ from: 0, to: 4000 }]);
    expect(names.slice(1)).toEqual(["whole abc", "chapter a"]);
    expect(ranksOf(fingerprints)).toBe(40);
  });

  test("of chapters without a word has no name but that of the bytes", () => {
    const names = { ...namesOf("abc"), chapters: ["chapter a", "", "chapter c"] };
    const blank = claimOf(aBook("abc"), aTask(ofChapters(2)), names);

    expect(blank.names).toEqual(["abc........."]);
  });

  test("of a text without a letter has no name but that of the bytes", () => {
    const names = { whole: "", chapters: ["", "", ""], fingerprints: undefined };

    expect(claimOf(aBook("abc"), aTask(), names).names).toEqual(["abc........."]);
  });

  test("is known by the bytes of its text even where its names are lost", () => {
    const { names, fingerprints } = claimOf(aBook("abc"), aTask(), undefined);
    const found = namesLookedFor(aBook("abc"), undefined);

    expect({ names, fingerprints }).toEqual({ names: ["abc........."], fingerprints: undefined });
    expect(found).toEqual(names);
  });

  test("shares names with another text that has a chapter of it, however that is divided", () => {
    const { names } = claim(aTask());
    const shared = (other: ReturnType<typeof namesLookedFor>) =>
      other.filter((name) => names.includes(name));
    const undividedQuote = aQuote({ reading: { status: "read", manuscript: undivided("abc") } });

    expect(shared(namesLookedFor(aBook("xb"), namesOf("xb")))).toEqual(["chapter b"]);
    expect(shared(namesLookedFor(undividedQuote, { ...namesOf("abc"), chapters: [] }))).toEqual([
      "whole abc",
    ]);
  });

  test("holds no text, no name and nothing of who asked", () => {
    const told = JSON.stringify(claim(aTask(), aBook("abc", { book: "The Lighthouse" })));

    expect(told).not.toMatch(/Lighthouse|Chapter 1|U0MAIA|U0APPROVER/u);
  });
});

test("claims of one book are found by it, in every conversation", () => {
  const place = { ...aBook("abc").place, channel: "C0OTHER" };
  const bookOf = (changes: Partial<Quote>) => claim(aTask(), aBook("abc", changes)).book;

  expect(bookOf({ book: "Lantern", place })).toBe(bookOf({ book: "Lantern" }));
  expect(bookOf({ book: "Harbour" })).not.toBe(bookOf({ book: "Lantern" }));
  // As stored claims have it.
  expect(bookOf({ book: "Lantern" })).toBe("MzgRQfaHBg-9");
  // One without a name is found once it has got one.
  expect(bookOf({})).toBe(bookHash(termHome(aBook("abc"))));
});

test.each([
  ["pt-br", "pt-BR"],
  ["ZH-tw", "zh-TW"],
  ["iw", "he"],
  ["no such code", "no such code"],
])("a language is the same one however its code is written: %s", (code, canonical) => {
  expect(canonicalTarget(code)).toBe(canonical);
});
