import { expect, test } from "vitest";

import { approved, orders, quoted, storyCredits, translated } from "../deeds.ts";
import { openGalley } from "../galley.ts";

const draft = { name: "second.txt", content: "Another story, about Ilse Brandt." };

test("a file under a finished card is asked about, and one click estimates it there", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post } = await translated(galley);

  await robin.posts({ thread: post, files: [draft] });
  const asked = await galley.hears(robin, /I haven’t estimated “second\.txt”/u);
  const before = galley.cards(post.channel).length;
  await robin.clicks(asked, "manuscript.new");
  await galley.oneCard(post, /second → French/u);

  expect(galley.drawn(asked)).toContain("[ Estimate as a new manuscript ]");
  expect(before).toBe(1);
  expect(galley.cards(post.channel)).toHaveLength(2);
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("several files under a finished card are asked about once, also when Slack tells of them twice", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post } = await translated(galley);
  galley.slack.faults.onDelivery("message", { fault: "twice" });

  await robin.posts({ thread: post, files: [draft, { ...draft, name: "third.txt" }] });
  const asked = await galley.hears(robin, /I haven’t estimated 2 manuscripts/u);
  await galley.slack.deliveries.settled();
  await robin.clicks(asked, "manuscript.new");
  await robin.clicks(asked, "manuscript.new", { screen: "stale" });
  await galley.oneCard(post, /second → French/u);
  await galley.oneCard(post, /third → French/u);
  await galley.hears(robin, /2 manuscripts have cards for French already/u);

  expect(
    galley.slack.records.ephemerals().filter(({ text }) => /haven’t estimated/u.test(text)),
  ).toHaveLength(1);
  expect(galley.cards(post.channel)).toHaveLength(3);
});

test("a file under a finished card whose message asks for a translation is estimated at once", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post } = await translated(galley);

  await robin.posts({ thread: post, files: [draft], text: "And this one, please translate it." });

  expect(await galley.oneCard(post, /second → French/u)).toBeDefined();
});

test("a file in a thread where a card is still open is estimated at once", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const { post, card } = await quoted(galley);

  await robin.posts({ thread: post, files: [draft] });
  await galley.oneCard(post, /second → French/u);
  await ana.clicks(card, "quote.approve");
  await galley.reply(post, /harbour” is ready/u);
  await robin.posts({ thread: post, files: [{ ...draft, name: "third.txt" }] });

  expect(await galley.oneCard(post, /third → French/u)).toBeDefined();
});

test("a guest has nothing estimated through the button", async () => {
  await using galley = await openGalley();
  const { robin, guest } = galley.slack.people;
  const { post } = await approved(galley);
  await galley.reply(post, /is ready/u);
  await robin.posts({ thread: post, files: [draft] });
  const asked = await galley.hears(robin, /I haven’t estimated/u);

  const alters = (payload: object) => ({ ...payload, user: { id: guest.id } });
  await robin.clicks(asked, "manuscript.new", { alters });
  // Slack’s address for answers is of the person who saw the button.
  await galley.hears(robin, /Only full members/u);

  expect(galley.cards(post.channel)).toHaveLength(1);
});

test("who has left the conversation has nothing of it estimated through the button", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post } = await approved(galley);
  await galley.reply(post, /is ready/u);
  await robin.posts({ thread: post, files: [draft] });
  const asked = await galley.hears(robin, /I haven’t estimated/u);
  galley.slack.channels.leave(galley.slack.translations, robin.id);

  await robin.clicks(asked, "manuscript.new");
  await galley.hears(robin, /Only members of a conversation/u);

  expect(galley.cards(post.channel)).toHaveLength(1);
});
