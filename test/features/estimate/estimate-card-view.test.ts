import { describe, expect, test } from "vitest";

import type { Quote } from "#domain/quote.ts";
import { cardFormView } from "#features/estimate/card-forms-view.ts";
import { estimateCard } from "#features/estimate/estimate-card-view.ts";

import {
  aGlossaryTask,
  aManuscript,
  aPostedQuote,
  aPreview,
  aQuote,
  aTask,
  anEstimate,
  inquirySlice,
  completed,
  running,
  aRequest,
} from "../../builders.ts";
import { confirmOf, controlsOf, testContext, menuOf, shownText } from "../../support/context.ts";

const offered = ["quote.approve", "quote.preview", "quote.decline"];

function card(quote: Quote) {
  const { text, blocks } = estimateCard(quote, { ...testContext, nameOf: () => "Maia" });
  const shown = shownText(blocks);
  return { text, blocks, shown, controls: controlsOf(blocks), menu: menuOf(blocks) };
}

function details(quote: Quote): string {
  const at = { quoteId: quote.id, channel: "C1" };
  return shownText(cardFormView("details", quote, { ...at, person: "U0MAIA" }, testContext).blocks);
}

test("the forms behind the ⋯ carry the ids that programs outside know them by", () => {
  const quote = aPostedQuote();
  const at = { quoteId: quote.id, channel: "C1", person: "U0MAIA", maySpend: true };

  const forms = [
    cardFormView("chapters", quote, at, testContext),
    cardFormView("glossary", quote, at, testContext),
    cardFormView("language", quote, at, testContext),
    cardFormView("note", quote, at, testContext),
    cardFormView("details", quote, at, testContext),
  ];

  expect(forms.map(({ callback_id }) => callback_id)).toEqual([
    "quote.chapters",
    "quote.glossary",
    "quote.language",
    "quote.note",
    "quote.details",
  ]);
});

describe("before the offer", () => {
  test.each([
    [["shift_jis"], "Does this read correctly?"],
    [["koi8-r", "windows-1251"], "Which of these reads correctly?"],
  ] as const)("of the readings %j it asks: %s", (candidates, question) => {
    const { text } = card(aPostedQuote({ reading: { status: "doubtful", candidates } }));

    expect(text).toContain(question);
  });

  test("a posted manuscript is being read, and nothing can be clicked", () => {
    const { text, controls, menu } = card(aPostedQuote());

    expect(text).toBe("The Lighthouse → French: Reading the manuscript…");
    expect([controls, menu]).toEqual([[], []]);
  });

  test("a manuscript in the language asked for needs another one before anything is offered", () => {
    const { text, controls, menu } = card(aQuote({ language: "fr-CA" }));

    expect(text).toContain("This manuscript is already in French.");
    expect(controls).toEqual(["quote.target_lang", "quote.decline"]);
    expect(menu).toEqual(["note", "details"]);
  });
});

describe("the offer", () => {
  test("is five short lines: what, for how much, the buttons, and who decides until when", () => {
    const { blocks, shown, controls } = card(aQuote());

    expect(blocks.map(({ type }) => type)).toEqual(["section", "actions", "context"]);
    expect(shown).toContain(
      "*The Lighthouse → French*\n*12,345 credits* · English, 12,345 characters",
    );
    expect(shown).toContain(
      "Requested by Maia · <@U0APPROVER> or <!subteam^S0EDITORS> can approve",
    );
    expect(shown).toContain("price good until <!date^1795269900^");
    expect(controls).toEqual(offered);
  });

  test("tells a notification what is to be decided", () => {
    expect(card(aQuote()).text).toBe(
      "Approval needed: The Lighthouse → French, 12,345 credits (Maia).",
    );
  });

  test("asks nobody to approve it where only its price is wanted", () => {
    const details = { first: "estimate", note: undefined, dueOn: undefined } as const;
    const { text, shown } = card(aQuote({ request: aRequest({ details }) }));

    expect(text).toContain("The Lighthouse → French: 12,345 credits");
    expect(shown).not.toContain("can approve");
    expect(shown).toContain("price good until");
  });

  test("has everything else behind one ⋯", () => {
    expect(card(aQuote()).menu).toEqual(["glossary", "language", "note", "details"]);
    expect(card(withChapters()).menu).toEqual([
      "chapters",
      "glossary",
      "language",
      "note",
      "details",
    ]);
  });

  test("says how many chapters the manuscript has", () => {
    expect(card(withChapters()).shown).toContain("English, 2 chapters, 12,345 characters");
  });

  test.each([
    [undefined, 12_345, "12,345 characters"],
    [1, 12_345, "12,345 characters · about 2 min"],
    [20, 12_345, "12,345 characters · about 35 min"],
    [39, 12_345, "12,345 characters · about 1 hr"],
    [53, 12_345, "12,345 characters · about 1 hr"],
    [56, 12_345, "12,345 characters · about 2 hr"],
    [200, 123_450, "123,450 characters · about 47 hr"],
  ])("at a pace of %s says how long %d characters take: %s", (pace, characters, words) => {
    const { shown } = card(aQuote(pace === undefined ? {} : { pace }, characters));

    expect(shown.split("\n")[1]).toMatch(new RegExp(`${words}$`, "u"));
  });

  test("of some chapters says how long these take", () => {
    const part = [{ from: 0, to: 5000 }];

    expect(card({ ...withChapters(), part, pace: 20 }).shown).toContain("· about 20 min");
  });

  test("is named by the manuscript, whose stars and backticks end no bold words", () => {
    const file = { id: "F1", name: "*The* `Salt` <!here>.v2.docx" };

    expect(card(aQuote({ file })).shown).toContain("*∗The∗ ˋSaltˋ &lt;!here&gt;.v2 → French*");
  });

  test("what was asked for stands in one line, and its button comes first", () => {
    const asked = { first: "preview", note: "For <!here> & Ana", dueOn: "2026-11-27" } as const;
    const { shown, controls } = card(aQuote({ request: aRequest({ details: asked }) }));

    expect(shown).toContain(
      "📝 “For &lt;!here&gt; &amp; Ana” · needed by 27 November 2026 · asked for: a preview first",
    );
    expect(controls.slice(0, 2)).toEqual(["quote.preview", "quote.approve"]);
  });

  test("a preview may have a length of its own, and is not offered where it would be the whole", () => {
    const { blocks } = card(aQuote({ request: aRequest({ previewChars: 900 }) }));

    expect(confirmOf(blocks, "quote.preview")).toContain("The opening 900 characters of");
    expect(card(aQuote({ request: aRequest({ previewChars: 12_345 }) })).controls).toEqual([
      "quote.approve",
      "quote.decline",
    ]);
  });

  test("every button that spends names its price, and asks back with it and both languages", () => {
    const { blocks, shown } = card(aQuote());

    expect(shown).toContain("Approve · 12,345 cr");
    expect(shown).toContain("Preview · 3,000 cr");
    expect(confirmOf(blocks, "quote.approve")).toBe(
      "“The Lighthouse” will be translated from English into French for 12,345 credits.",
    );
    expect(confirmOf(blocks, "quote.preview")).toBe(
      "The opening 3,000 characters of “The Lighthouse” will be translated into French for 3,000 credits. Preview and translation are charged separately.",
    );
  });

  test("a glossary is extracted behind the ⋯, where its button names its price", () => {
    const quote = aQuote();
    const { blocks } = cardFormView(
      "glossary",
      quote,
      { quoteId: quote.id, channel: "C1", maySpend: true },
      testContext,
    );

    expect(shownText(blocks)).toContain("Extract glossary · 12,345 cr");
    expect(confirmOf(blocks, "quote.glossary")).toContain(
      "will be extracted from “The Lighthouse” for 12,345 credits. The translation is charged on top.",
    );
  });

  test("the price is our own count, and another rate of the partner is said", () => {
    const quote = aQuote({ tasks: [anEstimate(2400, undefined, inquirySlice)] });

    expect(card(quote).shown).toContain("*12,345 credits*");
    expect(card(quote).shown).toContain(
      "The partner estimates 1,200 credits for 1,000 characters.",
    );
    expect(details(quote)).toContain("*Partner’s estimate*\n2,000 characters, 2,400 credits");
  });

  test("the details have languages, length, estimate, balance, people and ids", () => {
    const shown = details(
      aQuote({ tasks: [anEstimate(2000, 4321, inquirySlice)], book: "The Salt Clock" }),
    );

    expect(shown).toContain("*Language*\nEnglish → French");
    expect(shown).toContain("*Length*\n12,345 characters");
    expect(shown).toContain("*Price*\n12,345 credits");
    expect(shown).toContain("*Partner’s estimate*\n2,000 characters, 2,000 credits, 4,321 tokens");
    expect(shown).toContain("*Balance*\n20,000 credits, 7,655 after this");
    expect(shown).toContain("*Requested by*\n<@U0MAIA>");
    expect(shown).toContain("*Approvers*\n<@U0APPROVER>, <!subteam^S0EDITORS>");
    expect(shown).toContain("*Book*\nThe Salt Clock");
    expect(shown).toContain(aQuote().id);
  });

  test("the details of an approved card show no balance, which was read before the approval", () => {
    expect(details(aQuote({ tasks: [aTask({ state: running() })] }))).not.toContain("*Balance*");
  });

  test("a short balance names what is missing, and nothing leads that fails", () => {
    const { text, shown, blocks, controls } = card(aQuote({ balance: { credits: 2000, at: 0 } }));

    expect(shown).toContain("⚠️ The balance is 10,345 credits short.");
    expect(text).toContain("The balance is 10,345 credits short.");
    expect(confirmOf(blocks, "quote.approve")).toContain("The balance is 10,345 credits short.");
    expect(controls).toEqual(offered);
    expect(JSON.stringify(blocks)).not.toContain("primary");
  });

  test("previews and glossaries have a line each, and are not sold twice", () => {
    const preview = aPreview({ state: running({ progress: 0.47, msLeft: 200_000 }) });
    const glossary = aGlossaryTask({ state: completed({ charged: 12_345 }) });
    const { shown, controls } = card(aQuote({ tasks: [preview, glossary] }));

    expect(shown).toContain("*Preview* (French): ⏳ Translating… 45% · about 4 minutes left");
    expect(shown).toContain("Done. It cost 12,345 credits, as approved");
    expect(controls).toEqual(["quote.approve", "quote.decline", "terms.open"]);
  });

  test("two cards of the same manuscript at different prices differ in their block ids", () => {
    const idOf = (quote: Quote) =>
      card(quote).blocks.find(({ type }) => type === "actions")?.block_id;
    const cheap = idOf(aQuote());

    expect(cheap).toMatch(/^offer\.[0-9a-f]{16}\.buttons\.[0-9a-f]{32}$/u);
    const reading = { status: "read", manuscript: aManuscript({ characters: 12_500 }) } as const;
    expect(idOf(aQuote({ reading }))).not.toBe(cheap);
  });
});

function withChapters(): Quote {
  const chapters = [
    { title: "Chapter 1", start: 0, characters: 6000 },
    { title: "Chapter 2", start: 6000, characters: 6345 },
  ];
  const reading = { status: "read", manuscript: aManuscript({ chapters }) } as const;
  return aQuote({ reading });
}

describe("what is left out of a document", () => {
  const without = (characters: number) => {
    const leftOut = [
      { what: "contents", count: 1, characters, begins: "CONTENTS <!channel> I. The Ferry" },
      { what: "deletions", count: 3 },
    ] as const;
    return aPostedQuote({ reading: { status: "read", manuscript: aManuscript({ leftOut }) } });
  };

  test("is not worth a line of the card when it is one itself", () => {
    expect(card(without(80)).shown).not.toContain("Left out");
  });

  test("stands on the card with its kind and characters", () => {
    const { shown, blocks } = card(without(200));

    expect(shown).toContain("Left out: 1 list of contents (200 characters)\n");
    expect(confirmOf(blocks, "quote.approve")).not.toContain("Left out");
  });

  test("names drawings with words among them", () => {
    const leftOut = [{ what: "drawings", count: 2, characters: 96, begins: "Salt Bay" }] as const;
    const quote = aPostedQuote({
      reading: { status: "read", manuscript: aManuscript({ leftOut }) },
    });

    expect(card(quote).shown).toContain("Left out: 2 drawings with words (96 characters)");
  });

  test("is asked about with its first words, before anything is spent, when it is much", () => {
    const { shown, blocks } = card(without(1200));
    const asked =
      "Left out: 1 list of contents (1,200 characters). Is that right? It begins: “CONTENTS <!channel> I. The Ferry”";

    expect(shown).toContain(asked.replace("<", "&lt;").replace(">", "&gt;"));
    expect(confirmOf(blocks, "quote.approve")).toContain(asked);
  });
});
