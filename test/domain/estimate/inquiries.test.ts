import { describe, expect, test } from "vitest";

import {
  type OpenVerdict,
  type Probe,
  type Verdict,
  type Verdicts,
  chargesBeside,
  decisionOn,
  openVerdicts,
  giveUpOn,
  isQuiet,
  judgeProbe,
  noVerdicts,
  openVerdict,
  planProbe,
  probeDue,
  probeSource,
  probeText,
} from "#domain/estimate/inquiries.ts";
import { newAccount } from "#domain/spending/account.ts";

import { aLanguageTask, aQuote, hour, minute, noon, setup, running } from "../../builders.ts";

const undecided = { askLanguage: undefined, askEstimate: undefined };
const open: OpenVerdict = { status: "open", since: noon };
const none = { status: "none", at: noon } as const;
const charged = { status: "charged", credits: 100 } as const;

const probe: Probe = {
  before: { balance: 1000, used: 50 },
  beside: "nothing",
  target: "fr",
  at: noon,
};

test("the text of a probe has 100 characters, in as many bytes", () => {
  expect(Array.from(probeText)).toHaveLength(100);
  expect(probeSource).toMatchObject({ characters: 100, bytes: 100 });
});

describe("an inquiry", () => {
  const wait = { kind: "wait", until: noon + 10 * minute };
  test.each<readonly [string, Verdict | undefined, number, unknown]>([
    ["of whose kind nothing is known is found out about", undefined, 0, { kind: "probe" }],
    ["waits for a verdict", open, 9 * minute, wait],
    ["waits ten minutes for it", open, 10 * minute, { kind: "skip" }],
    ["that is free is asked", { status: "free" }, 0, { kind: "ask" }],
    ["that is charged is left out", charged, 100 * hour, { kind: "skip" }],
    ["of which nothing was found out is left out", none, 59 * minute, { kind: "skip" }],
    ["is tried again an hour later", none, hour, { kind: "probe" }],
    ["that may be charged is left out", { ...charged, credits: 0 }, hour, { kind: "skip" }],
  ])("%s", (_, language, later, decision) => {
    const asked = { policy: undecided, now: noon + later };

    expect(decisionOn({ ...noVerdicts, language }, "language", asked)).toEqual(decision);
  });

  test("can be switched on and off by the workspace, whatever it costs", () => {
    const known: Verdicts = { version: 1, language: { status: "free" }, estimate: charged };
    const policy = { askLanguage: "never", askEstimate: "always" } as const;

    expect(decisionOn(known, "language", { policy, now: noon })).toEqual({ kind: "skip" });
    expect(decisionOn(known, "estimate", { policy, now: noon })).toEqual({ kind: "ask" });
  });

  test("that is asked whatever it costs waits while the other kind is found out about", () => {
    const asked = { policy: { ...undecided, askEstimate: "always" }, now: noon } as const;
    const late = { ...asked, now: noon + 10 * minute };

    expect(decisionOn({ version: 1, language: open }, "estimate", asked)).toEqual(wait);
    expect(decisionOn({ version: 1, language: open }, "estimate", late)).toEqual({ kind: "ask" });
  });
});

test("both kinds are found out about one after the other, but for what nobody wants to know", () => {
  const both = openVerdicts(noVerdicts, { policy: undecided, now: noon });
  const probed: Verdicts = { ...both, estimate: { ...open, probe } };

  expect(both).toEqual({ version: 1, language: open, estimate: open });
  expect(openVerdict(both)?.inquiry).toBe("language");
  expect(openVerdict(probed)?.inquiry).toBe("estimate");
  expect(
    openVerdicts(noVerdicts, { policy: { ...undecided, askEstimate: "never" }, now: noon }),
  ).toEqual({
    version: 1,
    language: open,
  });
});

describe("a probe that has come back", () => {
  test.each<readonly [string, object, Verdict]>([
    ["was free when nothing has changed", {}, { status: "free" }],
    ["was charged when it says so", { charged: 7 }, { status: "charged", credits: 7 }],
    [
      "was, whatever else was charged",
      { charged: 7, beside: "a run" },
      { status: "charged", credits: 7 },
    ],
    [
      "was free when nothing was charged at all, though a run was bought beside it",
      { beside: "a run" },
      { status: "free" },
    ],
    [
      "may have been charged when a run was bought beside it and more is used",
      { funds: { balance: 900, used: 150 }, beside: "a run" },
      { status: "charged", credits: 0 },
    ],
    [
      "was charged when more is used",
      { funds: { balance: 1000, used: 150 } },
      { status: "charged", credits: 100 },
    ],
    [
      "was when the balance fell, as a new period began",
      { funds: { balance: 900, used: 0 } },
      { status: "charged", credits: 100 },
    ],
    [
      "was when more is used, as the account was topped up",
      { funds: { balance: 5900, used: 150 } },
      { status: "charged", credits: 100 },
    ],
  ])("%s", (_, after, verdict) => {
    const same = { charged: undefined, funds: { balance: 1000, used: 50 }, beside: "nothing" };

    expect(judgeProbe(probe, { ...same, ...after })).toEqual(verdict);
  });
});

test("the key of a probe is derived, and is another one for each kind, account and store", () => {
  const key = (changes: Partial<OpenVerdict>, apiKeyFingerprint = "print") =>
    planProbe({ inquiry: "language", verdict: { ...open, ...changes } }, "fr", apiKeyFingerprint)
      .key;

  expect(key({})).toBe(key({}));
  expect(new Set([key({}), key({ since: noon + 1 }), key({}, "other")]).size).toBe(3);
  expect(
    planProbe({ inquiry: "estimate", verdict: open }, "fr", setup.apiKeyFingerprint).key,
  ).not.toBe(key({}, setup.apiKeyFingerprint));
});

test("a probe that is given up may have been charged once it has left, and not before", () => {
  expect(giveUpOn(probe, noon)).toEqual({ status: "charged", credits: 0 });
  expect(giveUpOn(open.probe, noon)).toEqual(none);
});

describe("the next step of a probe is due", () => {
  const due = (changes: Partial<OpenVerdict>, quiet = true) =>
    probeDue({ ...open, ...changes }, { isQuiet: quiet, now: noon, setup }) - noon;

  test("at a quiet moment, and else is looked at ten seconds later", () => {
    expect([due({}), due({}, false)]).toEqual([-noon, 10_000]);
  });

  test("after the time-out and the quiet time when no answer came, and soon after one", () => {
    expect(due({ probe })).toBe(setup.partnerTimeoutMs + setup.resendQuietMs);
    expect(due({ probe: { ...probe, taskId: "task-1" } })).toBe(setup.pollMinMs);
  });

  test("at the latest after ten minutes", () => {
    expect(due({ since: noon - 10 * minute + 1000 }, false)).toBe(1000);
  });
});

describe("a quiet moment", () => {
  const reservation = {
    key: "k",
    quoteId: "q",
    workspace: "T1",
    channel: "C0BOOKS",
    price: 600,
    at: noon,
  };

  test("is one at which nothing is bought that has not ended", () => {
    const quiet = (freed: true | undefined) =>
      isQuiet({ ...newAccount, reservations: [{ ...reservation, freed }] }, noVerdicts, []);

    expect([quiet(true), quiet(undefined)]).toEqual([true, false]);
  });

  test("is one at which no inquiry is under way that may be charged", () => {
    const asking = aQuote({ tasks: [aLanguageTask({ state: running() })] });
    const known: Verdicts = { version: 1, language: { status: "free" } };

    expect(isQuiet(newAccount, noVerdicts, [asking])).toBe(false);
    expect(isQuiet(newAccount, known, [asking])).toBe(true);
  });

  test("is not the same any more once something was bought, was charged, or failed", () => {
    const beside = [
      chargesBeside(newAccount, noVerdicts),
      chargesBeside({ ...newAccount, recorded: 600 }, noVerdicts),
      chargesBeside({ ...newAccount, reservations: [reservation] }, noVerdicts),
      chargesBeside({ ...newAccount, reservations: [{ ...reservation, freed: true }] }, noVerdicts),
      chargesBeside(newAccount, { version: 1, language: charged }),
    ];

    expect(new Set(beside).size).toBe(5);
  });
});
