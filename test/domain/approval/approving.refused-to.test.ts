import { describe, expect, test } from "vitest";

import { approve, refusedTo } from "#domain/approval/approving.ts";
import type { ApprovalPolicy, Quote } from "#domain/quote.ts";
import { initialSettings } from "#domain/settings/settings.ts";

import { aCoverage, aQuote, aSerial, hour, noPolicy, noon, setup } from "../../builders.ts";

const month = 30 * 24 * hour;

function under(policy: Partial<ApprovalPolicy>, changes: Partial<Quote> = {}): Quote {
  const { selfApproval, secondApprovalAbove, capPerApproval } = initialSettings.policy;
  const limits = { secondApprovalAbove, capPerApproval, autoApprovalUpTo: undefined };
  return aQuote({ approval: { policy: { selfApproval, ...limits, ...policy } }, ...changes });
}

const why = (quote: Quote, person = "U0ANA") => refusedTo(quote, person, setup);

describe("the card says beforehand why a click would buy nothing", () => {
  test.each<readonly [string, Quote, string | undefined]>([
    ["nothing where no rule is set", aQuote(), undefined],
    ["nothing where nothing is on offer", aQuote({ language: "fr" }), undefined],
    [
      "a balance below the price",
      aQuote({ balance: { credits: 12_344, at: noon } }),
      "short-of-credits",
    ],
    [
      "nothing at a balance of the price",
      aQuote({ balance: { credits: 12_345, at: noon } }),
      undefined,
    ],
    ["a price over the maximum", under({ capPerApproval: 12_344 }), "over-cap"],
    ["nothing at the maximum", under({ capPerApproval: 12_345 }), undefined],
    [
      "the balance before the maximum",
      under({ capPerApproval: 1 }, { balance: { credits: 1, at: noon } }),
      "short-of-credits",
    ],
    [
      "nothing where it is the first of two approvals",
      under({ secondApprovalAbove: 1 }),
      undefined,
    ],
  ])("%s", (_, quote, reason) => {
    expect(why(quote)).toBe(reason);
  });

  test("to the one who asked, where nobody may approve their own", () => {
    const quote = under({ selfApproval: "refused" });

    expect([quote.request.by, "U0ANA"].map((person) => why(quote, person))).toEqual([
      "own-quote",
      undefined,
    ]);
  });

  test("to the one who approved already, where two have to", () => {
    const before = under({ secondApprovalAbove: 10_000 });
    const policy = { ...initialSettings.policy, secondApprovalAbove: 10_000 };
    const click = { ...noPolicy, product: "translation", by: "U0ANA", at: noon, setup } as const;
    const { quote } = approve(before, { ...click, policy });

    expect([why(quote), why(quote, "U0ADA")]).toEqual(["second-needed", undefined]);
  });

  test("with what was approved of the text in the 30 days before it was requested", () => {
    const quote = (at: number) =>
      under(
        { capPerApproval: 13_000 },
        { coverage: aCoverage({ approved: [{ key: "k0", at, price: 656 }] }) },
      );

    expect([noon - month, noon - month + 1].map((at) => why(quote(at)))).toEqual([
      undefined,
      "over-cap",
    ]);
  });

  test("by the price of the chapters that are new", () => {
    const { approval } = under({ capPerApproval: 3345 });

    expect(why(aSerial({}, { approval }))).toBeUndefined();
    expect(why(aSerial({ slice: [] }, { approval }))).toBe("over-cap");
  });
});
