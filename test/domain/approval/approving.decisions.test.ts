import { describe, expect, test } from "vitest";

import { approve } from "#domain/approval/approving.ts";
import { chooseTarget, decline, expire, noteRequest } from "#domain/estimate/card-changes.ts";
import { withInquiries } from "#domain/estimate/inquiries.ts";
import type { Quote, Product } from "#domain/quote.ts";
import type { Slice } from "#domain/slice.ts";
import type { Task, TaskState } from "#domain/task.ts";

import {
  aCoverage,
  aCoveringRun,
  aGlossaryTask,
  aLanguageTask,
  aPostedQuote,
  aPreview,
  aQuote,
  aRequest,
  aSerial,
  aTask,
  anAttempt,
  anEstimateTask,
  completed,
  failed,
  hour,
  minute,
  noPolicy,
  noon,
  rejectedFor,
  setup,
  running,
  unknown,
  vanished,
  opening,
} from "../../builders.ts";

const later = noon + minute;
const declined = { status: "declined", by: "U0ROBIN", at: noon } as const;
const expired = { status: "expired", at: noon } as const;
const preview = aPreview({ state: completed() });
const firstChapter = opening(3000);
const firstTwo = opening(6000);
const secondChapter = [{ from: 3000, to: 6000 }];

function approving(quote: Quote, product: Product = "translation", at = later) {
  return approve(quote, { product, by: "U0ANA", at, setup, ...noPolicy });
}

function quoteWith(...tasks: readonly Task[]): Quote {
  return aQuote({ tasks });
}

/** Returns a quote of five chapters, of which a person chose some. */
function choosing(part: Slice, ...tasks: readonly Task[]): Quote {
  return aSerial({}, { coverage: aCoverage(), part, tasks });
}

describe("a click that spends", () => {
  test("buys the whole text for what the card said", () => {
    const { quote, outcome } = approving(aQuote());

    expect(quote.tasks).toHaveLength(1);
    expect(outcome).toMatchObject({
      status: "approved",
      task: {
        kind: "translation",
        target: "fr",
        slice: undefined,
        price: 12_345,
        generation: 0,
        approval: { by: "U0ANA", at: later },
        attempts: [],
        state: { status: "approved" },
      },
    });
  });

  test.each<readonly [Product, Partial<Task>]>([
    ["preview", { kind: "preview", slice: opening(3000), price: 3000 }],
    ["glossary", { kind: "glossary", slice: opening(12_345), price: 12_345 }],
  ])("buys a %s of the opening alone", (product, approved) => {
    expect(approving(aQuote(), product).outcome).toMatchObject({ task: approved });
  });

  test("a second time buys nothing and learns who was first", () => {
    const first = approving(aQuote());

    const second = approve(first.quote, {
      product: "translation",
      by: "U0SAM",
      at: later,
      setup,
      ...noPolicy,
    });

    expect(second.quote).toBe(first.quote);
    expect(second.outcome).toMatchObject({
      status: "already-approved",
      task: { approval: { by: "U0ANA" } },
    });
  });

  test.each<readonly [TaskState, string]>([
    [{ status: "approved" }, "already-approved"],
    [{ status: "sending" }, "already-approved"],
    [running(), "already-approved"],
    [completed(), "already-approved"],
    [vanished, "already-approved"],
    [unknown, "unsettled"],
    [failed(), "approved"],
    [rejectedFor("short-of-credits"), "approved"],
    [rejectedFor("bad-request"), "approved"],
    [rejectedFor("unauthorized"), "approved"],
  ])("after a run that is %j: %s", (state, status) => {
    const { outcome } = approving(quoteWith(aTask({ state })));

    expect(outcome.status).toBe(status);
  });

  test.each([
    ["is being translated on another card", "running", "approved"],
    ["was translated on another card", "done", "approved"],
    ["failed on another card", "failed", "approved"],
    ["may have been sent from another card", "unknown", "unsettled"],
  ] as const)("of a text that %s (%s): %s", (_, run, status) => {
    const slice = [{ from: 0, to: 12_345 }];
    const coverage = aCoverage({ runs: [aCoveringRun({ slice, status: run })] });
    const { outcome } = approving(aQuote({ coverage }));

    expect(outcome.status).toBe(status);
  });

  test("after a definite no has a key of its own, because it is a new approval", () => {
    const refused = approving(aQuote());
    const [task] = refused.quote.tasks;
    const quote = quoteWith({ ...aTask(), ...task, state: rejectedFor("short-of-credits") });

    const { outcome } = approving(quote);

    expect(outcome).toMatchObject({ status: "approved", task: { generation: 1 } });
    expect(outcome).not.toMatchObject({ task: { key: task?.key } });
  });

  test.each<readonly [string, Quote]>([
    ["before the file was read", aPostedQuote()],
    ["in the language that it is in already", aQuote({ language: "fr-CA" })],
    ["after a decline", aQuote({ decision: declined })],
    ["after it expired", aQuote({ decision: expired })],
  ])("%s buys nothing", (_, quote) => {
    const decided = approving(quote);

    expect(decided.outcome.status).toBe("stale");
    expect(decided.quote).toBe(quote);
  });

  test("at the very end of the quote's time buys nothing, even before the card says so", () => {
    const quote = aQuote();

    expect(approving(quote, "translation", quote.expiresAt - 1).outcome.status).toBe("approved");
    expect(approving(quote, "translation", quote.expiresAt).outcome.status).toBe("stale");
  });

  test.each<readonly [string, Product, Quote]>([
    ["another language", "translation", quoteWith(aTask({ target: "de", state: running() }))],
    ["other chapters", "part", choosing(secondChapter, aTask({ slice: firstChapter }))],
  ])("after a run of %s is a first approval", (_, product, quote) => {
    expect(approving(quote, product).outcome).toMatchObject({
      status: "approved",
      task: { generation: 0 },
    });
  });

  test.each<readonly [string, TaskState]>([
    ["stale", running()],
    ["unsettled", unknown],
    ["approved", failed()],
  ])("on chapters some of which were approved before: %s", (status, state) => {
    const quote = choosing(firstTwo, aTask({ slice: firstChapter, state }));

    expect(approving(quote, "part").outcome.status).toBe(status);
  });

  test.each<readonly [string, Partial<Task>, string]>([
    ["a translation of others that runs", {}, "approved"],
    ["one that failed", { state: failed() }, "stale"],
    ["one into another language", { target: "de" }, "stale"],
    ["a preview", { kind: "preview" }, "stale"],
  ])("on chapters after the quote’s time, beside %s: %s", (_, other, status) => {
    const run = aTask({ slice: firstChapter, state: running(), ...other });
    const quote = choosing(secondChapter, run);

    expect(approving(quote, "part", quote.expiresAt).outcome.status).toBe(status);
  });

  test.each<readonly [Product, Slice | undefined]>([
    ["preview", firstTwo],
    ["glossary", firstTwo],
    ["part", undefined],
  ])("on a %s keeps the chosen chapters until they are bought", (product, part) => {
    expect(approving(choosing(firstTwo), product).quote.part).toEqual(part);
  });

  test("on one thing leaves the others for sale", () => {
    const quote = quoteWith(aPreview({ state: running() }), aGlossaryTask({ state: running() }));

    expect(approving(quote, "translation").outcome.status).toBe("approved");
    expect(approving(quote, "preview").outcome.status).toBe("already-approved");
    expect(approving(quote, "glossary").outcome.status).toBe("already-approved");
  });
});

describe("declining", () => {
  test("by the requester is told to nobody: the card says it", () => {
    const quote = aQuote();

    const withdrawn = decline(quote, { by: quote.request.by, at: later }).quote;

    expect(withdrawn.notices).toEqual(quote.notices);
  });

  test("closes the quote and is said in the thread", () => {
    const { quote, outcome } = decline(aQuote(), { by: "U0ROBIN", at: later });

    expect(outcome.status).toBe("done");
    expect(quote.decision).toEqual({ status: "declined", by: "U0ROBIN", at: later });
    expect(quote.notices).toMatchObject([
      { about: { kind: "declined" }, state: { status: "due" } },
    ]);
  });

  test("lets a preview that runs go on to its end", () => {
    const quote = quoteWith(aPreview({ state: running() }));

    const decided = decline(quote, { by: "U0ANA", at: later });

    expect(decided.outcome.status).toBe("done");
    expect(decided.quote.tasks).toEqual(quote.tasks);
  });

  test.each<readonly [Quote, string]>([
    [aQuote({ decision: declined }), "stale"],
    [aQuote({ decision: expired }), "stale"],
    [quoteWith(aTask({ state: running() })), "sent"],
    [quoteWith(aTask({ state: unknown })), "sent"],
    [quoteWith(aTask({ state: completed() })), "sent"],
    [quoteWith(aTask({ state: failed() })), "done"],
    [quoteWith(aTask({ state: rejectedFor("bad-request") })), "done"],
  ])("does not undo what is decided (%#: %s)", (quote, status) => {
    expect(decline(quote, { by: "U0ANA", at: later }).outcome.status).toBe(status);
  });
});

describe("a note for the approvers", () => {
  const day = { dueOn: "2026-11-27", dueBy: noon + 180 * hour } as const;
  const details = { first: "preview", ...day, note: "Soon" } as const;
  const request = aRequest({ details });

  test("replaces the earlier one, and changes nothing else", () => {
    const quote = aQuote({ request });

    expect(noteRequest(quote, "Now")).toEqual({
      quote: { ...quote, request: { ...request, details: { ...details, note: "Now" } } },
      outcome: { status: "done" },
    });
  });

  test.each([declined, expired])("comes too late after $status", (decision) => {
    const quote = aQuote({ request, decision });

    expect(noteRequest(quote, "Now")).toEqual({ quote, outcome: { status: "closed" } });
  });
});

describe("another language", () => {
  test("keeps the record and asks for a new estimate", () => {
    const found = aLanguageTask({ state: completed({ sourceLang: "en" }) });
    const quote = quoteWith(found, anEstimateTask());

    const { quote: chosen, outcome } = chooseTarget(quote, { target: "de", setup });

    expect(outcome.status).toBe("done");
    expect(chosen.id).toBe(quote.id);
    expect(chosen.tasks.map(({ kind, target }) => [kind, target])).toEqual([
      ["language", "fr"],
      ["estimate", "de"],
    ]);
  });

  test("keeps an estimate that was sent: it may have cost", () => {
    const sent = anEstimateTask({ state: running(), attempts: [anAttempt()] });
    const language = aLanguageTask({ state: completed() });

    const away = chooseTarget(quoteWith(language, sent), { target: "de", setup }).quote;
    const back = chooseTarget(away, { target: "fr", setup }).quote;

    expect(back.tasks.filter(({ target, kind }) => kind === "estimate" && target === "fr")).toEqual(
      [sent],
    );
  });

  test.each<readonly [string, Quote, string, string]>([
    ["the same", aQuote(), "fr", "done"],
    ["none of Galley's", aQuote(), "tlh", "stale"],
    ["after an approval", quoteWith(aTask()), "de", "language-stays"],
    ["after a preview", quoteWith(preview), "de", "language-stays"],
    ["after a decline", aQuote({ decision: declined }), "de", "closed"],
    ["after the end", aQuote({ decision: expired }), "de", "closed"],
  ])("%s changes nothing", (_, quote, target, status) => {
    const decided = chooseTarget(quote, { target, setup });

    expect(decided.outcome.status).toBe(status);
    expect(decided.quote).toBe(quote);
  });

  test("can be chosen after a definite no", () => {
    const quote = quoteWith(aTask({ state: rejectedFor("bad-request") }));

    expect(chooseTarget(quote, { target: "de", setup }).outcome.status).toBe("done");
  });
});

describe("the end of a quote's time", () => {
  test.each<readonly [string, Quote, number, string]>([
    ["not a moment early", aQuote(), 24 * hour - 1, "open"],
    ["to the moment", aQuote(), 24 * hour, "expired"],
    ["not over a translation", quoteWith(aTask({ state: running() })), 48 * hour, "open"],
    ["over a preview", quoteWith(preview), 24 * hour, "expired"],
    [
      "over a refused run",
      quoteWith(aTask({ state: rejectedFor("bad-request") })),
      24 * hour,
      "expired",
    ],
    ["never over a decline", aQuote({ decision: declined }), 48 * hour, "declined"],
  ])("comes %s", (_, quote, afterMs, status) => {
    expect(expire(quote, noon + afterMs).decision.status).toBe(status);
  });
});

describe("what Galley asks by itself", () => {
  const kindsOf = (quote: Quote) => withInquiries(quote).tasks.map(({ kind }) => kind);

  test("is the language first, of the opening alone and without anybody's approval", () => {
    expect(withInquiries(aQuote({ language: undefined })).tasks).toMatchObject([
      { kind: "language", slice: opening(2000), price: 0, approval: undefined },
    ]);
  });

  test("is the estimate once the language is known or cannot be had", () => {
    const asked = ["language", "estimate"];

    expect(kindsOf(aQuote({ tasks: [] }))).toEqual(["estimate"]);
    expect(kindsOf(quoteWith(aLanguageTask({ state: completed() })))).toEqual(asked);
    expect(kindsOf(quoteWith(aLanguageTask({ state: unknown })))).toEqual(asked);
    const asking = aQuote({ language: undefined, tasks: [aLanguageTask({ state: running() })] });
    expect(kindsOf(asking)).toEqual(["language"]);
  });

  test("is no estimate into the language that the text is in", () => {
    const quote = aQuote({ language: "fr", tasks: [aLanguageTask({ state: completed() })] });

    expect(kindsOf(quote)).toEqual(["language"]);
  });

  test("is nothing twice, and nothing for a quote that is closed or not read", () => {
    const asked = withInquiries(quoteWith(aLanguageTask({ state: completed() })));

    expect(withInquiries(asked)).toBe(asked);
    expect(kindsOf(aPostedQuote())).toEqual([]);
    expect(kindsOf(aQuote({ decision: declined }))).toEqual([]);
  });
});
