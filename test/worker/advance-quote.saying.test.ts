import { describe, expect, test } from "vitest";

import type { Thread } from "#domain/context.ts";
import { SlackBusyError, SlackRefusedError } from "#domain/errors.ts";
import { addNotice } from "#domain/notices.ts";
import type { Quote } from "#domain/quote.ts";
import { postNotice } from "#features/delivery/post-notice.ts";
import { showCard } from "#features/estimate/show-card.ts";
import { advanceQuote, dueSteps } from "#worker/advance-quote.ts";

import {
  aCard,
  aPartnerTask,
  aPreview,
  completed,
  failed,
  minute,
  noon,
  aTask,
  unknown,
} from "../builders.ts";
import { testAppContext, anOffer, runOut } from "../support/app-context.ts";
import { aThread } from "../support/fake-thread.ts";
import { aFaultyStore } from "../support/faulty-store.ts";
import { aDoor } from "./world.ts";

const runs = ["k1", "k2", "k3"].map((key) => aPreview({ key, state: completed() }));

/** Returns a quote without a card, with an outcome and two files to post. */
function aTalkative(): Quote {
  const offer = anOffer({ card: { status: "none" }, tasks: runs });
  const told = addNotice(offer, { kind: "outcome", key: "k1" });
  return ["k2", "k3"].reduce((left, key) => addNotice(left, { kind: "result-file", key }), told);
}

/** The order is free: a failed step waits, and lets the next one go first. */
const everythingOnce = {
  cards: 1,
  posts: ["outcome.k1"],
  files: new Set(["result-file.k2", "result-file.k3"]),
  shares: 2,
  uploads: 2,
};

function saidIn({ cards, posts, uploads, shares }: ReturnType<typeof aThread>) {
  return {
    cards: cards.length,
    posts: posts.map(({ notice }) => notice),
    files: new Set(shares.map((share) => share.split(" ")[0])),
    shares: shares.length,
    uploads: uploads.length,
  };
}

test("what was said of a failure rests once its result has come after all", async () => {
  const task = async () => aPartnerTask({ taskId: "task-7", outcome: "completed" });
  const galley = testAppContext({ partner: { task } });
  const preview = aPreview({ state: failed() });
  const offer = anOffer({ card: aCard(), tasks: [preview] });
  const said = addNotice(offer, { kind: "outcome", key: preview.key });
  const { id } = (await galley.ctx.quoteStore.add(said)).quote;

  await runOut(galley, id);

  expect(galley.thread.posts.map(({ notice }) => notice)).toEqual([
    `outcome.${preview.key}`,
    `late-result.${preview.key}`,
  ]);
  expect(galley.thread.calls.filter((call) => call === "updatePost").length).toBeLessThan(5);
});

test("a card that was posted anew after the approval, without an answer, is sent from", async () => {
  const galley = testAppContext();
  const approved = aTask();
  const offer = anOffer({ card: { status: "posting", since: noon }, tasks: [approved] });
  const { id } = (await galley.ctx.quoteStore.add(offer)).quote;
  const facts = [{ key: approved.key, approvedAt: noon, taskId: undefined }];
  const findCard = async () => ({ channel: "C0BOOKS", ts: "card-1", facts });
  const thread = { ...galley.ctx.thread, findCard };

  await runOut({ ...galley, ctx: { ...galley.ctx, thread } }, id);

  expect((await galley.ctx.quoteStore.find(id))?.tasks).toMatchObject([
    { key: approved.key, state: { status: "completed" } },
  ]);
});

test("an admin’s card that somebody deleted is left alone", async () => {
  const galley = testAppContext();
  const task = aTask({ state: unknown });
  const about = { kind: "admin-card", topic: "unknown", key: task.key, admin: "U0ADA" } as const;
  const offer = anOffer({ card: aCard({ key: task.key }), tasks: [task] });
  const { id } = (await galley.ctx.quoteStore.add(addNotice(offer, about))).quote;
  const updatePost: Thread["updatePost"] = async () => {
    throw new SlackRefusedError("message_not_found");
  };
  const ctx = { ...galley.ctx, thread: { ...galley.ctx.thread, updatePost } };

  const faults = await runOut({ ...galley, ctx }, id);

  expect(faults).toEqual([]);
  expect(galley.thread.posts).toHaveLength(1);
});

test("what there is to say is said once, each", async () => {
  const galley = testAppContext();
  const { id } = (await galley.ctx.quoteStore.add(aTalkative())).quote;

  await runOut(galley, id);

  expect(saidIn(galley.thread)).toEqual(everythingOnce);
  expect(galley.thread.calls).not.toContain("findPost");
});

describe("whatever call to Slack fails", () => {
  const numbers = [0, 1, 2, 3, 4, 5, 6];
  const refused = new Error("reset");

  test.each(numbers)("call %i, before it was carried out: everything is said once", async (n) => {
    const thread = aThread();
    thread.failAt(n, "before", refused);
    const galley = testAppContext({ thread });
    const { id } = (await galley.ctx.quoteStore.add(aTalkative())).quote;

    await runOut(galley, id);

    expect(saidIn(thread)).toEqual(everythingOnce);
  });

  test.each(numbers)("call %i, its answer lost: nothing is said twice", async (n) => {
    const thread = aThread();
    thread.failAt(n, "after", refused);
    const galley = testAppContext({ thread });
    const { id } = (await galley.ctx.quoteStore.add(aTalkative())).quote;

    await runOut(galley, id);

    const { uploads, ...said } = saidIn(thread);
    const { uploads: needed, ...once } = everythingOnce;
    expect(said).toEqual(once);
    // The bot does not know a file whose upload lost its answer, and shares it with nobody.
    expect(uploads - needed).toBeLessThanOrEqual(1);
  });

  test.each(numbers)("call %i, told to wait: everything is said once", async (n) => {
    const thread = aThread();
    thread.failAt(n, "before", new SlackBusyError(30_000));
    const galley = testAppContext({ thread });
    const { id } = (await galley.ctx.quoteStore.add(aTalkative())).quote;

    await runOut(galley, id);

    expect(saidIn(thread)).toEqual(everythingOnce);
  });
});

test("an upload that Slack has dropped is made anew, and shared once", async () => {
  const thread = aThread();
  // The calls are card, reply, upload, share.
  thread.failAt(3, "before", new SlackRefusedError("file_not_found"));
  const galley = testAppContext({ thread });
  const { id } = (await galley.ctx.quoteStore.add(aTalkative())).quote;

  await runOut(galley, id);

  expect(saidIn(thread)).toEqual({ ...everythingOnce, uploads: 3 });
});

describe("whatever write of the ledger fails under it", () => {
  const cases = Array.from({ length: 12 }, (_, k) => k).flatMap((k) => [
    [k, "before"] as const,
    [k, "after"] as const,
  ]);

  test.each(cases)("write %i, failing %s it is done: nothing is said twice", async (k, when) => {
    const faulty = aFaultyStore();
    const galley = testAppContext({ store: faulty.store });
    const { id } = (await galley.ctx.quoteStore.add(aTalkative())).quote;
    Object.assign(faulty.state, { failAt: faulty.state.writes + k, when });

    await runOut(galley, id);

    const { uploads, ...said } = saidIn(galley.thread);
    const { uploads: needed, ...once } = everythingOnce;
    expect(said).toEqual(once);
    expect(uploads - needed).toBeLessThanOrEqual(1);
  });
});

describe("a worker that was paused before it spoke, while another took its place,", () => {
  const pausedAt = async (call: "post" | "postCard", quote: Quote) => {
    const galley = testAppContext();
    const door = aDoor();
    const { id } = (await galley.ctx.quoteStore.add(quote)).quote;
    const { thread } = galley.ctx;
    const paused: Thread = {
      ...thread,
      postCard: async (...given) => (await door.passed, thread.postCard(...given)),
      post: async (...given) => (await door.passed, thread.post(...given)),
    };
    const wanted = call === "post" ? "say" : "show-card";
    const step = (await dueSteps(galley.ctx, id)).find((due) => due.kind === wanted);
    const work = advanceQuote({ ...galley.ctx, thread: paused }, id, step ?? noStep);
    const [ended] = await Promise.allSettled([work, runOut(galley, id).then(() => door.open())]);
    expect(ended).toMatchObject({ reason: { name: "OvertakenError" } });
    return saidIn(galley.thread);
  };

  test("posts no second card", async () => {
    expect(await pausedAt("postCard", aTalkative())).toEqual(everythingOnce);
  });

  test("says nothing a second time", async () => {
    const said = await pausedAt("post", aTalkative());

    expect(said.posts).toEqual(everythingOnce.posts);
  });
});

const noStep = { kind: "read", at: 0 } as const;

describe("of two workers at once", () => {
  test("one posts the card", async () => {
    const { ctx, thread } = testAppContext();
    const { quote } = await ctx.quoteStore.add(aTalkative());

    await Promise.all([1, 2, 3].map(() => showCard(ctx, quote)));

    expect(thread.cards).toHaveLength(1);
  });

  test("one says a notice, one shares a file", async () => {
    const { ctx, thread } = testAppContext();
    const { quote } = await ctx.quoteStore.add(aTalkative());

    for (const { id } of quote.notices) {
      await Promise.all([1, 2, 3].map(() => postNotice(ctx, quote, id)));
    }

    expect(saidIn(thread)).toEqual({ ...everythingOnce, cards: 0 });
  });
});

describe("a card", () => {
  test("that was deleted is posted anew, and named again", async () => {
    const thread = aThread();
    thread.failAt(0, "before", new SlackRefusedError("message_not_found"));
    const galley = testAppContext({ thread });
    const { id } = (await galley.ctx.quoteStore.add(anOffer())).quote;

    await runOut(galley, id);

    expect(thread.calls).toEqual(["updateCard", "postCard"]);
    expect((await galley.ctx.quoteStore.find(id))?.card).toMatchObject({ ts: "card-1" });
  });

  test("that Slack will not take is no reason to post another one", async () => {
    const thread = aThread();
    const invalid = new SlackRefusedError("invalid_blocks");
    thread.failAt(0, "before", invalid);
    const { ctx } = testAppContext({ thread });
    const { quote } = await ctx.quoteStore.add(anOffer());

    await expect(showCard(ctx, quote)).rejects.toBe(invalid);

    expect((await ctx.quoteStore.find(quote.id))?.card).toEqual(quote.card);
  });

  test("whose conversation was archived goes to the requester, with what is still to be said", async () => {
    const thread = aThread();
    thread.failAt(0, "before", new SlackRefusedError("is_archived"));
    const galley = testAppContext({ thread });
    const { id } = (await galley.ctx.quoteStore.add(aTalkative())).quote;

    await runOut(galley, id);

    expect(saidIn(thread)).toEqual(everythingOnce);
    expect((await galley.ctx.quoteStore.find(id))?.place.isClosed).toBe(true);
  });

  test("that can be shown nowhere is undeliverable, and Galley comes to rest", async () => {
    const thread = aThread();
    thread.failAt(0, "before", new SlackRefusedError("is_archived"));
    thread.failAt(1, "before", new SlackRefusedError("channel_not_found"));
    const galley = testAppContext({ thread });
    const { id } = (await galley.ctx.quoteStore.add(aTalkative())).quote;

    await runOut(galley, id);

    const undeliverable = { status: "undeliverable", why: "channel_not_found" };
    const quote = await galley.ctx.quoteStore.find(id);
    expect(quote?.card).toEqual(undeliverable);
    // The admins hear of the finished runs that nobody was told of.
    const toAdmins = (kind: string) => kind === "tell-admins" || kind === "admin-card";
    const rest = quote?.notices.filter(({ about }) => !toAdmins(about.kind));
    expect(rest?.map(({ state }) => state)).toEqual([undeliverable, undeliverable, undeliverable]);
    expect(quote?.notices.some(({ about }) => toAdmins(about.kind))).toBe(true);
    expect(quote?.tasks.map(({ state }) => state)).toEqual(runs.map(({ state }) => state));
  });

  test("is looked for only after Slack's reads can be trusted", async () => {
    const thread = aThread();
    thread.failAt(0, "after", new Error("reset"));
    const galley = testAppContext({ thread });
    const { quote } = await galley.ctx.quoteStore.add(anOffer({ card: { status: "none" } }));
    const before = galley.clock.now;

    await runOut(galley, quote.id);

    expect(thread.calls.slice(0, 2)).toEqual(["postCard", "findCard"]);
    expect(galley.clock.now - before).toBeGreaterThanOrEqual(minute / 2);
  });
});
