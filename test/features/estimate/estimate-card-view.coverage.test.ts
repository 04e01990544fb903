import { describe, expect, test } from "vitest";

import type { ExistingRun } from "#domain/claim.ts";
import type { Quote } from "#domain/quote.ts";
import { estimateCard } from "#features/estimate/estimate-card-view.ts";

import {
  aCoverage,
  aCoveringRun,
  aManuscript,
  aPreview,
  aQuote,
  aSerial,
  completed,
  noTerms,
  noon,
} from "../../builders.ts";
import { confirmOf, controlsOf, testContext, shownText } from "../../support/context.ts";

const all = [{ from: 0, to: 12_345 }];
const hash = "9".repeat(64);

function card(quote: Quote) {
  const { text, blocks } = estimateCard(quote, testContext);
  return { text, blocks, shown: shownText(blocks), controls: controlsOf(blocks) };
}

function covered(run: Partial<ExistingRun> = {}, changes: Partial<Quote> = {}): Quote {
  const runs = [aCoveringRun({ slice: all, ...run })];
  return aQuote({ coverage: aCoverage({ runs }), ...changes });
}

describe("a text that was translated before", () => {
  test("can be used for free, and that leads", () => {
    const { text, blocks, controls } = card(covered());

    expect(text).toContain("Translated into French (<!date^1795183500^");
    expect(text).toContain("You can use that translation for free.");
    expect(controls.slice(0, 2)).toEqual(["quote.existing", "quote.again"]);
    expect(leadersOf(blocks)).toEqual(["quote.existing"]);
  });

  test("for free calls no approver to pay for it again", () => {
    const { text, shown } = card(covered());

    expect(text).toMatch(/^The Lighthouse → French: ♻️ Translated into French/u);
    expect(shown).not.toContain("can approve");
  });

  test.each([
    ["another glossary", { glossary: { hash, strategy: "merge" } }, {}],
    ["none, where the book has one", {}, { glossary: { terms: { ...noTerms("fr"), hash } } }],
  ] as const)("with %s says so", (_, run, changes) => {
    expect(card(covered(run, changes)).text).toContain("It was made with another glossary.");
  });

  test.each([
    ["the very glossary", { glossary: { hash, strategy: "merge" } }, {}],
    ["none, as it would be now", {}, { strategy: "without" }],
  ] as const)("with %s does not", (_, run, changes) => {
    const quote = covered(run, { glossary: { terms: { ...noTerms("fr"), hash }, ...changes } });

    expect(card(quote).text).not.toContain("another glossary");
  });

  test.each<readonly [string, Partial<ExistingRun>, string]>([
    ["runs", { status: "running" }, "This text: already being translated. <"],
    ["is gone", { status: "gone" }, "translated before, but the result is gone. <"],
    ["failed", { status: "failed" }, "an earlier translation failed, and may still be charged"],
    ["was erased", { status: "erased" }, "translated before."],
    [
      "is somewhere else",
      elsewhere(),
      "before. The earlier card is in another conversation; please ask an admin.",
    ],
  ])(
    "and that cannot be had, because it %s, can be translated again, by no green button",
    (_, run, words) => {
      const { text, blocks, controls } = card(covered(run));

      expect(text).toContain(words);
      expect(controls).not.toContain("quote.existing");
      expect(controls).toContain("quote.again");
      expect(leadersOf(blocks)).toEqual([]);
    },
  );

  test("is not sold while nobody knows whether the earlier run exists, and no price is named", () => {
    const { text, controls } = card(covered({ status: "unknown" }));

    expect(text).toContain("it isn’t known whether an earlier translation was charged");
    expect(text).toContain("has to be cleared up first");
    expect(text).not.toContain("12,345 credits");
    expect(controls).not.toContain("quote.again");
  });

  test("links the card that has it, whose address is only an address", () => {
    const link = "https://acme.slack.com/archives/C1/p1?x=|<!here>";

    expect(card(covered({ status: "running", link })).shown).toContain(
      "<https://acme.slack.com/archives/C1/p1?x=%7C%3C!here%3E|Open card>",
    );
  });
});

describe("to translate again", () => {
  test.each<readonly [Partial<ExistingRun>, string]>([
    [{ status: "running" }, "This text: already being translated. This is charged as well."],
    [{ status: "done" }, "This text: translated before. This is charged as well."],
    [
      { status: "failed" },
      "an earlier translation failed, and may still be charged. This is charged as well.",
    ],
    [{ status: "gone" }, "but the result is gone. This is charged as well."],
    [{ status: "erased" }, "translated before. This is charged as well."],
  ])("asks back with the price and what exists: %j", (run, words) => {
    const asked = confirmOf(card(covered(run)).blocks, "quote.again");

    expect(asked).toContain(
      "“The Lighthouse” will be translated from English into French for 12,345 credits.",
    );
    expect(asked).toContain(words);
  });

  test("says which chapters, where some were chosen", () => {
    const chosen = aSerial({}, { part: [{ from: 3000, to: 6000 }] });
    const asked = confirmOf(card(chosen).blocks, "quote.again");

    expect(asked).toContain(
      "“The Lighthouse” · chapter 2 will be translated from English into French for 3,000 credits.",
    );
  });
});

describe("of a text that was translated in part", () => {
  test("the new chapters are on offer, and the others name their card", () => {
    const { text, blocks, controls } = card(aSerial());

    expect(text).toContain("Chapters 1 to 3: translated before. <");
    expect(text).toContain("3,345 credits");
    expect(controls).toContain("quote.part");
    expect(confirmOf(blocks, "quote.part")).toContain("chapters 4 and 5");
  });

  test("chapters apart from each other are on offer together", () => {
    const { blocks } = card(aSerial({ slice: [{ from: 3000, to: 6000 }] }));

    expect(confirmOf(blocks, "quote.part")).toContain("chapters 1, 3 to 5");
  });

  test("of many rows of chapters the headline names some", () => {
    const chapters = Array.from({ length: 20 }, (_, index) => ({
      title: `Chapter ${index + 1}`,
      start: index * 100,
      characters: 100,
    }));
    const part = chapters
      .filter((_, index) => index % 2 === 0)
      .map(({ start }) => ({ from: start, to: start + 100 }));
    const manuscript = aManuscript({ characters: 2000, chapters });
    const { blocks } = card(aQuote({ reading: { status: "read", manuscript }, part }));

    expect(shownText(blocks)).toContain("chapters 1, 3, 5, 7 and 6 more");
  });

  test("what one card translated in several runs is named once", () => {
    const runs = [0, 6000].map((from) =>
      aCoveringRun({ key: `k${from}`, slice: [{ from, to: from + 3000 }] }),
    );

    expect(card(aSerial({}, { coverage: aCoverage({ runs }) })).text).toMatch(
      /♻️ Chapters 1, 3: translated before\. <[^>]+>$/u,
    );
  });

  test("only three earlier cards are named, the newest first", () => {
    const runs = [1, 2, 3, 4].map((n) =>
      aCoveringRun({
        key: `k${n}`,
        quoteId: `q${n}`,
        link: `https://x/${n}`,
        slice: [{ from: 0, to: 3000 }],
      }),
    );
    const { shown } = card(aSerial({}, { coverage: aCoverage({ runs }) }));

    expect(shown.match(/https:\/\/x\/\d/gu)).toEqual(["https://x/1", "https://x/2", "https://x/3"]);
  });
});

describe("of a text that was edited since", () => {
  test("the amount that is known is said beside the price, and in the dialog", () => {
    const units = [{ from: 0, to: 12_345, known: 9876, bought: 9876 }];
    const { text, blocks } = card(aQuote({ coverage: aCoverage({ units }) }));

    expect(text).toContain("♻️ About 9,900 of 12,000 characters were translated before.");
    expect(confirmOf(blocks, "quote.approve")).toContain(
      "About 9,900 of 12,000 characters were translated before.",
    );
    expect(confirmOf(blocks, "quote.preview")).not.toContain("9,900");
  });

  test("nearly all of it is translated again, and the card names the run that has it", () => {
    const units = [{ from: 0, to: 12_345, known: 12_000, bought: 12_000 }];
    const known = { slice: [{ from: 0, to: 12_345 }], characters: 12_000 };
    const runs = [aCoveringRun({ slice: [], known, isReset: true })];
    const { shown, blocks, controls } = card(aQuote({ coverage: aCoverage({ runs, units }) }));

    expect(shown).toContain("This text: translated before. <");
    expect(shown).toContain("Nearly all of this was translated before.");
    expect(controls).not.toContain("quote.existing");
    expect(confirmOf(blocks, "quote.again")).toContain("This is charged as well.");
  });

  test("all chapters stand in the sentence", () => {
    const units = [
      { from: 0, to: 3000, known: 3000, bought: 3000 },
      { from: 3000, to: 6000, known: 2900, bought: 2900 },
      { from: 6000, to: 9000, known: 2800, bought: 2800 },
      { from: 9000, to: 11_000, known: 1500, bought: 1500 },
    ];
    const { text, blocks } = card(aSerial({ slice: [] }, { coverage: aCoverage({ units }) }));

    expect(text).toContain(
      "5 chapters: 3 translated before, 1 changed (about 1,500 of 2,000 characters translated before), 1 new.",
    );
    expect(confirmOf(blocks, "quote.part")).toContain("chapters 4 and 5");
  });

  test("next to nothing is an amount, and the whole stays on offer", () => {
    const units = [{ from: 0, to: 3000, known: 420, bought: 420 }];
    const { text, controls } = card(aSerial({}, { coverage: aCoverage({ units }) }));

    expect(text).toContain(
      "About 420 of 12,000 characters, in 1 of 5 chapters, were translated before.",
    );
    expect(controls).toContain("quote.approve");
  });

  test("a translation of the same words is free, and says that signs may differ", () => {
    const { text, controls } = card(covered({ isReset: true }));

    expect(text).toContain("It has the same words; punctuation, spacing, capitals or accents may");
    expect(controls).toContain("quote.existing");
  });

  test("a translation of a longer text is free, and says that it comes as a whole", () => {
    const { text, controls } = card(covered({ isReset: true, isLonger: true }));

    expect(text).toContain("It is of a longer text and comes as a whole.");
    expect(controls).toContain("quote.existing");
  });

  test("a preview that was bought with other words around it is named in the dialog", () => {
    const known = { slice: [{ from: 0, to: 1900 }], characters: 1900 };
    const runs = [aCoveringRun({ kind: "preview", slice: [], known })];
    const { blocks } = card(aQuote({ coverage: aCoverage({ runs }) }));

    expect(confirmOf(blocks, "quote.preview")).toContain(
      "About 1,900 of 12,000 characters: approved before. This is charged as well.",
    );
  });

  test("and of one in another variant of the language, that is named", () => {
    const { text } = card(aQuote({ coverage: aCoverage({ variants: ["fr-CA"] }) }));

    expect(text).toContain(
      "Translated before into another variant of the language: Canadian French.",
    );
  });
});

describe("what was approved on the card itself", () => {
  test("as a preview is charged besides, and both dialogs say so", () => {
    const quote = aQuote({ tasks: [aPreview({ state: completed() })] });

    expect(confirmOf(card(quote).blocks, "quote.approve")).toContain(
      "Preview and translation are charged separately.",
    );
  });
});

test("what was approved of the manuscript lately counts for limits, on the card and in its dialog", () => {
  const policy = {
    selfApproval: "allowed",
    secondApprovalAbove: 20_000,
    capPerApproval: undefined,
    autoApprovalUpTo: undefined,
  } as const;
  const approved = [{ key: "k1", at: noon - 1, price: 8000 }];
  const quote = aQuote({ approval: { policy }, coverage: aCoverage({ approved }) });

  expect(card(quote).text).toContain("Over 20,000 credits: needs two approvers.");
  expect(confirmOf(card(quote).blocks, "quote.approve")).toContain(
    "Over 20,000 credits: needs two approvers.",
  );
});

function elsewhere() {
  return { link: undefined, isShared: false };
}

/** Returns the buttons in the colour of the card's main action. */
function leadersOf(blocks: ReturnType<typeof card>["blocks"]): readonly string[] {
  return blocks.flatMap((block) =>
    block.type === "actions"
      ? block.elements.flatMap((element) =>
          "style" in element && element.style === "primary" ? (element.action_id ?? []) : [],
        )
      : [],
  );
}
