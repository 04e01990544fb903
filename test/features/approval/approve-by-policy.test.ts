import { expect, test } from "vitest";

import { SlackRefused } from "../../../src/core/faults.ts";
import type { Ports } from "../../../src/core/ports.ts";
import type { Quote } from "../../../src/core/quote.ts";
import { approveByPolicy } from "../../../src/features/approval/actions/approve-by-policy.ts";
import { anEstimate } from "../../builders.ts";
import { aDesk, anOffer } from "../desk.ts";

const policy = {
  selfApproval: "allowed",
  secondApprovalAbove: undefined,
  capPerApproval: undefined,
  autoApprovalUpTo: 5000,
  autoApprovalPerPersonDay: 20_000,
  autoApprovalPerMonth: 50_000,
} as const;

async function waiting(options: Parameters<typeof aDesk>[0] = {}) {
  const house = aDesk(options);
  const quote = anOffer({ approval: { policy }, tasks: [anEstimate(4400, 1100)] });
  await house.desk.ledger.add(quote);
  await setLimit(house.desk, 5000);
  return { ...house, quote, stands: () => house.desk.ledger.find(quote.id) };
}

test("two workers that approve by policy at once buy once, and leave one line", async () => {
  const { desk, quote, events, stands } = await waiting();

  await Promise.all([approveByPolicy(desk, quote), approveByPolicy(desk, quote)]);

  expect(approved(await stands())).toMatchObject([{ price: 4400, approval: { by: "policy" } }]);
  expect(events.map(({ what }) => what)).toEqual(["approved"]);
});

test("what a limit of now does not let pass is left to people, with a line", async () => {
  const { desk, quote, events, stands } = await waiting();
  await setLimit(desk, 4399);

  await approveByPolicy(desk, quote);

  expect(approved(await stands())).toEqual([]);
  expect((await stands())?.approval?.policy?.autoApprovalUpTo).toBeUndefined();
  expect(events).toMatchObject([{ what: "refused", by: "policy", why: "left-to-people" }]);
});

test("what a channel may not spend any more is left to people", async () => {
  const { desk, quote, events, stands } = await waiting();
  await desk.settings.change("T1", (now) => ({
    ...now,
    policy: { ...now.policy, capPerChannelMonth: 4399 },
  }));

  await approveByPolicy(desk, quote);

  expect(approved(await stands())).toEqual([]);
  expect(events).toMatchObject([{ what: "refused", by: "policy", why: "over-month-cap" }]);
});

test("after records were lost everything is left to people until an admin has decided", async () => {
  const { desk, quote, events, stands } = await waiting();
  const records = { ...desk.records, status: async () => "undecided" as const };

  await approveByPolicy({ ...desk, records }, quote);

  expect(approved(await stands())).toEqual([]);
  expect((await stands())?.approval?.policy?.autoApprovalUpTo).toBeUndefined();
  expect(events).toMatchObject([{ what: "refused", by: "policy", why: "not-for-sale" }]);
});

test("who has left a moment ago, though known as a member lately, buys nothing", async () => {
  const find = async (id: string, asOf?: "now" | "lately") => ({ id, isMember: asOf !== "now" });
  const { desk, quote, stands } = await waiting({ people: { find } });

  await approveByPolicy(desk, quote);

  expect(approved(await stands())).toEqual([]);
});

test("while Slack does not say who asked nothing is bought, and it is tried again", async () => {
  const find = async () => {
    throw new SlackRefused("fatal_error");
  };
  const { desk, quote, stands } = await waiting({ people: { find } });

  await expect(approveByPolicy(desk, quote)).rejects.toThrow("fatal_error");

  expect(await stands()).toEqual(quote);
});

function setLimit(desk: Pick<Ports, "settings">, autoApprovalUpTo: number) {
  return desk.settings.change("T1", (now) => ({
    ...now,
    policy: { ...now.policy, ...policy, autoApprovalUpTo },
  }));
}

function approved(quote: Quote | undefined) {
  return quote?.tasks.filter(({ approval }) => approval !== undefined);
}
