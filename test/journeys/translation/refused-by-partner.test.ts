import { expect, test } from "vitest";

import {
  approved,
  arrival,
  estimated,
  orders,
  quoted,
  running,
  shortStory,
  storyCredits,
} from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

const create = { method: "POST", action: "translation" } as const;

/** Longer than the five minutes after which Galley tries a refused key again. */
const probeMs = 301_000;

test("an account that has run dry says how much is missing, and offers what fits", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { post, card } = await quoted(galley, shortStory.replaceAll("Chapter", "Tale"));
  galley.partner.change({ balance: 200 });

  await ana.clicks(card, "quote.approve");
  const told = await galley.reply(post, /balance does not cover/u);
  const shown = await galley.card(post, /\[ Preview ·/u);
  const { confirm } = await ana.clicks(shown, "quote.preview", { dialog: "deny" });

  expect(told.text).toContain("The balance is 55 credits short.");
  expect(told.text).toContain("Nothing was charged.");
  expect(confirm?.text).toContain("for 200 credits");
  expect(await orders(galley)).toMatchObject({ outcomes: ["unpaid"], charged: 0 });
});

test("a card says beforehand that the balance is too short", async () => {
  await using galley = await openGalley({ partner: { balance: 200 } });
  const { robin, ana } = galley.slack.people;

  const post = await robin.uploads("#translations", { name: "h.txt", content: shortStory });
  const card = await galley.card(post, /The balance is 61 credits short/u);
  const { confirm } = await ana.clicks(card, "quote.approve", { dialog: "deny" });

  expect(galley.drawn(card)).toContain("It covers chapter 1.");
  expect(confirm?.text).toContain("The balance is 61 credits short.");
});

test("after a top-up it can be approved again: a new generation with a new key, paid once", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { post, card } = await quoted(galley);
  galley.partner.change({ balance: 200 });
  await ana.clicks(card, "quote.approve");
  await galley.reply(post, /balance does not cover/u);

  galley.partner.change({ balance: 1000 });
  await ana.clicks(await galley.card(post, /\[ Approve ·/u), "quote.approve");
  await arrival(galley, post);

  const { outcomes, keys, charged } = await orders(galley);
  expect(outcomes).toEqual(["unpaid", "created"]);
  expect(keys.size).toBe(2);
  expect(charged).toBe(storyCredits);
});

test("without an estimate the card stands on our own count, and Galley goes on", async () => {
  await using galley = await openGalley();
  galley.partner.inject({ kind: "status", status: 400, method: "POST", action: "token_estimate" });

  const { post, card } = await quoted(galley);
  await estimated(
    galley,
    await galley.card(post, /\[ Approve ·/u),
    /None; priced on our own count/u,
  );
  await galley.slack.people.ana.clicks(card, "quote.approve");
  await arrival(galley, post);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("an estimate that a refused key kept back comes when the key is accepted again", async () => {
  await using galley = await openGalley();
  galley.partner.inject({ kind: "status", status: 401, method: "POST", action: "token_estimate" });

  const file = { name: "harbour.txt", content: shortStory };
  const post = await galley.slack.people.robin.uploads("#translations", file);
  await galley.passing(1000, () => galley.replies(post)[0]);
  await keyMended(galley);
  const card = await galley.card(post, /261 credits/u);

  expect(galley.drawn(card)).toContain("[ Approve ·");
});

test("a key that the partner does not accept is said on the card, and costs nothing", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { post, card } = await quoted(galley);
  galley.partner.change({ revoked: true });

  await ana.clicks(card, "quote.approve");
  const told = await galley.reply(post, /did not accept Galley’s API key/u);
  galley.partner.change({ revoked: false });
  await keyMended(galley);
  await ana.clicks(await galley.card(post, /\[ Approve ·/u), "quote.approve");
  await arrival(galley, post);

  expect(told.text).toContain("Nothing was charged.");
  expect(JSON.stringify(galley.slack.records.posts())).not.toContain("journey-key");
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a key that was corrected is tried by the next approval itself, and a refused one costs it one request", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { post, card } = await quoted(galley);
  await estimated(galley, await galley.card(post, /\[ Approve ·/u));
  galley.partner.change({ revoked: true });
  await ana.clicks(card, "quote.approve");
  await galley.reply(post, /did not accept Galley’s API key/u);

  const refused = await refusedRequests(galley);
  await ana.clicks(await galley.card(post, /\[ Approve ·/u), "quote.approve");
  await galley.slack.until(() => galley.replies(post)[2]);
  const refusedAgain = await refusedRequests(galley);
  galley.partner.change({ revoked: false });
  await ana.clicks(await galley.card(post, /\[ Approve ·/u), "quote.approve");
  await arrival(galley, post);

  expect(refusedAgain).toBe(refused + 1);
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a key that is revoked while a task runs: the admins are told once, the task is kept", async () => {
  await using galley = await openGalley();
  const { post } = await running(galley, { charsPerSecond: 10 });

  galley.partner.change({ revoked: true });
  await galley.slack.until(() => toldOf(galley, keyRefused)[0], { what: "the admins being told" });
  galley.partner.change({ revoked: false, charsPerSecond: 1_000_000 });
  await keyMended(galley);
  await arrival(galley, post);

  expect(toldOf(galley, keyRefused)).toHaveLength(1);
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a request that the partner turns down is said with its reason, also in the log, and costs nothing", async () => {
  await using galley = await openGalley();
  galley.partner.inject({ kind: "status", status: 400, ...create });

  const { post } = await approved(galley);
  const told = await galley.reply(post, /The partner refused/u);

  expect(told.text).toContain("“The sandbox was told to answer so”. Nothing was charged.");
  const failed = galley.log.find(({ step }) => step === "send");
  expect(JSON.stringify(failed)).toContain("400: BAD_REQUEST: The sandbox was told to answer so");
  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
});

test("a conflict on a first attempt is never resolved by another key: a person is told", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  galley.partner.inject({ kind: "status", status: 409, ...create });

  const { post, card } = await approved(galley);
  const told = await galley.reply(post, /The partner hasn’t confirmed/u);
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await galley.hears(ana, /It isn’t known whether this was charged before/u);

  expect(told.text).toContain("An admin will find out");
  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
});

test.for([
  ["seconds", () => "7", 7000],
  ["a date", (now: number) => new Date(now + 9000).toUTCString(), 8000],
  ["nothing", () => undefined, 30_000],
] as const)(
  "a partner that asks to wait, naming %s, is not asked sooner, and then with the same key",
  async ([, named, ms], { expect }) => {
    await using galley = await openGalley();
    const { ana } = galley.slack.people;
    const { post, card } = await quoted(galley);
    const retryAfter = named(galley.clock.now());
    const wait = retryAfter === undefined ? {} : { retryAfter };
    galley.partner.inject({ kind: "status", status: 429, ...create, ...wait });

    await ana.clicks(card, "quote.approve");
    await galley.failed("send");
    galley.clock.skip(ms + 2000);
    await arrival(galley, post);

    const { keys, charged, posts } = await orders(galley);
    const [refused, accepted] = posts.slice(-2);
    expect(refused?.status).toBe(429);
    expect((accepted?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(ms);
    expect(keys.size).toBe(1);
    expect(charged).toBe(storyCredits);
  },
);

const keyRefused = /no longer accepts Galley’s API key/u;
const keyAccepted = /accepts Galley’s API key again/u;

/** Waits until Galley has noticed the refusal, and five minutes later that the key is accepted again. */
async function keyMended(galley: Galley): Promise<void> {
  await galley.slack.until(() => toldOf(galley, keyRefused)[0], { what: "the refusal" });
  galley.clock.skip(probeMs);
  await galley.slack.until(() => toldOf(galley, keyAccepted)[0], { what: "the good news" });
}

async function refusedRequests({ partner }: Galley): Promise<number> {
  const { requests } = await partner.records();
  return requests.filter(({ status }) => status === 401).length;
}

function toldOf({ slack }: Galley, words: RegExp) {
  return slack.people.ada.sees().directMessages.filter(({ text }) => words.test(text));
}
