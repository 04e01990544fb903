import { expect, test } from "vitest";

import { approved, orders, quoted, storyCredits, translated } from "./deeds.ts";
import { openHouse } from "./house.ts";

const draft = { name: "second.txt", content: "Another story, about Ilse Brandt." };

test("a file under a finished card is asked about, and one click estimates it there", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { post } = await translated(house);

  await robin.posts({ thread: post, files: [draft] });
  const asked = await house.hears(robin, /I haven’t estimated “second\.txt”/u);
  const before = house.cards(post.channel).length;
  await robin.clicks(asked, "manuscript.new");
  await house.oneCard(post, /second → French/u);

  expect(house.drawn(asked)).toContain("[ Estimate as a new manuscript ]");
  expect(before).toBe(1);
  expect(house.cards(post.channel)).toHaveLength(2);
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("several files under a finished card are asked about once, also when Slack tells of them twice", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { post } = await translated(house);
  house.slack.faults.onDelivery("message", { fault: "twice" });

  await robin.posts({ thread: post, files: [draft, { ...draft, name: "third.txt" }] });
  const asked = await house.hears(robin, /I haven’t estimated 2 manuscripts/u);
  await house.slack.deliveries.settled();
  await robin.clicks(asked, "manuscript.new");
  await robin.clicks(asked, "manuscript.new", { screen: "stale" });
  await house.oneCard(post, /second → French/u);
  await house.oneCard(post, /third → French/u);
  await house.hears(robin, /2 manuscripts have cards for French already/u);

  expect(
    robin.sees().ephemerals.filter(({ text }) => /haven’t estimated/u.test(text)),
  ).toHaveLength(1);
  expect(house.cards(post.channel)).toHaveLength(3);
});

test("a file under a finished card whose message asks for a translation is estimated at once", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { post } = await translated(house);

  await robin.posts({ thread: post, files: [draft], text: "And this one, please translate it." });

  expect(await house.oneCard(post, /second → French/u)).toBeDefined();
});

test("a file in a thread where a card is still open is estimated at once", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const { post, card } = await quoted(house);

  await robin.posts({ thread: post, files: [draft] });
  await house.oneCard(post, /second → French/u);
  await ana.clicks(card, "quote.approve");
  await house.reply(post, /harbour\.txt” is ready/u);
  await robin.posts({ thread: post, files: [{ ...draft, name: "third.txt" }] });

  expect(await house.oneCard(post, /third → French/u)).toBeDefined();
});

test("a guest has nothing estimated through the button", async () => {
  await using house = await openHouse();
  const { robin, guest } = house.slack.people;
  const { post } = await approved(house);
  await house.reply(post, /is ready/u);
  await robin.posts({ thread: post, files: [draft] });
  const asked = await house.hears(robin, /I haven’t estimated/u);

  const alters = (payload: object) => ({ ...payload, user: { id: guest.id } });
  await robin.clicks(asked, "manuscript.new", { alters });
  await house.hears(guest, /Only full members/u);

  expect(house.cards(post.channel)).toHaveLength(1);
});
