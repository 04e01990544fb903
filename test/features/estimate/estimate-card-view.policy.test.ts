import { describe, expect, test } from "vitest";

import { approve } from "#domain/approval/approving.ts";
import type { Quote, ApprovalPolicy } from "#domain/quote.ts";
import { thePolicy } from "#domain/task.ts";
import { estimateCard } from "#features/estimate/estimate-card-view.ts";

import { aQuote, aTask, noPolicy, noon, setup, running } from "../../builders.ts";
import { confirmOf, testContext, shownText } from "../../support/context.ts";

const policy: ApprovalPolicy = {
  selfApproval: "refused",
  secondApprovalAbove: 10_000,
  capPerApproval: undefined,
  autoApprovalUpTo: undefined,
};

function card(quote: Quote) {
  const { text, blocks } = estimateCard(quote, testContext);
  return { text, shown: shownText(blocks), asks: confirmOf(blocks, "quote.approve") };
}

function endorsed(product: "translation" | "glossary"): Quote {
  const click = { ...noPolicy, product, by: "U0ANA", at: noon, setup, policy };
  return approve(aQuote({ approval: { policy } }), click).quote;
}

describe("the card", () => {
  test("says before the click that two people are needed", () => {
    const { text, asks } = card(aQuote({ approval: { policy } }));

    expect(text).toContain("Over 10,000 credits: needs two approvers.");
    expect(asks).toContain("Over 10,000 credits: needs two approvers.");
  });

  test("says who approved, and that a second person is waited for", () => {
    const { text, asks } = card(endorsed("translation"));

    expect(text).toMatch(/Over 10,000 credits: needs two approvers\. Approved by <@U0ANA>/u);
    expect(asks).toContain("A second person’s approval starts it.");
  });

  test("says so of a glossary in a line of its own", () => {
    expect(card(endorsed("glossary")).shown).toMatch(
      /\*Glossary\*: Over 10,000 credits: needs two approvers\. Approved by <@U0ANA>/u,
    );
  });

  test("says before the click that it is over the limit", () => {
    const { text, asks } = card(
      aQuote({ approval: { policy: { ...policy, capPerApproval: 12_000 } } }),
    );

    expect(text).toContain("Over the limit of 12,000 credits, so it can’t be approved.");
    expect(asks).toContain("Over the limit of 12,000 credits");
  });

  test("names both who approved, or Galley itself with its limit", () => {
    const two = { by: "U0ADA", at: noon, first: { by: "U0ANA", at: noon } };
    const itself = { by: thePolicy, at: noon, upTo: 20_000 };
    const shown = (approval: typeof two | typeof itself, state = aTask().state) =>
      card(aQuote({ tasks: [aTask({ approval, state })] }));

    expect(shown(two).shown).toContain("Approved by <@U0ANA> and <@U0ADA> · 12,345 credits");
    expect(shown(itself).shown).toContain("Approved by Galley, under the spending rules");
    expect(shown(itself, running()).shown).toContain("Galley, under the spending rules");
  });
});
