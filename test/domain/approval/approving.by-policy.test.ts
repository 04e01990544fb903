import { describe, expect, test } from "vitest";

import { approveAutomatically, autoOffer, withPolicy } from "#domain/approval/approving.ts";
import { decline } from "#domain/estimate/card-changes.ts";
import type { Quote, ApprovalPolicy } from "#domain/quote.ts";
import { auditOf } from "#domain/settings/audit.ts";
import { newAccount } from "#domain/spending/account.ts";
import { stepsOf } from "#domain/steps.ts";

import {
  aManuscript,
  aPreview,
  aQuote,
  aSerial,
  aTask,
  aCoverage,
  aCoveringRun,
  anEstimate,
  inquirySlice,
  hour,
  noon,
  rejectedFor,
  setup,
  inNoLanguage,
  aRequest,
} from "../../builders.ts";

const policy: ApprovalPolicy = {
  selfApproval: "allowed",
  secondApprovalAbove: undefined,
  capPerApproval: undefined,
  autoApprovalUpTo: 12_345,
};

const estimated = anEstimate(12_345, 3000);

const translatedBefore = {
  coverage: aCoverage({ runs: [aCoveringRun({ slice: [{ from: 0, to: 12_345 }] })] }),
};

function withContents(characters: number) {
  return aManuscript({ leftOut: [{ what: "contents", count: 1, characters, begins: "One" }] });
}

function ready(changes: Partial<Quote> = {}): Quote {
  return aQuote({ approval: { policy }, tasks: [estimated], ...changes });
}

function tried(
  now: Partial<ApprovalPolicy> = {},
  requester: "member" | "stranger" = "member",
  at = noon,
) {
  return approveAutomatically(ready(), {
    at,
    setup,
    policy: { ...policy, ...now },
    account: newAccount,
    requester,
  });
}

describe("Galley looks whether it may approve by itself", () => {
  test("once language, price and balance are known, up to the limit", () => {
    expect(autoOffer(ready(), setup)).toMatchObject({ price: 12_345 });
    expect(stepsOf(ready(), setup)).toContainEqual({ kind: "approve-by-policy", at: 0 });
  });

  test.each<readonly [string, Partial<Quote>]>([
    ["no such limit", { approval: { policy: { ...policy, autoApprovalUpTo: undefined } } }],
    [
      "a lower limit than its price",
      { approval: { policy: { ...policy, autoApprovalUpTo: 12_344 } } },
    ],
    ["another rate than ours", { tasks: [anEstimate(2400, 3000, inquirySlice)] }],
    ["a language that nobody knows", inNoLanguage(ready())],
    ["a manuscript in the language asked for", { language: "fr" }],
    ["a balance that is not known", { balance: undefined }],
    [
      "a price that is only asked for",
      { request: aRequest({ details: { first: "estimate", note: undefined, dueOn: undefined } }) },
    ],
    ["a decline", { decision: { status: "declined", by: "U0MAIA", at: noon } }],
    ["an approval", { tasks: [estimated, aTask()] }],
    ["a refused run", { tasks: [estimated, aTask({ state: rejectedFor("short-of-credits") })] }],
    ["what was approved before not looked for", { coverage: aCoverage({ target: "de" }) }],
    ["what was approved before to be looked for again", { coverage: aCoverage({ version: -1 }) }],
    ["a translation of it", translatedBefore],
    [
      "some of its paragraphs translated before",
      {
        coverage: aCoverage({
          units: [{ from: 0, to: 12_345, known: 501, bought: 501 }],
        }),
      },
    ],
    [
      "another variant of the language",
      {
        coverage: aCoverage({
          variants: ["fr-CA"],
          units: [{ from: 0, to: 12_345, known: 0, bought: 501 }],
        }),
      },
    ],
    [
      "an encoding that was guessed",
      { reading: { status: "read", manuscript: aManuscript({ otherEncodings: ["koi8-r"] }) } },
    ],
    ["much that was left out", { reading: { status: "read", manuscript: withContents(300) } }],
    ["a card that may know more", { card: { status: "posting", since: 0 } }],
  ])("but not with %s", (_, changes) => {
    expect(autoOffer(ready(changes), setup)).toBeUndefined();
    expect(stepsOf(ready(changes), setup).map((step) => step.kind)).not.toContain(
      "approve-by-policy",
    );
  });

  test("and with a list of contents that is no more than that", () => {
    const reading = { status: "read", manuscript: withContents(200) } as const;

    expect(autoOffer(ready({ reading }), setup)).toBeDefined();
  });

  test("for the chapters that are new, where all others were translated", () => {
    const serial = aSerial({}, { approval: { policy }, tasks: [estimated] });
    const short = { ...serial, balance: { credits: 2000, at: noon } };

    expect(autoOffer(serial, setup)).toMatchObject({
      price: 3345,
      slice: [{ from: 9000, to: 12_345 }],
    });
    expect(autoOffer(short, setup)).toBeUndefined();
    expect(autoOffer({ ...serial, part: [{ from: 9000, to: 12_345 }] }, setup)).toBeUndefined();
  });

  test("also when a preview was bought before", () => {
    expect(autoOffer(ready({ tasks: [estimated, aPreview()] }), setup)).toBeDefined();
  });
});

describe("what the policy of now lets pass", () => {
  test("is approved by nobody but the policy, once", () => {
    const { quote, outcome } = tried();

    expect(outcome.status).toBe("approved");
    expect(quote.tasks.at(-1)).toMatchObject({
      price: 12_345,
      approval: { by: "policy", at: noon, upTo: 12_345 },
    });
    expect(auditOf(ready(), quote)).toMatchObject([
      { kind: "approved", by: "policy", credits: 12_345, why: "automatic up to 12345" },
    ]);
    expect(autoOffer(quote, setup)).toBeUndefined();
  });

  test("can be taken back before it is sent, and is not approved again", () => {
    const { quote } = decline(tried().quote, { by: "U0MAIA", at: noon });

    expect(quote.decision.status).toBe("declined");
    expect(autoOffer(quote, setup)).toBeUndefined();
  });
});

test.each<readonly [string, ReturnType<typeof tried>]>([
  ["the limit was lowered meanwhile", tried({ autoApprovalUpTo: 12_344 })],
  ["it was switched off meanwhile", tried({ autoApprovalUpTo: undefined })],
  ["two people have to approve", tried({ secondApprovalAbove: 12_344 })],
  ["it is over the maximum per approval", tried({ capPerApproval: 12_344 })],
  ["the one who asked is no member any more", tried({}, "stranger")],
])("it is left to people for good when %s", (_, { quote, outcome }) => {
  expect(outcome.status).toBe("left-to-people");
  expect(quote.tasks).toEqual([estimated]);
  expect(quote.approval?.endorsements).toBeUndefined();
  expect(autoOffer(quote, setup)).toBeUndefined();
});

test("it is left to people when it is too dear with what was approved of the manuscript in 30 days", () => {
  const month = 30 * 24 * hour;
  const approved = [{ key: "k0", at: noon - month, price: 1 }];
  const quote = ready({ coverage: aCoverage({ approved }) });
  const asked = { setup, policy, account: newAccount, requester: "member" } as const;

  expect(approveAutomatically(quote, { ...asked, at: noon - 1 }).outcome.status).toBe(
    "left-to-people",
  );
  expect(approveAutomatically(quote, { ...asked, at: noon }).outcome.status).toBe("approved");
});

test("nothing happens to a quote of which nothing is to be approved", () => {
  const quote = ready({ language: "fr" });
  const asked = { at: noon, setup, policy, account: newAccount, requester: "member" } as const;

  expect(approveAutomatically(quote, asked)).toEqual({ quote, outcome: { status: "not-due" } });
});

test("nothing happens to a quote whose time is up", () => {
  expect(tried({}, "member", noon + 24 * hour).outcome.status).toBe("not-due");
});

test("a policy that comes later stops Galley from approving, and does not begin it", () => {
  const waiting = ready({ approval: undefined });

  expect(autoOffer(withPolicy(waiting, { policy }), setup)).toBeUndefined();
  expect(autoOffer(withPolicy(ready(), { policy }), setup)).toBeDefined();
  expect(withPolicy(ready(), undefined).approval?.policy).toBeUndefined();
});
