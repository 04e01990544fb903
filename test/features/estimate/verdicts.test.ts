import { describe, expect, test } from "vitest";

import {
  type OpenVerdict,
  type Probe,
  type Verdict,
  type Verdicts,
  chargesBeside,
  fateOf,
  findOut,
  giveUpOn,
  judgeProbe,
  noVerdicts,
  openVerdict,
  planProbe,
  probeSource,
  probeText,
} from "../../../src/features/estimate/rules/inquiries.ts";
import { newAccount } from "../../../src/features/spending/rules/account.ts";
import {
  aLanguageTask,
  anAttempt,
  completed,
  hour,
  minute,
  noon,
  rules,
  running,
} from "../../builders.ts";

const undecided = { askLanguage: undefined, askEstimate: undefined };
const open: OpenVerdict = { status: "open", since: noon };
const none = { status: "none", at: noon, spent: false } as const;
const charged = { status: "charged", credits: 100 } as const;

function aProbe(changes: Partial<Probe> = {}): Probe {
  return {
    before: { balance: 1000, used: 50 },
    beside: "nothing",
    task: aLanguageTask({ state: completed({ charged: undefined }) }),
    ...changes,
  };
}

test("the text of a probe has 100 characters, in as many bytes", () => {
  expect(Array.from(probeText)).toHaveLength(100);
  expect(probeSource).toMatchObject({ characters: 100, bytes: 100 });
});

describe("an inquiry", () => {
  const wait = { do: "wait", until: noon + 10 * minute };
  test.each<readonly [string, Verdict | undefined, number, unknown]>([
    ["of whose kind nothing is known is found out about", undefined, 0, { do: "find-out" }],
    ["waits for a verdict", open, 9 * minute, wait],
    ["waits ten minutes for it", open, 10 * minute, { do: "leave" }],
    ["that is free is asked", { status: "free" }, 0, { do: "ask" }],
    ["that is charged is left out", charged, 100 * hour, { do: "leave" }],
    ["of which nothing was found out is left out", none, 59 * minute, { do: "leave" }],
    ["is tried again an hour later", none, hour, { do: "find-out" }],
    ["is not when a probe has left", { ...none, spent: true }, hour, { do: "leave" }],
  ])("%s", (_, language, later, fate) => {
    const asked = { policy: undecided, now: noon + later };

    expect(fateOf({ ...noVerdicts, language }, "language", asked)).toEqual(fate);
  });

  test("can be switched on and off by the workspace, whatever it costs", () => {
    const known: Verdicts = { version: 1, language: { status: "free" }, estimate: charged };
    const policy = { askLanguage: "never", askEstimate: "always" } as const;

    expect(fateOf(known, "language", { policy, now: noon })).toEqual({ do: "leave" });
    expect(fateOf(known, "estimate", { policy, now: noon })).toEqual({ do: "ask" });
  });

  test("that may be charged waits while the other kind is probed", () => {
    const asked = { policy: { ...undecided, askEstimate: "always" }, now: noon } as const;
    const probed: Verdicts = { version: 1, language: { ...open, probe: aProbe() } };

    expect(fateOf(probed, "estimate", asked)).toEqual(wait);
    expect(fateOf({ version: 1, language: open }, "estimate", asked)).toEqual({ do: "ask" });
  });
});

test("both kinds are found out about one after the other, but for what nobody wants to know", () => {
  const both = findOut(noVerdicts, { policy: undecided, now: noon });
  const probed: Verdicts = { ...both, estimate: { ...open, probe: aProbe() } };

  expect(both).toEqual({ version: 1, language: open, estimate: open });
  expect(openVerdict(both)?.inquiry).toBe("language");
  expect(openVerdict(probed)?.inquiry).toBe("estimate");
  expect(
    findOut(noVerdicts, { policy: { ...undecided, askEstimate: "never" }, now: noon }),
  ).toEqual({
    version: 1,
    language: open,
  });
});

describe("a probe that has come back", () => {
  const named = aLanguageTask({ state: completed({ charged: 7 }) });
  test.each<readonly [string, Partial<Probe>, object, Verdict]>([
    ["was free when nothing has changed", {}, {}, { status: "free" }],
    ["was charged when it says so", { task: named }, {}, { status: "charged", credits: 7 }],
    [
      "was, whatever else was charged",
      { task: named },
      { beside: "a run" },
      { status: "charged", credits: 7 },
    ],
    [
      "was free when nothing was charged at all, though a run was bought beside it",
      {},
      { beside: "a run" },
      { status: "free" },
    ],
    [
      "says nothing when a run was bought beside it and more is used",
      {},
      { funds: { balance: 900, used: 150 }, beside: "a run" },
      { ...none, spent: true },
    ],
    [
      "was charged when more is used",
      {},
      { funds: { balance: 1000, used: 150 } },
      { status: "charged", credits: 100 },
    ],
    [
      "was when the balance fell, as a new period began",
      {},
      { funds: { balance: 900, used: 0 } },
      { status: "charged", credits: 100 },
    ],
    [
      "was when more is used, as the account was topped up",
      {},
      { funds: { balance: 5900, used: 150 } },
      { status: "charged", credits: 100 },
    ],
  ])("%s", (_, probe, after, verdict) => {
    const same = { funds: { balance: 1000, used: 50 }, beside: "nothing", at: noon };

    expect(judgeProbe(aProbe(probe), { ...same, ...after })).toEqual(verdict);
  });
});

test("the key of a probe is derived, and is another one for each kind, account and store", () => {
  const key = (changes: Partial<OpenVerdict>, keyPrint = "print") =>
    planProbe("language", { ...open, ...changes }, { ...rules, keyPrint }).key;

  expect(key({})).toBe(key({}));
  expect(new Set([key({}), key({ since: noon + 1 }), key({}, "other")]).size).toBe(3);
  expect(planProbe("estimate", open, rules).key).not.toBe(key({}, rules.keyPrint));
});

test.each([
  ["whose answer never came may have been charged", [anAttempt({ outcome: "ambiguous" })], true],
  ["that is under way may be charged", [anAttempt({ outcome: "created" })], true],
  ["that was refused cost nothing", [anAttempt({ outcome: "rejected" })], false],
  ["that never left cost nothing", [anAttempt({ outcome: "not-sent" })], false],
])("a probe %s", (_, attempts, spent) => {
  const probe = aProbe({ task: aLanguageTask({ state: running(), attempts }) });

  expect(giveUpOn({ ...open, probe }, noon)).toEqual({ ...none, spent });
});

describe("a quiet moment", () => {
  const commitment = {
    key: "k",
    quoteId: "q",
    workspace: "T1",
    channel: "C0BOOKS",
    price: 600,
    at: noon,
  };

  test("is one at which nothing is bought that has not ended", () => {
    const isQuiet = (freed: true | undefined) =>
      chargesBeside({ ...newAccount, commitments: [{ ...commitment, freed }] }, noVerdicts).isQuiet;

    expect([isQuiet(true), isQuiet(undefined)]).toEqual([true, false]);
  });

  test("is not the same any more once something was bought, was charged, or failed", () => {
    const beside = [
      chargesBeside(newAccount, noVerdicts),
      chargesBeside({ ...newAccount, recorded: 600 }, noVerdicts),
      chargesBeside({ ...newAccount, commitments: [commitment] }, noVerdicts),
      chargesBeside({ ...newAccount, commitments: [{ ...commitment, freed: true }] }, noVerdicts),
      chargesBeside(newAccount, { version: 1, language: charged }),
    ];

    expect(new Set(beside.map((one) => one.beside)).size).toBe(5);
  });
});
