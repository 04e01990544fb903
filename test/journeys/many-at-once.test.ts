import { expect, test } from "vitest";

import { arrival, declines, estimated, extracts, orders, quoted, storyCredits } from "./deeds.ts";
import { openHouse } from "./house.ts";
import { tale } from "./long-texts.ts";

test("preview, glossary and translation can be bought one after the other, each once", async () => {
  await using house = await openHouse({ env: { PREVIEW_CHARS: "100" } });
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house);

  await Promise.all([ana.clicks(card, "quote.preview"), ana.clicks(card, "quote.preview")]);
  await house.reply(post, /French preview of “harbour.txt” is ready/u);
  const second = await house.card(post, /Preview.*ready in the thread.*\[ Approve ·/su);
  await Promise.all([extracts(house, ana, second), extracts(house, ana, second)]);
  await house.reply(post, /French glossary of “harbour.txt” is ready/u);
  const third = await house.card(post, /Uses \d+ terms.*\[ Approve ·/su);
  await Promise.all([ana.clicks(third, "quote.approve"), ana.clicks(third, "quote.approve")]);
  await arrival(house, post);

  // The preview ends with its last whole sentence.
  expect(await orders(house)).toMatchObject({ charged: 99 + 261 + storyCredits });
  expect(await orders(house, "glossary_extraction")).toMatchObject({ outcomes: ["created"] });
});

// No two share a paragraph: otherwise one would be recognised in the other.
test("ten manuscripts approved together are each translated once, and sent one at a time", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const names = Array.from({ length: 10 }, (_, number) => `story-${number}.txt`);

  const posts = await Promise.all(
    names.map((name, number) => robin.uploads("#translations", { name, content: tale(number, 1) })),
  );
  await house.passing(1000, () => house.cards(posts[0]?.channel ?? "").length === 10 || undefined);
  const cards = await Promise.all(posts.map((post) => house.card(post, /\[ Approve ·/u)));
  await Promise.all(cards.map((card) => ana.clicks(card, "quote.approve")));
  await house.passing(
    1000,
    () => posts.every((post) => house.replies(post).length > 1) || undefined,
  );

  const { tasks, outcomes } = await orders(house);
  expect(outcomes).toEqual(Array.from(names, () => "created"));
  expect(new Set(tasks.map(({ status }) => status))).toEqual(new Set(["completed"]));
});

test("an approval can be taken back until the first byte has left", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const { post, card } = await quoted(house);
  await estimated(house, await house.card(post, /\[ Approve ·/u));
  house.slack.faults.onCall("chat.update", { fault: "rate-limited", retryAfter: "600" });

  await ana.clicks(card, "quote.approve");
  await declines(house, robin, { card });
  await house.failed("show-card");
  house.clock.skip(601_000);
  await house.card(post, /Declined by Robin Vale/u);

  expect(await orders(house)).toMatchObject({ tasks: [], outcomes: [], charged: 0 });
});
