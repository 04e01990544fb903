import { expect, test } from "vitest";

import { callerOf } from "../../proofs/contract/partner.ts";
import {
  arrival,
  estimated,
  orders,
  quoted,
  shortStory,
  storyCredits,
  translated,
} from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { sets } from "../settings-deeds.ts";

/** What a card's inquiries may cost: two openings of 2,000 characters. */
const mostOfCard = 4000;
const none = /None; priced on our own count/u;
const chapter = "In the morning Ilse Brandt opened the Lantern House, and Marlow Finch was gone. ";
/** In no language, so the partner is asked for it too. */
const unreadable = "Zrk blmf trpq wvs. ";

/** Returns the lengths of the texts in inquiries, and their charges at the partner. */
async function inquired(galley: Pick<Galley, "partner">) {
  const { tasks } = await galley.partner.records();
  const mine = (action: string) => tasks.filter((task) => task.action === action);
  const [languages, estimates] = [mine("preview_metadata"), mine("token_estimate")];
  const lengths = (some: typeof tasks) => some.map(({ sourceCharacters }) => sourceCharacters);
  const charged = [...languages, ...estimates].reduce((sum, task) => sum + task.charged, 0);
  return { languages: lengths(languages), estimates: lengths(estimates), charged };
}

/** Buys a translation of ten characters as another program with the same key does. */
async function usesElsewhere({ partner }: Galley, idempotencyKey: string) {
  const { status } = await callerOf(partner).create({ key: "journey-key", idempotencyKey });
  expect(status).toBe(200);
}

function told(galley: Galley, words: RegExp) {
  const { ada } = galley.slack.people;
  return galley.slack.until(() => ada.sees().directMessages.find(({ text }) => words.test(text)), {
    what: `the admins hearing ${String(words)}`,
  });
}

/** Posts a long book; waits for its card, and until its inquiries have ended. */
async function posts(
  galley: Galley,
  seed: string,
  text = unreadable,
  fits: RegExp = /\d tokens?/u,
) {
  const file = { name: `${seed}.txt`, content: `${seed} ${text.repeat(100_000 / text.length)}` };
  const post = await galley.slack.people.robin.uploads("#translations", file);
  const card = await galley.card(post, /\[ Approve ·/u);
  return { post, card: await estimated(galley, card, fits) };
}

test.each([
  ["that are charged silently", { estimateCost: "silently", detectionCost: "silently" }],
  [
    "that are free up to 1,000 characters",
    { estimateCost: "silently", detectionCost: "silently", inquiriesFreeUpTo: 1000 },
  ],
  [
    "whose charge shows five seconds later",
    { estimateCost: "silently", detectionCost: "silently", usageLagMs: 5000 },
  ],
  ["that say what they cost", { estimateCost: "per-character", detectionCost: "per-character" }],
] as const)(
  "inquiries %s cost 4,000 a card at most, until a reading shows it and the admins hear of it",
  async (_, partner) => {
    await using galley = await openGalley({ partner });

    await posts(galley, "first", unreadable, /\d tokens?|None/u);
    galley.clock.skip(6000);
    const second = await posts(galley, "second", unreadable, /\d tokens?|None/u);
    const { text } = await told(galley, /credits that nobody ordered/u);
    galley.clock.skip(6000);
    await posts(galley, "third", unreadable, none);

    const { languages, estimates, charged } = await inquired(galley);
    for (const length of [...languages, ...estimates]) expect(length).toBe(2000);
    expect(charged).toBeLessThanOrEqual(2 * mostOfCard);
    expect(text).toMatch(/charged [24],000 credits that nobody ordered/u);
    expect(galley.drawn(second.card)).toContain("100,0");
    expect(galley.slack.people.ada.sees().directMessages).toHaveLength(1);
  },
);

test("where inquiries cost nothing, purchases and a restart are never taken for other use", async () => {
  await using galley = await openGalley();

  const { post, card: first } = await quoted(galley);
  await galley.slack.people.ana.clicks(first, "quote.approve");
  await arrival(galley, post);
  await galley.stop();
  await galley.start();
  const second = await quoted(galley, chapter.repeat(9));
  const card = await estimated(galley, await galley.card(second.post, /\[ Approve ·/u));

  expect(await inquired(galley)).toMatchObject({ languages: [], charged: 0 });
  expect(galley.drawn(card)).toContain("credits · English,");
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  expect(galley.slack.people.ada.sees().directMessages).toEqual([]);
});

test("the card waits for no answer: the language of the text is known without the partner", async () => {
  await using galley = await openGalley();
  galley.partner.inject({ kind: "never-ends", action: "token_estimate" });

  const { card } = await quoted(galley, chapter.repeat(50));

  expect(galley.drawn(card)).toContain("credits · English,");
  expect(await inquired(galley)).toMatchObject({ languages: [] });
});

test("other use of the account is told once, with its amount, where no inquiry is left to stop", async () => {
  await using galley = await openGalley();
  await sets(galley, { ask_language: "never", ask_estimate: "never" });
  const { post } = await translated(galley);

  await usesElsewhere(galley, "one");
  galley.clock.skip(61_000);
  await quoted(galley, chapter);
  const { text } = await told(galley, /credits that nobody ordered/u);
  await usesElsewhere(galley, "two");
  await galley.stop();
  await galley.start();
  await quoted(galley, chapter.repeat(9));

  expect(text).toContain("charged 10 credits that nobody ordered");
  expect(galley.slack.people.ada.sees().directMessages).toHaveLength(1);
  expect(galley.drawn(await galley.card(post, /✅ Done/u))).toContain("✅ Done");
});

test("where other programs use the account, its usage proves nothing", async () => {
  await using galley = await openGalley({
    env: { PARTNER_ACCOUNT_SHARED: "yes" },
    partner: { estimateCost: "silently" },
  });

  await posts(galley, "first");
  await posts(galley, "second");

  expect((await inquired(galley)).estimates).toEqual([2000, 2000]);
  expect(galley.slack.people.ada.sees().directMessages).toEqual([]);
});

test("another rate than one credit a character is on the card and told once, and the price is our count", async () => {
  await using galley = await openGalley();
  const words = /estimates 1,200 credits for 1,000 characters/u;
  const dearer = { kind: "patch", set: { estimated_credits: 2400 }, times: 100 } as const;
  galley.partner.inject({ ...dearer, action: "token_estimate" });
  galley.partner.inject({ ...dearer, method: "GET", path: "/tasks/*" });

  const { post } = await posts(galley, "first", chapter);
  const card = await galley.card(post, words);
  const second = await posts(galley, "second", chapter);
  await galley.card(second.post, words);
  await told(galley, words);

  expect(galley.drawn(card)).toMatch(/Approve · 100,0\d\d cr/u);
  expect(galley.slack.people.ada.sees().directMessages).toHaveLength(1);
});

test("an admin can have estimates made whatever they cost, and detection not at all", async () => {
  await using galley = await openGalley({ partner: { estimateCost: "per-character" } });
  await sets(galley, { ask_language: "never", ask_estimate: "always, even if it costs credits" });

  const { post } = await quoted(galley, shortStory);
  await estimated(galley, await galley.card(post, /\[ Approve ·/u));
  await posts(galley, "second");

  expect(await inquired(galley)).toEqual({
    languages: [],
    estimates: [storyCredits, 2000],
    charged: storyCredits + 2000,
  });
  expect(galley.slack.people.ada.sees().directMessages).toEqual([]);
});
