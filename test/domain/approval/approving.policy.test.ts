import { describe, expect, test } from "vitest";

import { approve, judge, policySeen } from "#domain/approval/approving.ts";
import { type Policy, initialSettings } from "#domain/settings/settings.ts";

import { aCoverage, aQuote, noPolicy, noon, setup } from "../../builders.ts";

const asked = {
  price: 12_345,
  person: "U0ANA",
  requester: "U0ROBIN",
  first: undefined,
};

function aPolicy(changes: Partial<Policy> = {}): Policy {
  return { ...initialSettings.policy, ...changes };
}

function verdictOn(changes: Partial<Policy>, by: Partial<Parameters<typeof judge>[1]> = {}) {
  return judge(aPolicy(changes), { ...asked, ...by });
}

describe("an approval by somebody who may spend", () => {
  test("is allowed while nobody has set anything, of one’s own request as well", () => {
    expect(verdictOn({})).toEqual({ status: "allowed" });
    expect(verdictOn({}, { person: "U0ROBIN" })).toEqual({ status: "allowed" });
  });

  test("of one’s own request is refused where the policy says so, and nobody else’s is", () => {
    expect(verdictOn({ selfApproval: "refused" }, { person: "U0ROBIN" })).toEqual({
      status: "own-quote",
    });
    expect(verdictOn({ selfApproval: "refused" })).toEqual({ status: "allowed" });
  });

  test("is refused above the limit, with both numbers, and not at it", () => {
    expect(verdictOn({ capPerApproval: 12_344 })).toEqual({
      status: "over-cap",
      price: 12_345,
      cap: 12_344,
    });
    expect(verdictOn({ capPerApproval: 12_345 })).toEqual({ status: "allowed" });
  });

  test("above the other limit waits for a second, different person", () => {
    const first = { by: "U0ADA" };
    const above = { secondApprovalAbove: 12_344 };
    const waits = { status: "second-needed", above: 12_344 };

    expect(verdictOn(above)).toEqual(waits);
    expect(verdictOn(above, { first: { by: "U0ANA" } })).toEqual(waits);
    expect(verdictOn(above, { first })).toEqual({ status: "allowed" });
    expect(verdictOn({ secondApprovalAbove: 12_345 })).toEqual({ status: "allowed" });
  });

  test("counts with what was approved of the same manuscript before", () => {
    const approved = [{ key: "k1", at: noon, price: 655 }];
    const quote = aQuote({ coverage: aCoverage({ approved }) });
    const click = { product: "translation", by: "U0ANA", at: noon, setup, ...noPolicy } as const;
    const outcomeOf = (changes: Partial<Policy>) =>
      approve(quote, { ...click, policy: aPolicy(changes) }).outcome;

    expect(outcomeOf({ capPerApproval: 13_000 }).status).toBe("approved");
    expect(outcomeOf({ capPerApproval: 12_999 })).toEqual({
      status: "over-cap",
      price: 13_000,
      cap: 12_999,
    });
    expect(outcomeOf({ secondApprovalAbove: 12_999 }).status).toBe("endorsed");
    expect(outcomeOf({ secondApprovalAbove: 13_000 }).status).toBe("approved");
  });

  test("counts with the other cards of the same click", () => {
    const click = { product: "translation", by: "U0ANA", at: noon, setup, ...noPolicy } as const;
    const outcomeOf = (beside: number) =>
      approve(aQuote(), { ...click, beside, policy: aPolicy({ capPerApproval: 13_000 }) }).outcome;

    expect(outcomeOf(655).status).toBe("approved");
    expect(outcomeOf(656)).toMatchObject({ status: "over-cap", price: 13_001 });
  });

  test("leaves a card without a policy without one", () => {
    const click = { product: "translation", by: "U0ANA", at: noon, setup, ...noPolicy } as const;

    expect(approve(aQuote(), click).quote.approval).toBeUndefined();
  });

  test("cannot be the second one of one’s own request, nor lift the limit", () => {
    const first = { by: "U0ADA" };
    const policy = { selfApproval: "refused", secondApprovalAbove: 1 } as const;

    expect(verdictOn(policy, { person: "U0ROBIN", first }).status).toBe("own-quote");
    expect(verdictOn({ capPerApproval: 1 }, { first }).status).toBe("over-cap");
  });
});

test("automatic approval is off on every card until both of its limits are set", () => {
  const auto = {
    autoApprovalUpTo: 500,
    autoApprovalPerPersonDay: 1000,
    autoApprovalPerMonth: 5000,
  };
  const seen = (changes: Partial<Policy>) =>
    policySeen({ policy: aPolicy({ selfApproval: "refused", ...auto, ...changes }) });

  expect(seen({})).toMatchObject({ autoApprovalUpTo: 500 });
  expect(seen({ autoApprovalPerMonth: undefined })?.autoApprovalUpTo).toBeUndefined();
  expect(seen({ autoApprovalPerPersonDay: undefined })?.autoApprovalUpTo).toBeUndefined();
  expect(policySeen({ policy: aPolicy({ autoApprovalUpTo: 500 }) })).toBeUndefined();
});

test("a policy that says nothing is not shown on any card", () => {
  expect(policySeen(initialSettings)).toBeUndefined();
  expect(policySeen({ policy: aPolicy({ lowBalance: 7 }) })).toBeUndefined();
  expect(policySeen({ policy: aPolicy({ selfApproval: "refused" }) })).toBeDefined();
  for (const limit of ["secondApprovalAbove", "capPerApproval"] as const) {
    expect(policySeen({ policy: aPolicy({ [limit]: 7 }) })).toMatchObject({ [limit]: 7 });
  }
});
