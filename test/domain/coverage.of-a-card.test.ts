import { describe, expect, test } from "vitest";

import type { CoverStatus } from "#domain/claim.ts";
import {
  approvedSince,
  awaitsCoverage,
  coverageFor,
  coverageMoved,
  covered,
  coveringRuns,
  existing,
  withoutCoverage,
  freeSlice,
  freeTranslation,
  keepCoverage,
  withoutResult,
} from "#domain/coverage.ts";
import { offerOf } from "#domain/offer.ts";
import type { Quote } from "#domain/quote.ts";
import type { Slice } from "#domain/slice.ts";
import type { Task, TaskState } from "#domain/task.ts";

import {
  aCoverage,
  aCoveringRun,
  aPostedQuote,
  aQuote,
  aTask,
  anEstimateTask,
  completed,
  failed,
  noon,
  rejectedFor,
  setup,
  running,
  unknown,
  vanished,
} from "../builders.ts";
import { chapters, text, upTo } from "./texts.ts";

function aBook(changes: Partial<Quote> = {}): Quote {
  const manuscript = text("abcde");
  const { textSha256 } = manuscript;
  const runs = [aCoveringRun()];
  return aQuote({
    reading: { status: "read", manuscript },
    coverage: aCoverage({ textSha256, runs }),
    ...changes,
  });
}

const ofChapters = (...numbers: readonly number[]): Partial<Task> => ({
  slice: chapters(...numbers),
});

describe("a card", () => {
  test("looks what was approved before, once it is read and while it can sell", () => {
    const declined = { decision: { status: "declined", by: "U0ANA", at: noon } } as const;

    expect(awaitsCoverage({ ...aBook(), coverage: undefined })).toBe(true);
    expect(awaitsCoverage(aBook())).toBe(false);
    expect(awaitsCoverage(aPostedQuote())).toBe(false);
    expect(awaitsCoverage({ ...aBook(declined), coverage: undefined })).toBe(false);
  });

  test("looks again for another language, for another text, and when something may have changed", () => {
    const reread = { reading: { status: "read", manuscript: text("abx") } } as const;

    expect(
      [
        { ...aBook(), target: "de" },
        { ...aBook(), ...reread },
      ].map(awaitsCoverage),
    ).toEqual([true, true]);
    expect(
      [
        { ...aBook(), target: "de" },
        { ...aBook(), ...reread },
      ].map(coverageFor),
    ).toEqual([undefined, undefined]);
    expect(awaitsCoverage(withoutCoverage(aBook()))).toBe(true);
  });

  test("that looks again shows what it knew until then, and is told so once", () => {
    const forgotten = withoutCoverage(aBook());

    expect(coveringRuns(forgotten, "translation")).toEqual(coveringRuns(aBook(), "translation"));
    expect(withoutCoverage(forgotten)).toBe(forgotten);
  });

  test("that has not looked yet has nothing to forget, and offers nothing for free", () => {
    const posted = aPostedQuote();

    expect([withoutCoverage(posted), withoutResult(posted, "k0")]).toEqual([posted, posted]);
    expect(freeTranslation(posted)).toBeUndefined();
  });

  test("offers the same, in whatever order earlier runs of one moment were found", () => {
    const { textSha256 } = text("abcde");
    const runs = ["k1", "k2"].map((key) => aCoveringRun({ key }));
    const keysOf = (found: typeof runs) =>
      coveringRuns(aBook({ coverage: aCoverage({ textSha256, runs: found }) }), "translation").map(
        ({ key }) => key,
      );

    expect([keysOf(runs), keysOf(runs.toReversed())]).toEqual([
      ["k1", "k2"],
      ["k1", "k2"],
    ]);
  });

  test.each<[CoverStatus, boolean]>([
    ["running", false],
    ["done", false],
    ["failed", true],
    ["gone", true],
  ])("whose opening has a translation that is %s offers a preview: %s", (status, isOffered) => {
    const { textSha256 } = text("abcde");
    const coverage = aCoverage({ textSha256, runs: [aCoveringRun({ status })] });

    expect(offerOf(aBook({ coverage }), "preview", setup) !== undefined).toBe(isOffered);
  });

  test("is about the chapters that nobody translated, and about none where all were", () => {
    const all = aCoveringRun({ slice: upTo(5) });
    const { textSha256 } = text("abcde");

    expect(covered(aBook())).toEqual(upTo(3));
    expect(freeSlice(aBook())).toEqual([{ from: 9000, to: 15_000 }]);
    expect(freeSlice(aBook({ coverage: aCoverage({ textSha256, runs: [all] }) }))).toEqual([]);
    expect(freeSlice(aPostedQuote())).toEqual([]);
  });

  test("knows what exists of some chapters, of the kind that is asked for", () => {
    const kinds = (slice: Slice) => existing(aBook(), "translation", slice).map(({ key }) => key);

    expect([kinds(chapters(3)), kinds(chapters(4)), kinds(upTo(5))]).toEqual([["k0"], [], ["k0"]]);
    expect(existing(aBook(), "preview", upTo(5))).toEqual([]);
  });
});

describe("the runs of a card itself", () => {
  const approved = (state: TaskState) => {
    const task = aTask({ ...ofChapters(4, 5) });
    const recorded = aBook({ tasks: [task] });
    return { ...recorded, tasks: [{ ...task, state }] };
  };
  const statusOf = (quote: Quote) =>
    coveringRuns(quote, "translation").find(({ quoteId }) => quoteId === quote.id)?.status;

  test.each<readonly [TaskState, CoverStatus]>([
    [{ status: "approved" }, "running"],
    [running(), "running"],
    [completed(), "done"],
    [unknown, "unknown"],
    [failed(), "failed"],
    [vanished, "gone"],
    [rejectedFor("not-created"), "failed"],
  ])("count as they stand now: %j", (state, status) => {
    expect(statusOf(approved(state))).toBe(status);
    expect(freeSlice(approved(state))).toEqual([]);
  });

  test("do not count any more once they certainly came to nothing", () => {
    const withdrawn = approved(rejectedFor("short-of-credits"));

    expect(statusOf(withdrawn)).toBeUndefined();
    expect(freeSlice(withdrawn)).toEqual([{ from: 9000, to: 15_000 }]);
  });

  test("do not count for another language of the card", () => {
    const inGerman = aBook({ tasks: [aTask({ target: "de" })] });

    expect(freeSlice(inGerman)).toEqual([{ from: 9000, to: 15_000 }]);
    expect(approvedSince(inGerman, noon - 1)).toBe(0);
  });

  test("can be had by its requester, looked up or not", () => {
    const [run] = existing(approved(completed()), "translation", chapters(4));

    expect(run).toMatchObject({ status: "done", isShared: true });
  });

  test("count from the write that approves them on, and so does what they cost", () => {
    const task = aTask({ ...ofChapters(4), price: 3000 });
    const after = aBook({ tasks: [task] });

    expect(freeSlice(after)).toEqual(chapters(5));
    expect(approvedSince(after, noon - 1)).toBe(3000);
  });

  test("are taken out with the write that withdraws them", () => {
    const task = aTask({ ...ofChapters(4), price: 3000, state: rejectedFor("cancelled") });
    const { textSha256 } = text("abcde");
    const found = { key: task.key, at: noon, price: 3000 };
    const runs = [aCoveringRun({ key: task.key, quoteId: aQuote().id, slice: chapters(4) })];
    const coverage = aCoverage({ textSha256, runs, approved: [found] });
    const withdrawn = aBook({ tasks: [task], coverage });

    expect(coveringRuns(withdrawn, "translation")).toEqual([]);
    expect(approvedSince(withdrawn, noon - 1)).toBe(0);
  });

  test("leave nothing to look up, unless somebody else’s came between", () => {
    const quote = aBook();

    expect(keepCoverage(quote, 1).coverage).toEqual({ ...quote.coverage, version: 1 });
    expect(keepCoverage(quote, 2)).toBe(quote);
    expect(keepCoverage(aPostedQuote(), 1)).toEqual(aPostedQuote());
    expect(keepCoverage(withoutCoverage(quote), 1).coverage?.version).toBe(-1);
  });

  test("have what was found of them, where the card reads its text otherwise since", () => {
    const task = aTask({ key: "own" });
    const { textSha256 } = text("abcde");
    const runs = [aCoveringRun({ key: "own", quoteId: aQuote().id, slice: chapters(2) })];
    const coverage = aCoverage({ textSha256, runs });

    expect(covered(aBook({ tasks: [task], coverage }))).toEqual(chapters(2));
    expect(covered(aBook({ tasks: [task] }))).toEqual(upTo(5));
  });

  test("count once, looked up or not, and in one order", () => {
    const task = aTask({ ...ofChapters(4), price: 3000 });
    const own = aCoveringRun({ key: task.key, quoteId: aQuote().id, slice: chapters(4) });
    const other = aCoveringRun({ at: noon - 1 });
    const { textSha256 } = text("abcde");
    const [before, after] = [
      { runs: [other], approved: [] },
      { runs: [other, own], approved: [{ key: task.key, at: noon, price: 3000 }] },
    ].map((found) => aBook({ tasks: [task], coverage: aCoverage({ textSha256, ...found }) }));
    const keys = (quote = aBook()) => coveringRuns(quote, "translation").map(({ key }) => key);

    expect(keys(before)).toEqual([task.key, "k0"]);
    expect(keys(after)).toEqual(keys(before));
    expect(approvedSince(after ?? aBook(), noon - 1)).toBe(3000);
  });

  test("concern other cards when one is approved, withdrawn or ended, and else not", () => {
    const [open, sending, lost] = [
      aBook(),
      approved({ status: "sending" }),
      approved(rejectedFor("cancelled")),
    ];
    const pairs = [
      [open, sending],
      [sending, approved(completed())],
      [sending, lost],
      [sending, approved(running({ progress: 0.5 }))],
      [open, aBook({ balance: undefined })],
      [open, aBook({ tasks: [anEstimateTask()] })],
    ] as const;

    expect(pairs.map(([one, other]) => coverageMoved(one, other))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("a translation is free", () => {
  const { textSha256 } = text("abcde");
  const free = (run: Parameters<typeof aCoveringRun>[0]) => {
    const runs = [aCoveringRun({ slice: upTo(5), ...run })];
    return freeTranslation(aBook({ coverage: aCoverage({ textSha256, runs }) }))?.key;
  };

  test("where another card has all of it, and the requester may have the result", () => {
    expect(free({})).toBe("k0");
    expect(free({ glossary: { hash: "9", strategy: "merge" } })).toBe("k0");
  });

  test.each([
    ["runs still", { status: "running" }],
    ["failed", { status: "failed" }],
    ["is gone", { status: "gone" }],
    ["was erased", { status: "erased" }],
    ["was made where the requester is not", { isShared: false }],
    ["has a chapter less", { slice: upTo(4) }],
    ["is a preview of all of it", { kind: "preview" }],
    ["is this card’s own", { quoteId: aBook().id }],
  ] as const)("and is not, where it %s", (_, run) => {
    expect(free(run)).toBeUndefined();
  });

  test("until the partner has it no more, and another one then", () => {
    const other = aCoveringRun({ key: "k1", at: noon - 1, slice: upTo(5) });
    const runs = [aCoveringRun({ slice: upTo(5) }), other];
    const quote = withoutResult(aBook({ coverage: aCoverage({ textSha256, runs }) }), "k0");

    expect(freeTranslation(quote)).toEqual(other);
    expect(freeTranslation(withoutResult(quote, "k1"))).toBeUndefined();
    expect(coveringRuns(quote, "translation")).toMatchObject([{ status: "gone" }, other]);
  });
});
