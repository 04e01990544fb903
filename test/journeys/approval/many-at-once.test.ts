import { expect, test } from "vitest";

import { arrival, declines, estimated, extracts, orders, quoted, storyCredits } from "../deeds.ts";
import { openGalley } from "../galley.ts";
import { tale } from "../long-texts.ts";

test("preview, glossary and translation can be bought one after the other, each once", async () => {
  await using galley = await openGalley({ env: { PREVIEW_CHARS: "100" } });
  const { ana } = galley.slack.people;
  const { post, card } = await quoted(galley);

  await Promise.all([ana.clicks(card, "quote.preview"), ana.clicks(card, "quote.preview")]);
  await galley.reply(post, /French preview of “harbour” is ready/u);
  const second = await galley.card(post, /Preview.*Done.*\[ Approve ·/su);
  await Promise.all([extracts(galley, ana, second), extracts(galley, ana, second)]);
  await galley.reply(post, /French glossary of “harbour” is ready/u);
  const third = await galley.card(post, /Uses \d+ terms.*\[ Approve ·/su);
  await Promise.all([ana.clicks(third, "quote.approve"), ana.clicks(third, "quote.approve")]);
  await arrival(galley, post);

  // The preview ends with its last whole sentence.
  expect(await orders(galley)).toMatchObject({ charged: 99 + 261 + storyCredits });
  expect(await orders(galley, "glossary_extraction")).toMatchObject({ outcomes: ["created"] });
});

// No two share a paragraph: otherwise one would be recognised in the other.
test("ten manuscripts approved together are each translated once, and sent one at a time", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const names = Array.from({ length: 10 }, (_, number) => `story-${number}.txt`);

  const posts = await Promise.all(
    names.map((name, number) => robin.uploads("#translations", { name, content: tale(number, 1) })),
  );
  await galley.passing(
    1000,
    () => galley.cards(posts[0]?.channel ?? "").length === 10 || undefined,
  );
  const cards = await Promise.all(posts.map((post) => galley.card(post, /\[ Approve ·/u)));
  await Promise.all(cards.map((card) => ana.clicks(card, "quote.approve")));
  await galley.passing(
    1000,
    () => posts.every((post) => galley.replies(post).length > 1) || undefined,
  );

  const { tasks, outcomes } = await orders(galley);
  expect(outcomes).toEqual(Array.from(names, () => "created"));
  expect(new Set(tasks.map(({ status }) => status))).toEqual(new Set(["completed"]));
});

test("an approval can be taken back until the first byte has left", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const { post, card } = await quoted(galley);
  await estimated(galley, await galley.card(post, /\[ Approve ·/u));
  galley.slack.faults.onCall("chat.update", { fault: "rate-limited", retryAfter: "600" });

  await ana.clicks(card, "quote.approve");
  await declines(galley, robin, { card });
  await galley.failed("show-card");
  galley.clock.skip(601_000);
  await galley.card(post, /Withdrawn by Robin Vale/u);

  expect(await orders(galley)).toMatchObject({ tasks: [], outcomes: [], charged: 0 });
});
