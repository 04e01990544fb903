import { describe, expect, test } from "vitest";

import {
  delegate,
  deputiesOf,
  runningDelegations,
  withoutDelegation,
} from "../../../src/features/approval/rules/delegations.ts";
import { judge } from "../../../src/features/approval/rules/policy.ts";
import { type Roles, decidesFor, maySpend } from "../../../src/features/approval/rules/rights.ts";
import { initialSettings } from "../../../src/features/settings/rules/settings.ts";
import { hour, noon } from "../../builders.ts";

const listed: Roles = { admins: new Set(["U0ADA"]), approvers: new Set(["U0ANA"]) };
const until = noon + hour;
const anaAway = { from: "U0ANA", to: "U0BEN", until };
const all = () => true;

function rolesWith(...running: readonly (typeof anaAway)[]): Roles {
  return { ...listed, deputies: deputiesOf(running, listed, all) };
}

function may(id: string, roles: Roles, isMember = true): boolean {
  return maySpend({ id, workspace: "T1", isMember }, roles);
}

describe("who stands in for an approver", () => {
  test("may spend, as a full member, and is known by whom they stand in for", () => {
    const roles = rolesWith(anaAway);

    expect([may("U0BEN", roles), may("U0BEN", roles, false)]).toEqual([true, false]);
    expect([decidesFor("U0BEN", roles), decidesFor("U0ANA", roles)]).toEqual(["U0ANA", undefined]);
  });

  test("may not once the approver is not listed, or no member, any more", () => {
    const nobody: Roles = { admins: new Set(), approvers: new Set() };

    expect(deputiesOf([anaAway], nobody, all)).toEqual(new Map());
    expect(deputiesOf([anaAway], listed, () => false)).toEqual(new Map());
  });

  test("cannot hand that on", () => {
    const roles = rolesWith(anaAway, { from: "U0BEN", to: "U0CEM", until });

    expect(may("U0CEM", roles)).toBe(false);
  });

  test("and could anyway, decides in their own right", () => {
    expect(decidesFor("U0ADA", rolesWith({ ...anaAway, to: "U0ADA" }))).toBeUndefined();
  });
});

describe("being away", () => {
  const away = delegate(initialSettings, anaAway, noon);

  test("ends with its time", () => {
    expect(runningDelegations(away, until - 1)).toEqual([anaAway]);
    expect(runningDelegations(away, until)).toEqual([]);
  });

  test("is said anew in one go, and what is over is dropped", () => {
    const later = { from: "U0ADA", to: "U0BEN", until: until + hour };
    const changed = { ...anaAway, to: "U0CEM" };

    expect(delegate(away, changed, noon).delegations).toEqual([changed]);
    expect(delegate(away, later, until).delegations).toEqual([later]);
  });

  test("ends when they are back, and being back twice changes nothing", () => {
    const back = withoutDelegation(away, "U0ANA", noon);

    expect(back.delegations).toEqual([]);
    expect(withoutDelegation(back, "U0ANA", noon)).toBe(back);
  });
});

describe("two approvers", () => {
  const policy = { ...initialSettings.policy, secondApprovalAbove: 10 };
  const standsFor = (id: string) => (id === "U0BEN" || id === "U0CEM" ? ["U0ANA"] : []);
  const asked = { price: 11, before: 0, requester: "U0ROBIN", standsFor };
  const verdict = (first: { by: string; for?: string }, now: { person: string; for?: string }) =>
    judge(policy, { ...asked, ...now, first: { ...first, at: noon } }).status;

  test.each([
    ["who is away and then who stands in", { by: "U0ANA" }, { person: "U0BEN", for: "U0ANA" }],
    ["who stands in and then who is away", { by: "U0BEN", for: "U0ANA" }, { person: "U0ANA" }],
    ["two who stand in", { by: "U0BEN", for: "U0ANA" }, { person: "U0CEM", for: "U0ANA" }],
  ])("are not %s for the same person", (_, first, now) => {
    expect(verdict(first, now)).toBe("second-needed");
  });

  test("are who stands in and somebody else", () => {
    expect(verdict({ by: "U0BEN", for: "U0ANA" }, { person: "U0ADA" })).toBe("allowed");
  });

  test("where nobody approves what they asked for, who stands in for them does not either", () => {
    const own = { ...initialSettings.policy, selfApproval: "refused" } as const;
    const click = { price: 1, before: 0, person: "U0BEN", for: "U0ANA", first: undefined };

    expect(judge(own, { ...click, requester: "U0ANA" })).toEqual({
      status: "own-quote",
      for: "U0ANA",
    });
    expect(judge(own, { ...click, requester: "U0ROBIN" }).status).toBe("allowed");
  });
});
