import { expect, test } from "vitest";

import { approved, arrival, estimated, orders, quoted, shortStory, storyCredits } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";

const create = { method: "POST", action: "translation" } as const;

/** Longer than the five minutes after which Galley tries a refused key again. */
const probeMs = 301_000;

test("an account that has run dry says how much is missing, and offers what fits", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house, shortStory.replaceAll("Chapter", "Tale"));
  house.partner.change({ balance: 200 });

  await ana.clicks(card, "quote.approve");
  const told = await house.reply(post, /balance does not cover/u);
  const shown = await house.card(post, /\[ Preview ·/u);
  const { confirm } = await ana.clicks(shown, "quote.preview", { dialog: "deny" });

  expect(told.text).toContain("it is 55 credits short");
  expect(told.text).toContain("Nothing was charged.");
  expect(told.text).toContain("The balance covers a preview of the opening 200 characters.");
  expect(confirm?.text).toContain("for 200 credits");
  expect(await orders(house)).toMatchObject({ outcomes: ["unpaid"], charged: 0 });
});

test("a card says beforehand that the balance is too short", async () => {
  await using house = await openHouse({ partner: { balance: 200 } });
  const { robin, ana } = house.slack.people;

  const post = await robin.uploads("#translations", { name: "h.txt", content: shortStory });
  const card = await house.card(post, /The balance is 61 credits short/u);
  const { confirm } = await ana.clicks(card, "quote.approve", { dialog: "deny" });

  expect(house.drawn(card)).toContain("It covers chapter 1 (“Chapter One”).");
  expect(confirm?.text).toContain("The balance is 61 credits short.");
});

test("after a top-up it can be approved again: a new generation with a new key, paid once", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house);
  house.partner.change({ balance: 200 });
  await ana.clicks(card, "quote.approve");
  await house.reply(post, /balance does not cover/u);

  house.partner.change({ balance: 1000 });
  await ana.clicks(await house.card(post, /\[ Approve ·/u), "quote.approve");
  await arrival(house, post);

  const { outcomes, keys, charged } = await orders(house);
  expect(outcomes).toEqual(["unpaid", "created"]);
  expect(keys.size).toBe(2);
  expect(charged).toBe(storyCredits);
});

test("without an estimate the card stands on our own count, and the desk goes on", async () => {
  await using house = await openHouse();
  house.partner.inject({ kind: "status", status: 400, method: "POST", action: "token_estimate" });

  const { post, card } = await quoted(house);
  await estimated(house, await house.card(post, /\[ Approve ·/u), /None; priced on our own count/u);
  await house.slack.people.ana.clicks(card, "quote.approve");
  await arrival(house, post);

  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("an estimate that a refused key kept back comes when the key is accepted again", async () => {
  await using house = await openHouse();
  house.partner.inject({ kind: "status", status: 401, method: "POST", action: "token_estimate" });

  const { post } = await quoted(house);
  await keyMended(house);
  const card = await house.card(post, /261 credits/u);

  expect(house.drawn(card)).toContain("[ Approve ·");
});

test("a key that the partner does not accept is said on the card, and costs nothing", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house);
  house.partner.change({ revoked: true });

  await ana.clicks(card, "quote.approve");
  const told = await house.reply(post, /did not accept Galley’s API key/u);
  house.partner.change({ revoked: false });
  await keyMended(house);
  await ana.clicks(await house.card(post, /\[ Approve ·/u), "quote.approve");
  await arrival(house, post);

  expect(told.text).toContain("Nothing was charged.");
  expect(JSON.stringify(house.slack.books.posts())).not.toContain("journey-key");
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a key that was mended is tried by the next approval itself, and a refused one costs it one request", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house);
  await estimated(house, await house.card(post, /\[ Approve ·/u));
  house.partner.change({ revoked: true });
  await ana.clicks(card, "quote.approve");
  await house.reply(post, /did not accept Galley’s API key/u);

  const refused = await refusedRequests(house);
  await ana.clicks(await house.card(post, /\[ Approve ·/u), "quote.approve");
  await house.slack.until(() => house.replies(post)[2]);
  const refusedAgain = await refusedRequests(house);
  house.partner.change({ revoked: false });
  await ana.clicks(await house.card(post, /\[ Approve ·/u), "quote.approve");
  await arrival(house, post);

  expect(refusedAgain).toBe(refused + 1);
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a key that is revoked while a task runs: the admins are told once, the task is kept", async () => {
  await using house = await openHouse({ partner: { charsPerSecond: 10 } });
  const { post } = await approved(house);
  await house.card(post, /Translating…/u);

  house.partner.change({ revoked: true });
  await house.slack.until(() => toldOf(house, keyRefused)[0], { what: "the admins being told" });
  house.partner.change({ revoked: false, charsPerSecond: 1_000_000 });
  await keyMended(house);
  await arrival(house, post);

  expect(toldOf(house, keyRefused)).toHaveLength(1);
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a request that the partner turns down is said with its reason, also in the log, and costs nothing", async () => {
  await using house = await openHouse();
  house.partner.inject({ kind: "status", status: 400, ...create });

  const { post } = await approved(house);
  const told = await house.reply(post, /The partner refused/u);

  expect(told.text).toContain("“The sandbox was told to answer so”. Nothing was charged.");
  const failed = house.log.find(({ step }) => step === "send");
  expect(JSON.stringify(failed)).toContain("400: BAD_REQUEST: The sandbox was told to answer so");
  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test("a conflict on a first attempt is never resolved by another key: a person is told", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  house.partner.inject({ kind: "status", status: 409, ...create });

  const { post, card } = await approved(house);
  const told = await house.reply(post, /was used before for something else/u);
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await house.hears(ana, /it isn’t known whether the earlier run was charged/u);

  expect(told.text).toContain("I won’t ask again by myself.");
  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test.for([
  ["seconds", () => "7", 7000],
  ["a date", (now: number) => new Date(now + 9000).toUTCString(), 8000],
  ["nothing", () => undefined, 30_000],
] as const)(
  "a partner that asks to wait, naming %s, is not asked sooner, and then with the same key",
  async ([, named, ms], { expect }) => {
    await using house = await openHouse();
    const { ana } = house.slack.people;
    const { post, card } = await quoted(house);
    const retryAfter = named(house.clock.now());
    const wait = retryAfter === undefined ? {} : { retryAfter };
    house.partner.inject({ kind: "status", status: 429, ...create, ...wait });

    await ana.clicks(card, "quote.approve");
    await house.failed("send");
    house.clock.skip(ms + 2000);
    await arrival(house, post);

    const { keys, charged, posts } = await orders(house);
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
async function keyMended(house: House): Promise<void> {
  await house.slack.until(() => toldOf(house, keyRefused)[0], { what: "the refusal" });
  house.clock.skip(probeMs);
  await house.slack.until(() => toldOf(house, keyAccepted)[0], { what: "the good news" });
}

async function refusedRequests({ partner }: House): Promise<number> {
  const { requests } = await partner.books();
  return requests.filter(({ status }) => status === 401).length;
}

function toldOf({ slack }: House, words: RegExp) {
  return slack.people.ada.sees().directMessages.filter(({ text }) => words.test(text));
}
