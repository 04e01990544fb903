import { expect, test } from "vitest";

import type { Person, Roles } from "../../../src/core/ports.ts";
import {
  mayShape,
  maySeeBalance,
  maySpend,
} from "../../../src/features/approval/actions/decide.ts";

const roles: Roles = { admins: new Set(["U0ADA"]), approvers: new Set(["U0ANA", "U0GUEST"]) };
const requester = "U0ROBIN";

function rightsOf(id: string, isMember: boolean) {
  const person: Person = { id, isMember };
  return {
    spend: maySpend(person, roles),
    shape: mayShape(person, requester, roles),
    balance: maySeeBalance(person, roles),
  };
}

test.each([
  ["an admin", "U0ADA", { spend: true, shape: true, balance: true }],
  ["an approver", "U0ANA", { spend: true, shape: true, balance: false }],
  ["the requester", requester, { spend: false, shape: true, balance: false }],
  ["anybody else", "U0SAM", { spend: false, shape: false, balance: false }],
])("%s", (_, id, rights) => {
  expect(rightsOf(id, true)).toEqual(rights);
});

test.each(["U0ADA", "U0ANA", "U0GUEST", requester])(
  "%s may nothing as a guest, a stranger, a bot or after leaving",
  (id) => {
    expect(rightsOf(id, false)).toEqual({ spend: false, shape: false, balance: false });
  },
);
