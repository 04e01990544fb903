import { expect, test } from "vitest";

import type { Ports } from "#domain/context.ts";
import { forgetCoverage } from "#domain/coverage.ts";
import { SlackRefused } from "#domain/errors.ts";
import type { Quote } from "#domain/quote.ts";
import { approveByPolicy } from "#features/approval/approve-quote.ts";
import { lookAtCoverage } from "#features/estimate/read-coverage.ts";

import { anEstimate, noTerms } from "../../builders.ts";
import { testPorts, anOffer, manuscript } from "../ports.ts";

const shown = {
  selfApproval: "allowed",
  secondApprovalAbove: undefined,
  capPerApproval: undefined,
  autoApprovalUpTo: 5000,
} as const;
const policy = { ...shown, autoApprovalPerPersonDay: 20_000, autoApprovalPerMonth: 50_000 };

const limited = { approval: { policy: shown }, tasks: [anEstimate(4400, 1100)] };

async function waiting(options: Parameters<typeof testPorts>[0] = {}) {
  const galley = testPorts(options);
  const quote = anOffer(limited);
  await galley.ports.ledger.add(quote);
  await setLimit(galley.ports, 5000);
  return { ...galley, quote, stands: () => galley.ports.ledger.find(quote.id) };
}

test("two workers that approve by policy at once buy once, and leave one line", async () => {
  const { ports, quote, events, stands } = await waiting();

  await Promise.all([approveByPolicy(ports, quote), approveByPolicy(ports, quote)]);

  expect(approved(await stands())).toMatchObject([{ price: 4400, approval: { by: "policy" } }]);
  expect(events.map(({ what }) => what)).toEqual(["approved"]);
});

test("what a limit of now does not let pass is left to people, with a line", async () => {
  const { ports, quote, events, stands } = await waiting();
  await setLimit(ports, 4399);

  await approveByPolicy(ports, quote);

  expect(approved(await stands())).toEqual([]);
  expect((await stands())?.approval?.policy?.autoApprovalUpTo).toBeUndefined();
  expect(events).toMatchObject([{ what: "refused", by: "policy", why: "left-to-people" }]);
});

test("what a channel may not spend any more is left to people", async () => {
  const { ports, quote, events, stands } = await waiting();
  await ports.settings.change("T1", (now) => ({
    ...now,
    policy: { ...now.policy, capPerChannelMonth: 4399 },
  }));

  await approveByPolicy(ports, quote);

  expect(approved(await stands())).toEqual([]);
  expect(events).toMatchObject([{ what: "refused", by: "policy", why: "over-month-cap" }]);
});

test.each(["autoApprovalPerPersonDay", "autoApprovalPerMonth"] as const)(
  "what %s does not cover is left to people",
  async (cap) => {
    const { ports, quote, events, stands } = await waiting();
    await ports.settings.change("T1", (now) => ({
      ...now,
      policy: { ...now.policy, [cap]: 8799 },
    }));
    const text = { ...manuscript, textSha256: "another text" };
    const other = anOffer({
      id: "other",
      ...limited,
      reading: { status: "read", manuscript: text },
    });
    await ports.ledger.add(other);

    await approveByPolicy(ports, quote);
    await approveByPolicy(ports, other);

    expect(approved(await stands())).toHaveLength(1);
    expect(approved(await ports.ledger.find("other"))).toEqual([]);
    expect(events.at(-1)).toMatchObject({ what: "refused", by: "policy", why: "over-auto-cap" });
  },
);

test("of two variants of a language, requested at once, one is left to people", async () => {
  const { ports } = await waiting();
  for (const target of ["pt", "pt-BR"]) {
    const tasks = [{ ...anEstimate(4400, 1100), target }];
    const { quote } = await ports.ledger.add(
      anOffer({ ...limited, id: target, target, tasks, glossary: { terms: noTerms(target) } }),
    );
    await lookAtCoverage(ports, await ports.ledger.change(quote.id, forgetCoverage));
  }

  for (const id of ["pt", "pt-BR"]) {
    const quote = await ports.ledger.find(id);
    if (quote !== undefined) await approveByPolicy(ports, quote);
  }

  expect(approved(await ports.ledger.find("pt"))).toHaveLength(1);
  expect(approved(await ports.ledger.find("pt-BR"))).toEqual([]);
});

test("after records were lost everything is left to people until an admin has decided", async () => {
  const { ports, quote, events, stands } = await waiting();
  const records = { ...ports.records, status: async () => "undecided" as const };

  await approveByPolicy({ ...ports, records }, quote);

  expect(approved(await stands())).toEqual([]);
  expect((await stands())?.approval?.policy?.autoApprovalUpTo).toBeUndefined();
  expect(events).toMatchObject([{ what: "refused", by: "policy", why: "not-for-sale" }]);
});

test("who has left a moment ago, though known as a member lately, buys nothing", async () => {
  const find = async (id: string, asOf?: "now" | "lately") => ({ id, isMember: asOf !== "now" });
  const { ports, quote, stands } = await waiting({ people: { find } });

  await approveByPolicy(ports, quote);

  expect(approved(await stands())).toEqual([]);
});

test("while Slack does not say who asked nothing is bought, and it is tried again", async () => {
  const find = async () => {
    throw new SlackRefused("fatal_error");
  };
  const { ports, quote, stands } = await waiting({ people: { find } });

  await expect(approveByPolicy(ports, quote)).rejects.toThrow("fatal_error");

  expect(await stands()).toEqual(quote);
});

function setLimit(ports: Pick<Ports, "settings">, autoApprovalUpTo: number) {
  return ports.settings.change("T1", (now) => ({
    ...now,
    policy: { ...now.policy, ...policy, autoApprovalUpTo },
  }));
}

function approved(quote: Quote | undefined) {
  return quote?.tasks.filter(({ approval }) => approval !== undefined);
}
