import { expect, test } from "vitest";

import type { Roles } from "#domain/context.ts";
import { canChange, rightsOf } from "#features/shared/rights.ts";

const roles: Roles = { admins: new Set(["U0ADA"]), approvers: new Set(["U0ANA", "U0GUEST"]) };
const requester = "U0ROBIN";

async function mayDo(id: string, isMember: boolean) {
  const people = { find: async () => ({ id, isMember }), roles: async () => roles };
  const rights = await rightsOf(people, id);
  return {
    spend: rights.maySpend,
    shape: canChange(rights, requester),
    balance: rights.isAdmin,
  };
}

test.each([
  ["an admin", "U0ADA", { spend: true, shape: true, balance: true }],
  ["an approver", "U0ANA", { spend: true, shape: true, balance: false }],
  ["the requester", requester, { spend: false, shape: true, balance: false }],
  ["anybody else", "U0SAM", { spend: false, shape: false, balance: false }],
])("%s", async (_, id, rights) => {
  expect(await mayDo(id, true)).toEqual(rights);
});

test.each(["U0ADA", "U0ANA", "U0GUEST", requester])(
  "%s may nothing as a guest, a stranger, a bot or after leaving",
  async (id) => {
    expect(await mayDo(id, false)).toEqual({ spend: false, shape: false, balance: false });
  },
);
