import { expect, test } from "vitest";

import { orders, quoted, storyCredits, approved, shortStory, translated } from "./deeds.ts";
import { openHouse } from "./house.ts";

const again = { name: "harbour (1).txt", content: shortStory };

test("the same text posted again names the first card, and is offered once somebody confirms", async () => {
  await using house = await openHouse();
  const { sam, ana, robin } = house.slack.people;
  const { card: first } = await quoted(house);

  const post = await sam.uploads("#translations", again);
  const card = await house.card(post, /under way into French already/u);
  const link = JSON.stringify(card.blocks);
  await robin.clicks(card, "quote.again");
  const { confirm } = await sam.clicks(card, "quote.again");
  await ana.clicks(await house.card(post, /\[ Approve \]/u), "quote.approve");
  await house.reply(post, /is ready/u);

  expect(house.drawn(card)).not.toContain("[ Approve ]");
  expect(link).toContain(`/archives/${first.channel}/p${first.ts.replace(".", "")}`);
  expect(await house.hears(robin, /Only the person who asked/u)).toBeDefined();
  expect(confirm?.text).toContain("If both are approved, both are paid for.");
  expect(await orders(house)).toMatchObject({ charged: storyCredits });
});

test("while the first is being translated the second is not sold by an old click", async () => {
  await using house = await openHouse({ partner: { charsPerSecond: 1 } });
  const { sam, ana } = house.slack.people;
  const { post: one } = await approved(house);
  await house.card(one, /Being translated/u);

  const post = await sam.uploads("#translations", again);
  const card = await house.card(post, /under way into French already/u);
  await ana.clicks(card, "quote.again", {
    alters: (payload) => ({ ...payload, ...forged(payload) }),
  });
  await house.hears(ana, /not ready yet/u);

  expect((await orders(house)).tasks).toHaveLength(1);
});

/** The click of a button that this card does not have. */
function forged(payload: Readonly<Record<string, unknown>>) {
  const words = JSON.stringify(payload["actions"]).replaceAll("quote.again", "quote.approve");
  return { actions: JSON.parse(words) as unknown };
}

test("a text that was translated before is had again for nothing, or bought knowingly", async () => {
  await using house = await openHouse();
  const { sam, ana } = house.slack.people;
  await translated(house);

  const post = await sam.uploads("#translations", again);
  const card = await house.card(post, /Get it for 0 credits/u);
  await sam.clicks(card, "quote.existing");
  const link = await house.hears(sam, /Here is your link/u);
  const free = await orders(house);
  const { confirm } = await ana.clicks(card, "quote.approve");
  await house.reply(post, /is ready/u);

  expect(JSON.stringify(link.blocks)).toContain("task.open_link");
  expect(free).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  expect(confirm?.text).toContain("exists and can be had for 0 credits");
  expect(await orders(house)).toMatchObject({ charged: 2 * storyCredits });
});
