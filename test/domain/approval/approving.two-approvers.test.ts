import { describe, expect, test } from "vitest";

import { approve } from "#domain/approval/approving.ts";
import { chooseTarget, decline } from "#domain/estimate/card-changes.ts";
import { cardDigest } from "#domain/estimate/card-digest.ts";
import type { Quote } from "#domain/quote.ts";
import { auditOf } from "#domain/settings/audit.ts";
import { type Policy, initialSettings } from "#domain/settings/settings.ts";

import {
  aCoverage,
  aCoveringRun,
  aQuote,
  aManuscript,
  minute,
  noPolicy,
  noon,
  setup,
  aRequest,
} from "../../builders.ts";

const policy: Policy = { ...initialSettings.policy, secondApprovalAbove: 10_000 };
const product = "translation" as const;

function clicked(quote: Quote, by: string, mayStill: (id: string) => boolean = () => true) {
  const click = { ...noPolicy, product, by, at: noon + minute, setup, policy, mayStill };
  return approve(quote, click);
}

const endorsed = clicked(aQuote(), "U0ANA");

describe("where two people have to approve", () => {
  test("the first approval is written down and buys nothing", () => {
    expect(endorsed.outcome).toEqual({ status: "endorsed", above: 10_000 });
    expect(endorsed.quote.tasks).toEqual([]);
    expect(endorsed.quote.approval?.endorsements).toMatchObject([
      { by: "U0ANA", price: 12_345, product },
    ]);
    expect(auditOf(aQuote(), endorsed.quote)).toMatchObject([
      { kind: "endorsed", by: "U0ANA", credits: 12_345, why: "translation" },
    ]);
    const [{ offer } = { offer: "" }] = endorsed.quote.approval?.endorsements ?? [];
    expect(endorsed.quote.notices).toMatchObject([
      { about: { kind: "endorsed", offer, by: "U0ANA" } },
    ]);
    expect(cardDigest(endorsed.quote)).not.toBe(cardDigest(aQuote()));
  });

  test("the first person’s second click does nothing", () => {
    const again = clicked(endorsed.quote, "U0ANA");

    expect(again.quote).toBe(endorsed.quote);
    expect(again.outcome).toMatchObject({ status: "second-needed" });
  });

  test("the second person buys it, and both are named", () => {
    const { quote, outcome } = clicked(endorsed.quote, "U0ADA");

    expect(outcome.status).toBe("approved");
    expect(quote.tasks).toMatchObject([
      { approval: { by: "U0ADA", first: { by: "U0ANA", at: noon + minute } } },
    ]);
    expect(quote.approval?.endorsements).toEqual([]);
    expect(auditOf(endorsed.quote, quote)).toMatchObject([
      { kind: "approved", by: "U0ADA", credits: 12_345, why: "second after U0ANA" },
    ]);
  });

  test("one person is named once, even if the limit was lifted after their first click", () => {
    const at = noon + minute;

    const { quote } = approve(endorsed.quote, { product, by: "U0ANA", at, setup, ...noPolicy });

    expect(quote.tasks[0]?.approval).toEqual({ by: "U0ANA", at });
  });

  test("each thing that can be bought needs two of its own", () => {
    const glossary = approve(endorsed.quote, {
      product: "glossary",
      by: "U0ADA",
      at: noon,
      setup,
      ...noPolicy,
      policy,
    });

    expect(glossary.outcome.status).toBe("endorsed");
    expect(glossary.quote.approval?.endorsements).toHaveLength(2);
  });

  test("another language makes the first approval void", () => {
    const { quote } = chooseTarget(endorsed.quote, { target: "de", setup });
    const back = chooseTarget(quote, { target: "fr", setup });
    const looked = { ...quote, coverage: aCoverage({ target: "de" }) };

    expect(clicked(looked, "U0ADA").outcome.status).toBe("endorsed");
    expect(clicked(back.quote, "U0ADA").outcome.status).toBe("endorsed");
  });

  test("another price makes it void", () => {
    const reading = { status: "read", manuscript: aManuscript({ characters: 13_000 }) } as const;
    const dearer = { ...endorsed.quote, reading };

    expect(clicked(dearer, "U0ADA").outcome.status).toBe("endorsed");
  });

  test("another run of the same text makes it void: the second person would approve something else", () => {
    const slice = [{ from: 0, to: 12_345 }];
    const runs = [aCoveringRun({ slice, status: "running" })];
    const since = { ...endorsed.quote, coverage: aCoverage({ runs }) };

    expect(clicked(since, "U0ADA").outcome.status).toBe("endorsed");
  });

  test("counts with what was approved of the manuscript in the last 30 days", () => {
    const approved = [{ key: "k1", at: noon, price: 8000 }];
    const cheap = aQuote({ coverage: aCoverage({ approved }) }, 2001);
    const alone = aQuote({}, 2001);

    expect(clicked(cheap, "U0ANA").outcome).toEqual({ status: "endorsed", above: 10_000 });
    expect(clicked(alone, "U0ANA").outcome.status).toBe("approved");
  });

  test("a decline withdraws it", () => {
    expect(
      decline(endorsed.quote, { by: "U0ROBIN", at: noon }).quote.approval?.endorsements,
    ).toBeUndefined();
  });

  test("the approval of somebody who may no longer spend does not count", () => {
    const { quote, outcome } = clicked(endorsed.quote, "U0ADA", (id) => id !== "U0ANA");

    expect(outcome.status).toBe("endorsed");
    expect(quote.approval?.endorsements).toMatchObject([{ by: "U0ADA" }]);
  });

  test("that of the one who asked counts where everybody may approve their own", () => {
    const own = clicked(aQuote(), aRequest().by);

    expect(clicked(own.quote, "U0ADA").outcome.status).toBe("approved");
  });

  test("two others buy what a third one asked for, where nobody may approve their own", () => {
    const stricter: Policy = { ...policy, selfApproval: "refused" };
    const wanted = { product, by: "U0ADA", at: noon + minute, setup };

    const { outcome } = approve(endorsed.quote, { ...noPolicy, ...wanted, policy: stricter });

    expect(outcome.status).toBe("approved");
  });

  test("that of the one who asked does not count once nobody may approve their own", () => {
    const { by: requester } = aRequest();
    const own = clicked(aQuote(), requester);
    const stricter: Policy = { ...policy, selfApproval: "refused" };
    const wanted = { product, by: "U0ADA", at: noon + minute, setup };

    const { quote, outcome } = approve(own.quote, { ...noPolicy, ...wanted, policy: stricter });

    expect([own.outcome.status, outcome.status]).toEqual(["endorsed", "endorsed"]);
    expect(quote.approval?.endorsements).toMatchObject([{ by: "U0ADA" }]);
  });
});
