import { expect, test } from "vitest";

import { startPartnerSandbox } from "#sandbox/partner/start.ts";

import { approved, arrival, estimated, orders, quoted, storyCredits } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

type Fault = Parameters<Galley["partner"]["inject"]>[0];

const create = { method: "POST", action: "translation" } as const;
const quietMs = 61_000;

/** One of each kind: `test/partner/client.faults.test.ts` says which statuses and bodies are alike. */
const committed: readonly (readonly [string, Fault])[] = [
  ["a 500 after the commit", { kind: "status", status: 500, at: "after" }],
  ["a redirect", { kind: "status", status: 302, at: "after" }],
  ["a connection dropped after the commit", { kind: "drop", at: "after" }],
  ["a connection dropped in the middle of the reply", { kind: "drop", at: "mid-reply" }],
  ["a page of HTML", { kind: "body", body: "html" }],
  ["a reply without a task id", { kind: "patch", remove: ["task_id"] }],
  ["a huge reply", { kind: "body", body: "huge" }],
];

test.for(committed)(
  "after %s the same key asks again: one task, charged once",
  async ([, fault], { expect }) => {
    await using galley = await openGalley();
    galley.partner.inject({ ...fault, ...create });

    const { post } = await approved(galley);
    await galley.failed("send");
    galley.clock.skip(quietMs);
    await arrival(galley, post);

    const { outcomes, keys, charged } = await orders(galley);
    expect(outcomes).toEqual(["created", "replayed"]);
    expect(keys.size).toBe(1);
    expect(charged).toBe(storyCredits);
  },
);

const uncommitted: readonly (readonly [string, Fault])[] = [
  ["a 500 before the commit", { kind: "status", status: 500 }],
  ["a connection dropped before the commit", { kind: "drop", at: "before" }],
];

test.for(uncommitted)(
  "after %s the same key asks again: one task, charged once",
  async ([, fault], { expect }) => {
    await using galley = await openGalley();
    galley.partner.inject({ ...fault, ...create });

    const { post, card } = await quoted(galley);
    await estimated(galley, await galley.card(post, /\[ Approve ·/u));
    const before = await orders(galley);
    await galley.slack.people.ana.clicks(card, "quote.approve");
    await galley.failed("send");
    galley.clock.skip(quietMs);
    await arrival(galley, post);

    const { outcomes, keys, charged, posts } = await orders(galley);
    expect(outcomes).toEqual(["created"]);
    expect(keys.size).toBe(1);
    expect(charged).toBe(storyCredits);
    expect(posts).toHaveLength(before.posts.length + 2);
  },
);

test("a partner that answers too late made one task, and is paid once", async () => {
  await using galley = await openGalley({ env: { PARTNER_TIMEOUT_SECONDS: "4" } });
  galley.partner.inject({ kind: "delay", ms: 60_000, at: "after", ...create });

  const { post } = await approved(galley);
  await galley.failed("send");
  galley.clock.skip(quietMs);
  await arrival(galley, post);

  expect(await orders(galley)).toMatchObject({
    outcomes: ["created", "replayed"],
    charged: storyCredits,
  });
});

test("while the answer is unclear, nothing is sent before the quiet time is over, and the card says so", async () => {
  await using galley = await openGalley();
  galley.partner.inject({ kind: "drop", at: "after", ...create });

  const { post } = await approved(galley);
  await galley.failed("send");
  const card = await galley.card(post, /hasn’t answered clearly/u);
  galley.clock.skip(55_000);
  await galley.slack.deliveries.settled();

  expect(card.text).toContain("Retrying safely; you won’t be charged twice.");
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"] });
});

test.for([400, 401, 402, 409, 429])(
  "a %d after an unclear attempt proves nothing: the same key goes on, paid once",
  async (status, { expect }) => {
    await using galley = await openGalley();
    galley.partner.inject({ kind: "drop", at: "after", ...create });
    galley.partner.inject({ kind: "status", status, ...create });

    const { post } = await approved(galley);
    await galley.failed("send");
    galley.clock.skip(quietMs);
    await galley.failed("send", 2);
    // Longer than the third quiet time, and longer than the pause after a refused key.
    galley.clock.skip(6 * quietMs);
    await arrival(galley, post);

    const { outcomes, keys, charged } = await orders(galley);
    expect(outcomes).toEqual(["created", "replayed"]);
    expect(keys.size).toBe(1);
    expect(charged).toBe(storyCredits);
  },
);

test("after the window nobody asks again: the task is unknown and a person is told", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  galley.partner.inject({ kind: "status", status: 500, at: "after", times: 20, ...create });

  const { post, card } = await approved(galley);
  for (const attempt of [1, 2, 3]) {
    await galley.failed("send", attempt);
    galley.clock.skip(5 * quietMs);
  }
  const told = await galley.reply(post, /The partner hasn’t confirmed/u);
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await galley.hears(ana, /It isn’t known whether this was charged before/u);

  expect(told.text).toContain(`${storyCredits} credits may have been charged.`);
  expect(await orders(galley)).toMatchObject({ charged: storyCredits });
  expect((await orders(galley)).keys.size).toBe(1);
});

test("while the partner is down nothing is lost, and the translation goes out when it is back", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { post, card } = await quoted(galley);
  const port = Number(new URL(galley.partner.origin).port);
  await galley.partner.close();

  await ana.clicks(card, "quote.approve");
  await galley.failed("send");
  await using partner = await startPartnerSandbox({ keys: ["journey-key"], rpm: 6000, port });
  galley.clock.skip(10_000);
  await arrival(galley, post);

  expect(await orders({ partner })).toMatchObject({
    outcomes: ["created"],
    charged: storyCredits,
  });
});
