import { expect, test } from "vitest";

import { arrival, estimated, orders, quoted, shortStory, storyCredits } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { sets } from "../settings-deeds.ts";

/** Returns the lengths of the texts in inquiries for cards, and their charges at the partner. */
async function inquired(galley: Pick<Galley, "partner">) {
  const { tasks } = await galley.partner.books();
  const mine = (action: string) => tasks.filter((task) => task.action === action);
  const [languages, estimates] = [mine("preview_metadata"), mine("token_estimate")];
  const lengths = (some: typeof tasks) => some.map(({ sourceCharacters }) => sourceCharacters);
  const charged = [...languages, ...estimates].reduce((sum, task) => sum + task.charged, 0);
  return { languages: lengths(languages), estimates: lengths(estimates), charged };
}

/** Drops the answer to the first estimate, which is the probe. */
const answerLost = {
  kind: "drop",
  at: "after",
  method: "POST",
  action: "token_estimate",
} as const;

/** A card whose probe has lost its answer, and which has waited for an estimate in vain. */
async function quotedUnprobed(galley: Galley) {
  galley.partner.inject(answerLost);
  const file = { name: "harbour.txt", content: shortStory };
  const post = await galley.slack.people.robin.uploads("#translations", file);
  await galley.failed("probe");
  galley.clock.skip(5000);
  return { post, card: await galley.card(post, /\[ Approve ·/u) };
}

function told(galley: Galley, words: RegExp) {
  const { ada } = galley.slack.people;
  return galley.slack.until(() => ada.sees().directMessages.find(({ text }) => words.test(text)), {
    what: `the admins hearing ${String(words)}`,
  });
}

test("story 7: of ten manuscripts in one post no estimate is bought, but two tests of 100 characters", async () => {
  await using galley = await openGalley({
    partner: { estimateCost: "per-character", detectionCost: "per-character" },
  });
  const files = Array.from({ length: 10 }, (_, number) => ({
    name: `story-${number}.txt`,
    content: `${number}\n\n${shortStory}`,
  }));

  const post = await galley.slack.people.robin.uploads("#translations", ...files);
  const language = await told(galley, /detect the language”, because it cost/u);
  const estimate = await told(galley, /estimate the price”, because it cost/u);
  await galley.passing(1000, () => {
    const cards = galley.replies(post).map((message) => galley.drawn(message));
    const ready = cards.filter((card) => /\[ Approve ·/u.test(card));
    return ready.length === files.length || undefined;
  });

  expect(await inquired(galley)).toEqual({ languages: [100], estimates: [100], charged: 200 });
  expect([language.text, estimate.text].join(" ")).toBe(
    "Galley switched off “Let the partner detect the language”, because it cost 100 credits. You can switch it on in `/translate settings`. Galley switched off “Let the partner estimate the price”, because it cost 100 credits. You can switch it on in `/translate settings`.",
  );
});

test("story 8: detection is free and goes on, estimates that are charged silently are found out", async () => {
  await using galley = await openGalley({ partner: { estimateCost: "silently" } });

  const { post } = await quoted(galley);
  const card = await estimated(
    galley,
    await galley.card(post, /\[ Approve ·/u),
    /None; priced on our own count/u,
  );
  const { text } = await told(galley, /cost/u);
  await quoted(galley, "Another story, about Ilse Brandt. ".repeat(9));

  expect(galley.drawn(card)).toContain("credits · English,");
  expect(text).toContain("“Let the partner estimate the price”, because it cost 100 credits");
  expect(await inquired(galley)).toMatchObject({ estimates: [100], charged: 100 });
  expect((await inquired(galley)).languages).toHaveLength(3);
});

test("where inquiries cost nothing, every card gets its language and its estimate", async () => {
  await using galley = await openGalley();

  const { post, card: first } = await quoted(galley);
  // Another charge during a probe would leave it without a verdict, so both probes end first.
  await estimated(galley, await galley.card(post, /\[ Approve ·/u));
  await galley.slack.people.ana.clicks(first, "quote.approve");
  await arrival(galley, post);
  const second = await quoted(galley, "Another story, about Ilse Brandt. ".repeat(9));
  const card = await estimated(galley, await galley.card(second.post, /\[ Approve ·/u));

  const { languages, estimates, charged } = await inquired(galley);
  expect([languages.length, estimates.length, charged]).toEqual([3, 3, 0]);
  expect(galley.drawn(card)).toContain("credits · English,");
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  expect(galley.slack.people.ada.sees().directMessages).toEqual([]);
});

test("a restart between the test and its verdict makes no second test, and neither does one after it", async () => {
  await using galley = await openGalley({ partner: { estimateCost: "per-character" } });
  const { post } = await quotedUnprobed(galley);

  await galley.stop();
  await galley.start();
  galley.clock.skip(160_000);
  await estimated(
    galley,
    await galley.card(post, /\[ Approve ·/u),
    /None; priced on our own count/u,
  );
  await galley.stop();
  await galley.start();
  const second = await quoted(galley, "Another story, about Ilse Brandt. ".repeat(9));
  await estimated(
    galley,
    await galley.card(second.post, /\[ Approve ·/u),
    /None; priced on our own count/u,
  );

  expect(await inquired(galley)).toMatchObject({ estimates: [100], charged: 100 });
  expect(galley.slack.people.ada.sees().directMessages).toHaveLength(1);
});

test.each(["after", "mid-reply"] as const)(
  "an answer to the test that is lost (%s) is asked for again with the same key",
  async (at) => {
    await using galley = await openGalley({ partner: { detectionCost: "per-character" } });
    galley.partner.inject({ kind: "drop", at, method: "POST", action: "preview_metadata" });

    await galley.slack.people.robin.uploads("#translations", {
      name: "harbour.txt",
      content: shortStory,
    });
    await galley.failed("probe");
    galley.clock.skip(160_000);
    await told(galley, /detect the language”, because it cost 100 credits/u);

    const { creates } = await galley.partner.books();
    const tests = creates.filter(({ action }) => action === "preview_metadata");
    expect(tests.map(({ outcome }) => outcome)).toEqual(["created", "replayed"]);
    expect(new Set(tests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  },
);

test("something that is charged beside the test makes it say nothing: no second one is made, and the admins hear of it", async () => {
  await using galley = await openGalley({ partner: { estimateCost: "silently" } });
  const { ana } = galley.slack.people;
  const { post, card } = await quotedUnprobed(galley);

  await ana.clicks(card, "quote.approve");
  await arrival(galley, post);
  galley.clock.skip(160_000);
  await told(galley, /estimate the price”, because it may cost credits/u);
  const second = await quoted(galley, "Another story, about Ilse Brandt. ".repeat(9));
  await galley.card(second.post, /\[ Approve · 306 credits \]/u);

  expect(await inquired(galley)).toMatchObject({ estimates: [100] });
});

test("a partner that is away for ten minutes leaves the card to our own count, and can be asked an hour later", async () => {
  await using galley = await openGalley();
  galley.partner.inject({ kind: "status", status: 503, path: "/usage", times: 1000 });

  const post = await galley.slack.people.robin.uploads("#translations", {
    name: "harbour.txt",
    content: shortStory,
  });
  await galley.failed("probe");
  galley.clock.skip(600_000);
  const card = await estimated(
    galley,
    await galley.card(post, /\[ Approve ·/u),
    /None; priced on our own count/u,
  );
  expect(await inquired(galley)).toMatchObject({ languages: [], estimates: [] });

  galley.partner.clearFaults();
  await galley.slack.people.ana.clicks(card, "quote.approve");
  await arrival(galley, post);
  galley.clock.skip(3_600_000);
  const second = await quoted(galley, "Another story, about Ilse Brandt. ".repeat(9));
  await estimated(galley, await galley.card(second.post, /\[ Approve ·/u));

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("an inquiry that says what it cost, though the test was free, is the last of its kind", async () => {
  await using galley = await openGalley();
  const first = await quoted(galley);
  await estimated(galley, await galley.card(first.post, /\[ Approve ·/u));

  galley.partner.change({ estimateCost: "per-character" });
  const second = await quoted(galley, "Another story, about Ilse Brandt. ".repeat(9));
  const { text } = await told(galley, /cost/u);
  const third = await quoted(galley, "A third story, about Ilse Brandt. ".repeat(9));
  await estimated(
    galley,
    await galley.card(third.post, /\[ Approve ·/u),
    /None; priced on our own count/u,
  );

  await estimated(galley, await galley.card(second.post, /\[ Approve ·/u));
  expect(text).toContain("because it cost 306 credits");
  expect((await inquired(galley)).estimates).toEqual([100, storyCredits, 306]);
});

test("an admin can have estimates made whatever they cost, and detection not at all", async () => {
  await using galley = await openGalley({ partner: { estimateCost: "per-character" } });
  await sets(galley, { ask_language: "never", ask_estimate: "always, even if it costs credits" });

  const { post } = await quoted(galley);
  const card = await estimated(galley, await galley.card(post, /\[ Approve ·/u));

  expect(await inquired(galley)).toEqual({
    languages: [],
    estimates: [storyCredits],
    charged: storyCredits,
  });
  expect(galley.drawn(card)).not.toContain("English");
  expect(galley.slack.people.ada.sees().directMessages).toEqual([]);
});
