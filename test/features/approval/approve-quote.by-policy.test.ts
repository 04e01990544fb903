import { expect, test } from "vitest";

import type { AppContext } from "#domain/context.ts";
import { withoutCoverage } from "#domain/coverage.ts";
import { SlackRefusedError } from "#domain/errors.ts";
import type { Quote } from "#domain/quote.ts";
import { approveByPolicy } from "#features/approval/approve-quote.ts";
import { lookAtCoverage } from "#features/shared/read-coverage.ts";

import { anEstimate, noTerms } from "../../builders.ts";
import { testAppContext, anOffer, manuscript } from "../../support/app-context.ts";

const shown = {
  selfApproval: "allowed",
  secondApprovalAbove: undefined,
  capPerApproval: undefined,
  autoApprovalUpTo: 5000,
} as const;
const policy = { ...shown, autoApprovalPerPersonDay: 20_000, autoApprovalPerMonth: 50_000 };

const limited = { approval: { policy: shown }, tasks: [anEstimate(4400, 1100)] };

async function waiting(options: Parameters<typeof testAppContext>[0] = {}) {
  const galley = testAppContext(options);
  const quote = anOffer(limited);
  await galley.ctx.quoteStore.add(quote);
  await setLimit(galley.ctx, 5000);
  return { ...galley, quote, stands: () => galley.ctx.quoteStore.find(quote.id) };
}

test("two workers that approve by policy at once buy once, and leave one line", async () => {
  const { ctx, quote, events, stands } = await waiting();

  await Promise.all([approveByPolicy(ctx, quote), approveByPolicy(ctx, quote)]);

  expect(approved(await stands())).toMatchObject([{ price: 4400, approval: { by: "policy" } }]);
  expect(events.map(({ kind }) => kind)).toEqual(["approved"]);
});

test("what a limit of now does not let pass is left to people, with a line", async () => {
  const { ctx, quote, events, stands } = await waiting();
  await setLimit(ctx, 4399);

  await approveByPolicy(ctx, quote);

  expect(approved(await stands())).toEqual([]);
  expect((await stands())?.approval?.policy?.autoApprovalUpTo).toBeUndefined();
  expect(events).toMatchObject([{ kind: "refused", by: "policy", why: "left-to-people" }]);
});

test("what a channel may not spend any more is left to people", async () => {
  const { ctx, quote, events, stands } = await waiting();
  await ctx.settings.change("T1", (now) => ({
    ...now,
    policy: { ...now.policy, capPerChannelMonth: 4399 },
  }));

  await approveByPolicy(ctx, quote);

  expect(approved(await stands())).toEqual([]);
  expect(events).toMatchObject([{ kind: "refused", by: "policy", why: "over-month-cap" }]);
});

test.each(["autoApprovalPerPersonDay", "autoApprovalPerMonth"] as const)(
  "what %s does not cover is left to people",
  async (cap) => {
    const { ctx, quote, events, stands } = await waiting();
    await setLimit(ctx, 8800);
    await ctx.settings.change("T1", (now) => ({
      ...now,
      policy: { ...now.policy, [cap]: 8799 },
    }));
    const text = { ...manuscript, textSha256: "another text" };
    const other = anOffer({
      id: "other",
      ...limited,
      reading: { status: "read", manuscript: text },
    });
    await ctx.quoteStore.add(other);

    await approveByPolicy(ctx, quote);
    await approveByPolicy(ctx, other);

    expect(approved(await stands())).toHaveLength(1);
    expect(approved(await ctx.quoteStore.find("other"))).toEqual([]);
    expect(events.at(-1)).toMatchObject({ kind: "refused", by: "policy", why: "over-auto-cap" });
  },
);

test("of two variants of a language, requested at once, one is left to people", async () => {
  const { ctx } = await waiting();
  for (const target of ["pt", "pt-BR"]) {
    const tasks = [{ ...anEstimate(4400, 1100), target }];
    const { quote } = await ctx.quoteStore.add(
      anOffer({ ...limited, id: target, target, tasks, glossary: { terms: noTerms(target) } }),
    );
    await lookAtCoverage(ctx, await ctx.quoteStore.change(quote.id, withoutCoverage));
  }

  for (const id of ["pt", "pt-BR"]) {
    const quote = await ctx.quoteStore.find(id);
    if (quote !== undefined) await approveByPolicy(ctx, quote);
  }

  expect(approved(await ctx.quoteStore.find("pt"))).toHaveLength(1);
  expect(approved(await ctx.quoteStore.find("pt-BR"))).toEqual([]);
});

test("after records were lost everything is left to people until an admin has decided", async () => {
  const { ctx, quote, events, stands } = await waiting();
  const records = { ...ctx.records, status: async () => "undecided" as const };

  await approveByPolicy({ ...ctx, records }, quote);

  expect(approved(await stands())).toEqual([]);
  expect((await stands())?.approval?.policy?.autoApprovalUpTo).toBeUndefined();
  expect(events).toMatchObject([{ kind: "refused", by: "policy", why: "not-for-sale" }]);
});

test("who has left a moment ago, though known as a member lately, buys nothing", async () => {
  const find = async (id: string, asOf?: "now" | "lately") => ({ id, isMember: asOf !== "now" });
  const { ctx, quote, stands } = await waiting({ people: { find } });

  await approveByPolicy(ctx, quote);

  expect(approved(await stands())).toEqual([]);
});

test("while Slack does not say who asked nothing is bought, and it is tried again", async () => {
  const find = async () => {
    throw new SlackRefusedError("fatal_error");
  };
  const { ctx, quote, stands } = await waiting({ people: { find } });

  await expect(approveByPolicy(ctx, quote)).rejects.toThrow("fatal_error");

  expect(await stands()).toEqual(quote);
});

function setLimit(ctx: AppContext, autoApprovalUpTo: number) {
  return ctx.settings.change("T1", (now) => ({
    ...now,
    policy: { ...now.policy, ...policy, autoApprovalUpTo },
  }));
}

function approved(quote: Quote | undefined) {
  return quote?.tasks.filter(({ approval }) => approval !== undefined);
}
