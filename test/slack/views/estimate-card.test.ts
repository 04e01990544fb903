import { describe, expect, test } from "vitest";

import type { Quote } from "../../../src/domain/quote.ts";
import type { Task } from "../../../src/domain/task.ts";
import { estimateCard } from "../../../src/slack/views/estimate-card.ts";
import {
  aGlossaryTask,
  aPostedQuote,
  aPreview,
  aQuote,
  aTask,
  anEstimate,
  completed,
  confirmOf,
  controlsOf,
  desk,
  noon,
  rejectedFor,
  running,
  shownText,
} from "./build.ts";

const everything = [
  "quote.target_lang",
  "quote.approve",
  "quote.preview",
  "quote.glossary",
  "quote.decline",
];
const unclear = {
  startedAt: noon,
  endedAt: noon,
  outcome: "ambiguous",
  fault: "Unavailable",
} as const;

function card(quote: Quote) {
  const { text, blocks } = estimateCard(quote, desk);
  return { text, blocks, shown: shownText(blocks), controls: controlsOf(blocks) };
}

function cardOf(state: Task["state"], changes: Partial<Quote> = {}) {
  return card(aQuote({ tasks: [aTask({ state })], ...changes }));
}

describe("before the offer", () => {
  test("a posted manuscript is being read, and nothing can be clicked", () => {
    const { text, controls } = card(aPostedQuote());

    expect(text).toBe(
      "“The Lighthouse.txt” into French: I am reading the manuscript. The estimate follows here in a moment.",
    );
    expect(controls).toEqual([]);
  });

  test("while the language is being found out, nothing can be bought", () => {
    const { shown, controls } = card(aQuote({ language: undefined }));

    expect(shown).toContain("It has 12,345 characters");
    expect(shown).toContain("being detected → French");
    expect(controls).toEqual(["quote.target_lang", "quote.decline"]);
  });

  test("a manuscript in the language asked for needs another one before anything is offered", () => {
    const { text, shown, controls } = card(aQuote({ language: "fr-CA" }));

    expect(text).toContain("This manuscript is already in French.");
    expect(shown).not.toContain("May approve");
    expect(controls).toEqual(["quote.target_lang", "quote.decline"]);
  });
});

describe("the offer", () => {
  test("shows languages, length, price, both estimates, the balance, the people and the end", () => {
    const { text, shown, controls } = card(aQuote({ tasks: [anEstimate(12_345, 4321)] }));

    expect(text).toBe(
      "“The Lighthouse.txt” into French: Translating 12,345 characters from English into French costs 12,345 credits. An approver can decide below.",
    );
    expect(shown).toContain("*Language*\nEnglish → French");
    expect(shown).toContain("*Length*\n12,345 characters");
    expect(shown).toContain("*Price*\n12,345 credits");
    expect(shown).toContain("*Partner’s estimate*\n12,345 credits, 4,321 tokens");
    expect(shown).toContain("*Balance*\n20,000 credits now, 7,655 after");
    expect(shown).toContain("*Asked by*\n<@U0MAIA>");
    expect(shown).toContain("*May approve*\n<@U0APPROVER>, <!subteam^S0EDITORS>");
    expect(shown).toContain("<!date^1795269900^{date_short_pretty} {time}|21 Nov 2026, 14:05 UTC>");
    expect(controls).toEqual(everything);
  });

  test("every button that spends asks back with price, file and language", () => {
    const { blocks } = card(aQuote());

    expect(confirmOf(blocks, "quote.approve")).toBe(
      "Translating “The Lighthouse.txt” into French costs 12,345 credits.",
    );
    expect(confirmOf(blocks, "quote.preview")).toBe(
      "Translating the opening 3,000 characters of “The Lighthouse.txt” into French costs 3,000 credits.",
    );
    expect(confirmOf(blocks, "quote.glossary")).toContain(
      "all 12,345 characters of “The Lighthouse.txt” costs 12,345 credits.",
    );
  });

  test("the higher of two counts is the price, and both are shown", () => {
    const { text, shown } = card(aQuote({ tasks: [anEstimate(12_500, undefined)] }));

    expect(text).toContain("costs 12,500 credits");
    expect(shown).toContain("12,500 credits (our own count: 12,345; the higher one is the price)");
  });

  test("a refused estimate leaves our own count standing", () => {
    const refused = aTask({
      action: "token_estimate",
      approval: undefined,
      state: rejectedFor("bad-request"),
    });
    const { shown } = card(aQuote({ tasks: [refused] }));

    expect(shown).toContain("not available; our own count stands");
  });

  test("a short balance names what is missing and a preview that fits", () => {
    const { text, shown, blocks, controls } = card(aQuote({ balance: { credits: 2000, at: 0 } }));

    expect(text).toContain("the balance is 10,345 credits short");
    expect(text).toContain("A preview of the opening 2,000 characters fits the balance.");
    expect(shown).toContain("2,000 credits now, 10,345 missing");
    expect(confirmOf(blocks, "quote.approve")).toContain("The balance is 10,345 credits short.");
    expect(controls).toEqual(everything);
  });

  test("an empty balance promises no preview that fits", () => {
    const { text } = card(aQuote({ balance: { credits: 0, at: 0 } }));

    expect(text).not.toContain("fits the balance");
  });

  test("previews and glossaries have a line each, and are not sold twice", () => {
    const preview = aPreview({ state: running({ progress: 0.47, msLeft: 200_000 }) });
    const glossary = aGlossaryTask({ state: completed({ charged: 12_345 }) });
    const { shown, controls } = card(aQuote({ tasks: [preview, glossary] }));

    expect(shown).toContain(
      "*Preview* (French, opening 3,000 characters): ▓▓▓▓▓▓▓▓▓░░░░░░░░░░░ 45% · about 4 minutes left",
    );
    expect(shown).toContain("ready in the thread, 12,345 credits charged");
    expect(controls).toEqual(["quote.approve", "quote.decline"]);
  });

  test("two cards of the same manuscript at different prices differ in their block ids", () => {
    const cheap = card(aQuote()).blocks.at(-2)?.block_id;
    const dear = card(aQuote({ tasks: [anEstimate(12_500, undefined)] })).blocks.at(-2)?.block_id;

    expect(cheap).toMatch(/^offer\.[0-9a-f]{16}\.buttons\.[0-9a-f]{32}$/u);
    expect(dear).not.toBe(cheap);
  });
});

describe("after an approval", () => {
  test("the card says who approved, when and for how much, and can be taken back until it is sent", () => {
    const { text, shown, controls } = cardOf({ status: "approved" });

    expect(text).toContain("Approved by <@U0APPROVER> for 12,345 credits.");
    expect(text).toContain("there is nothing to do");
    expect(shown).toContain("*Approved by*\n<@U0APPROVER>, <!date^1795183500^");
    expect(controls).toEqual(["quote.decline"]);
  });

  test("a send without a clear answer is said to be asked again with the same key", () => {
    const task = aTask({ state: { status: "sending" }, attempts: [unclear] });
    const { text, controls } = card(aQuote({ tasks: [task] }));

    expect(text).toContain("I am asking again with the same key, so nothing is paid twice.");
    expect(controls).toEqual([]);
  });

  test("a run shows its bar and the time left", () => {
    const { text, shown, controls } = cardOf(running({ progress: 0.47, msLeft: 700_000 }));

    expect(text).toContain("45% is done.");
    expect(shown).toContain("▓▓▓▓▓▓▓▓▓░░░░░░░░░░░ 45% · about 15 minutes left");
    expect(controls).toEqual([]);
  });

  test("a word of the partner that nobody knows is shown and taken as still running", () => {
    const { text } = cardOf(running({ word: "baking <!here>" }));

    expect(text).toContain("“baking &lt;!here&gt;”, which I take as still running");
  });

  test("an overdue run says that nothing is lost", () => {
    expect(cardOf(running({ overdueSince: 1 })).text).toContain("It takes longer than usual.");
  });

  test("a finished run shows estimate, approval and charge side by side", () => {
    const tasks = [anEstimate(12_345, 4321), aTask({ state: completed({ charged: 12_345 }) })];
    const { text, shown, controls } = card(aQuote({ tasks }));

    expect(text).toContain("The French translation is ready. It cost 12,345 credits, exactly what");
    expect(shown).toContain("*Partner’s estimate*\n12,345 credits, 4,321 tokens");
    expect(shown).toContain("*Approved*\n12,345 credits");
    expect(shown).toContain("*Charged*\n12,345 credits");
    expect(controls).toEqual([]);
  });

  test("a charge above what was approved is not passed over", () => {
    const { text } = cardOf(completed({ charged: 12_400 }));

    expect(text).toContain("That is 55 credits more than was approved");
  });

  test("a charge that the partner did not name is not invented", () => {
    const { shown } = cardOf(completed());

    expect(shown).toContain("*Charged*\nnot said by the partner");
  });
});

describe("when it does not work out", () => {
  test.each([
    ["bad-request", "The partner turned down the French translation."],
    ["unauthorized", "did not accept this desk’s API key"],
    ["short-of-credits", "it is 8,345 credits short"],
  ] as const)("%s: nothing was charged, and it may be approved again", (reason, sentence) => {
    const { text, controls } = cardOf(rejectedFor(reason), { balance: { credits: 4000, at: 0 } });

    expect(text).toContain(sentence);
    expect(text).toContain("Nothing was charged.");
    expect(controls).toEqual(everything);
  });

  test.each([
    ["text-changed", "no longer the text that was estimated"],
    ["file-gone", "no longer at Slack"],
  ] as const)("%s: nothing was charged, and nothing is offered any more", (reason, sentence) => {
    const { text, controls } = cardOf(rejectedFor(reason));

    expect(text).toContain(sentence);
    expect(text).toContain("Please post the manuscript again");
    expect(controls).toEqual([]);
  });

  test("a run that nobody knows the fate of is not offered again", () => {
    const task = aTask({
      state: { status: "unknown", since: noon, fault: "Unavailable" },
      attempts: [unclear, unclear],
    });
    const { text, controls } = card(aQuote({ tasks: [task] }));

    expect(text).toContain("it gave no clear answer in 2 attempts");
    expect(text).toContain("It may have been charged, but not more than once");
    expect(text).toContain(task.key);
    expect(controls).toEqual([]);
  });

  test("a failed run may be approved again, with a warning that the first may have been charged", () => {
    const { text, blocks, controls } = cardOf({
      status: "failed",
      taskId: "task-7",
      at: noon,
      word: "error",
      lookedAt: noon,
    });

    expect(text).toContain("Its word for it is “error”.");
    expect(text).toContain("task `task-7`");
    expect(confirmOf(blocks, "quote.approve")).toContain("may have been charged already");
    expect(controls).toEqual(["quote.approve", "quote.preview", "quote.glossary"]);
  });

  test("a run that the partner no longer knows is not offered again", () => {
    const { text, controls } = cardOf({ status: "vanished", taskId: "task-7", at: noon });

    expect(text).toContain("So that nothing is paid twice, I do not offer it again.");
    expect(controls).toEqual([]);
  });

  test("a declined card names the person and offers nothing", () => {
    const { text, controls } = card(
      aQuote({ decision: { status: "declined", by: "U0BEN", at: noon } }),
    );

    expect(text).toContain("Declined by <@U0BEN>");
    expect(controls).toEqual([]);
  });

  test("an expired card says how to ask again", () => {
    const { text, controls } = card(aQuote({ decision: { status: "expired", at: noon } }));

    expect(text).toContain("type `/translate fr` in this conversation");
    expect(controls).toEqual([]);
  });
});
