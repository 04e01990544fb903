import { expect, test } from "vitest";

import { openHouse, shortStory } from "./house.ts";

test("a manuscript goes in, a translation comes back in the thread", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;

  const post = await robin.uploads("#translations", { name: "harbour.txt", content: shortStory });
  const card = await house.card(post, /Approve/u);
  const { confirm } = await ana.clicks(card, "quote.approve");
  await house.reply(post, /French translation of “harbour.txt” is ready/u);
  const done = await house.card(post, /Charged/u);

  expect(confirm?.text).toContain("costs 261 credits");
  expect(done.text).toContain("exactly what was approved");
  expect((await house.partner.books()).createsPerKey.size).toBe(3);
});
