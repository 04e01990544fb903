import { expect, test } from "vitest";

import { arrival, estimated, orders, quoted, shortStory, storyCredits } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";
import { sets } from "./settings-deeds.ts";

/** Returns the lengths of the texts in inquiries for cards, and their charges at the partner. */
async function inquired(house: Pick<House, "partner">) {
  const { tasks } = await house.partner.books();
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

function told(house: House, words: RegExp) {
  const { ada } = house.slack.people;
  return house.slack.until(() => ada.sees().directMessages.find(({ text }) => words.test(text)), {
    what: `the admins hearing ${String(words)}`,
  });
}

test("story 7: of ten manuscripts in one post no estimate is bought, but two tests of 100 characters", async () => {
  await using house = await openHouse({
    partner: { estimateCost: "per-character", detectionCost: "per-character" },
  });
  const files = Array.from({ length: 10 }, (_, number) => ({
    name: `story-${number}.txt`,
    content: `${number}\n\n${shortStory}`,
  }));

  const post = await house.slack.people.robin.uploads("#translations", ...files);
  const language = await told(house, /Detecting a language cost/u);
  const estimate = await told(house, /An estimate by the partner cost/u);
  await house.passing(1000, () => {
    const cards = house.replies(post).map((message) => house.drawn(message));
    const ready = cards.filter((card) => /\[ Approve ·/u.test(card));
    return ready.length === files.length || undefined;
  });

  expect(await inquired(house)).toEqual({ languages: [100], estimates: [100], charged: 200 });
  expect([language.text, estimate.text].join(" ")).toBe(
    "Detecting a language cost 100 credits for a test of 100 characters, so Galley no longer asks. You can switch it on in `/translate settings`. An estimate by the partner cost 100 credits for a test of 100 characters, so Galley no longer asks. You can switch it on in `/translate settings`.",
  );
});

test("story 8: detection is free and goes on, estimates that are charged silently are found out", async () => {
  await using house = await openHouse({ partner: { estimateCost: "silently" } });

  const { post } = await quoted(house);
  const card = await estimated(
    house,
    await house.card(post, /\[ Approve ·/u),
    /None; priced on our own count/u,
  );
  const { text } = await told(house, /cost/u);
  await quoted(house, "Another story, about Ilse Brandt. ".repeat(9));

  expect(house.drawn(card)).toContain("credits · English,");
  expect(text).toContain("An estimate by the partner cost 100 credits");
  expect(await inquired(house)).toMatchObject({ estimates: [100], charged: 100 });
  expect((await inquired(house)).languages).toHaveLength(3);
});

test("where inquiries cost nothing, every card gets its language and its estimate", async () => {
  await using house = await openHouse();

  const { post, card: first } = await quoted(house);
  // Another charge during a probe would leave it without a verdict, so both probes end first.
  await estimated(house, await house.card(post, /\[ Approve ·/u));
  await house.slack.people.ana.clicks(first, "quote.approve");
  await arrival(house, post);
  const second = await quoted(house, "Another story, about Ilse Brandt. ".repeat(9));
  const card = await estimated(house, await house.card(second.post, /\[ Approve ·/u));

  const { languages, estimates, charged } = await inquired(house);
  expect([languages.length, estimates.length, charged]).toEqual([3, 3, 0]);
  expect(house.drawn(card)).toContain("credits · English,");
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  expect(house.slack.people.ada.sees().directMessages).toEqual([]);
});

test("a restart between the test and its verdict makes no second test, and neither does one after it", async () => {
  await using house = await openHouse({ partner: { estimateCost: "per-character" } });
  house.partner.inject(answerLost);
  const { post } = await quoted(house);
  await house.failed("probe");

  await house.stop();
  await house.start();
  house.clock.skip(61_000);
  await estimated(house, await house.card(post, /\[ Approve ·/u), /None; priced on our own count/u);
  await house.stop();
  await house.start();
  const second = await quoted(house, "Another story, about Ilse Brandt. ".repeat(9));
  await estimated(
    house,
    await house.card(second.post, /\[ Approve ·/u),
    /None; priced on our own count/u,
  );

  expect(await inquired(house)).toMatchObject({ estimates: [100], charged: 100 });
  expect(house.slack.people.ada.sees().directMessages).toHaveLength(1);
});

test.each(["after", "mid-reply"] as const)(
  "an answer to the test that is lost (%s) is asked for again with the same key",
  async (at) => {
    await using house = await openHouse({ partner: { detectionCost: "per-character" } });
    house.partner.inject({ kind: "drop", at, method: "POST", action: "preview_metadata" });

    await house.slack.people.robin.uploads("#translations", {
      name: "harbour.txt",
      content: shortStory,
    });
    await house.failed("probe");
    house.clock.skip(61_000);
    await told(house, /Detecting a language cost 100 credits/u);

    const { creates } = await house.partner.books();
    const tests = creates.filter(({ action }) => action === "preview_metadata");
    expect(tests.map(({ outcome }) => outcome)).toEqual(["created", "replayed"]);
    expect(new Set(tests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  },
);

test("something that is charged beside the test makes it say nothing: no second one is made, and the admins hear of it", async () => {
  await using house = await openHouse({ partner: { estimateCost: "silently" } });
  const { ana } = house.slack.people;
  house.partner.inject(answerLost);
  const { post, card } = await quoted(house);
  await house.failed("probe");

  await ana.clicks(card, "quote.approve");
  await arrival(house, post);
  house.clock.skip(61_000);
  await told(house, /An estimate by the partner: Galley could not find out whether it costs/u);
  const second = await quoted(house, "Another story, about Ilse Brandt. ".repeat(9));
  await house.card(second.post, /\[ Approve · 306 credits \]/u);

  expect(await inquired(house)).toMatchObject({ estimates: [100] });
});

test("a partner that is away for ten minutes leaves the card to our own count, and can be asked an hour later", async () => {
  await using house = await openHouse();
  house.partner.inject({ kind: "status", status: 503, path: "/usage", times: 1000 });

  const post = await house.slack.people.robin.uploads("#translations", {
    name: "harbour.txt",
    content: shortStory,
  });
  await house.failed("probe");
  house.clock.skip(600_000);
  const card = await estimated(
    house,
    await house.card(post, /\[ Approve ·/u),
    /None; priced on our own count/u,
  );
  expect(await inquired(house)).toMatchObject({ languages: [], estimates: [] });

  house.partner.clearFaults();
  await house.slack.people.ana.clicks(card, "quote.approve");
  await arrival(house, post);
  house.clock.skip(3_600_000);
  const second = await quoted(house, "Another story, about Ilse Brandt. ".repeat(9));
  await estimated(house, await house.card(second.post, /\[ Approve ·/u));

  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("an inquiry that says what it cost, though the test was free, is the last of its kind", async () => {
  await using house = await openHouse();
  const first = await quoted(house);
  await estimated(house, await house.card(first.post, /\[ Approve ·/u));

  house.partner.change({ estimateCost: "per-character" });
  const second = await quoted(house, "Another story, about Ilse Brandt. ".repeat(9));
  const { text } = await told(house, /cost/u);
  const third = await quoted(house, "A third story, about Ilse Brandt. ".repeat(9));
  await estimated(
    house,
    await house.card(third.post, /\[ Approve ·/u),
    /None; priced on our own count/u,
  );

  await estimated(house, await house.card(second.post, /\[ Approve ·/u));
  expect(text).toContain("An estimate by the partner cost 306 credits, although it was free");
  expect((await inquired(house)).estimates).toEqual([100, storyCredits, 306]);
});

test("an admin can have estimates made whatever they cost, and detection not at all", async () => {
  await using house = await openHouse({ partner: { estimateCost: "per-character" } });
  await sets(house, { ask_language: "never", ask_estimate: "always, even if it costs credits" });

  const { post } = await quoted(house);
  const card = await estimated(house, await house.card(post, /\[ Approve ·/u));

  expect(await inquired(house)).toEqual({
    languages: [],
    estimates: [storyCredits],
    charged: storyCredits,
  });
  expect(house.drawn(card)).not.toContain("English");
  expect(house.slack.people.ada.sees().directMessages).toEqual([]);
});
