import { describe, expect, test } from "vitest";

import type { Quote } from "../../../src/core/quote.ts";
import { estimateCard } from "../../../src/features/estimate/views/estimate-card.ts";
import {
  aGlossaryTask,
  aManuscript,
  aPostedQuote,
  aPreview,
  aQuote,
  aTask,
  anEstimate,
  completed,
  rejectedFor,
  running,
} from "../../builders.ts";
import { confirmOf, controlsOf, desk, shownText } from "../build.ts";

const everything = [
  "quote.target_lang",
  "quote.approve",
  "quote.preview",
  "quote.glossary",
  "quote.decline",
  "decision.open",
];

function card(quote: Quote) {
  const { text, blocks } = estimateCard(quote, desk);
  return { text, blocks, shown: shownText(blocks), controls: controlsOf(blocks) };
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
  test("says how many chapters the manuscript has", () => {
    const chapters = [
      { title: "Chapter 1", start: 0, characters: 6000 },
      { title: "Chapter 2", start: 6000, characters: 6345 },
    ];
    const reading = { status: "read", manuscript: aManuscript({ chapters }) } as const;

    expect(card(aQuote({ reading })).shown).toContain("*Length*\n12,345 characters, 2 chapters");
  });

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

  test("what was asked for stands beside the price, and its button comes first", () => {
    const details = { first: "preview", note: "For <!here> & Ana", dueOn: "2026-11-27" } as const;
    const { text, shown, controls } = card(aQuote({ details, book: "The Salt Clock" }));

    expect(text).toContain("Asked for: a preview first. Needed by 27 November 2026.");
    expect(shown).toContain(
      "*Book* The Salt Clock\n*Needed by* 27 November 2026\n*Asked for* a pre",
    );
    expect(shown).toContain("*Note* from <@U0MAIA>\nFor &lt;!here&gt; &amp; Ana");
    expect(controls.slice(1, 3)).toEqual(["quote.preview", "quote.approve"]);
  });

  test("a preview may have a length of its own", () => {
    const { blocks } = card(aQuote({ previewChars: 900 }));

    expect(confirmOf(blocks, "quote.preview")).toContain("the opening 900 characters");
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
    expect(controls).toEqual(["quote.approve", "quote.decline", "decision.open"]);
  });

  test("two cards of the same manuscript at different prices differ in their block ids", () => {
    const cheap = card(aQuote()).blocks.at(-2)?.block_id;
    const dear = card(aQuote({ tasks: [anEstimate(12_500, undefined)] })).blocks.at(-2)?.block_id;

    expect(cheap).toMatch(/^offer\.[0-9a-f]{16}\.buttons\.[0-9a-f]{32}$/u);
    expect(dear).not.toBe(cheap);
  });
});
