import { expect, test } from "vitest";

import { arrival, orders, shortStory, storyCredits } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";

const harbour = { name: "harbour.txt", content: shortStory };

test("a manuscript posted in a channel comes back translated in its thread", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;

  const post = await robin.uploads("#translations", harbour);
  const { confirm } = await ana.clicks(await house.card(post, /Approve/u), "quote.approve");
  await arrival(house, post);
  const done = await house.card(post, /✅ Done/u);

  expect(confirm?.text).toContain(`for ${storyCredits} credits`);
  expect(done.text).toContain("as approved");
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a manuscript sent to the desk directly is translated there", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;

  const post = await ana.posts({ files: [harbour] });
  await ana.clicks(await house.card(post, /Approve/u), "quote.approve");
  await arrival(house, post);

  expect(post.channel).toBe(ana.direct().id);
  expect(await orders(house)).toMatchObject({ charged: storyCredits });
});

test("a mention with a file is answered with a card in its thread", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;

  const text = `<@${house.slack.app.botUserId}> please`;
  const post = await robin.posts({ channel: "#translations", text, files: [harbour] });
  await ana.clicks(await house.card(post, /Approve/u), "quote.approve");
  await arrival(house, post);

  expect(house.cards(post.channel)).toHaveLength(1);
});

test("a mention without a file is answered with how to begin", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;

  const text = `<@${house.slack.app.botUserId}> hello`;
  await robin.posts({ channel: "#translations", text });
  const told = await house.hears(robin, /Post a manuscript/u);

  expect(told.text).toContain("Nothing is translated until someone approves it");
});

test("the message shortcut opens the form for a manuscript that was posted while the desk was away", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  house.slack.faults.onDelivery("message.file_share", { fault: "lost" });

  const post = await robin.uploads("#translations", harbour);
  await robin.usesShortcut(post, "translate_manuscript");
  await house.slack.until(() => robin.sees().modal?.submit !== undefined);
  await robin.submits();
  await ana.clicks(await house.card(post, /Approve/u), "quote.approve");
  await arrival(house, post);

  expect(await house.hears(robin, /estimating “harbour.txt” for French/u)).toBeDefined();
});

test("the form quotes a manuscript that was posted in the conversation", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const post = await robin.uploads("#translations", harbour);
  await house.card(post, /→ French/u);

  await opensForm(house);
  robin.fillsIn({ "request.recent": ["harbour.txt"], "request.language": ["Spanish"] });
  const submitted = await robin.submits();
  const card = await house.slack.until(() => spanishCard(house, post.channel));
  await ana.clicks(card, "quote.approve");

  expect(submitted).toEqual({ status: "closed" });
  await house.reply(post, /Spanish translation of “harbour.txt” is ready/u);
});

test("the form takes an upload, and its card begins a thread of its own", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const file = await house.slack.state.files.store({ ...harbour, user: robin.id }, shortStory);

  await opensForm(house);
  robin.fillsIn({ "request.upload": file.id });
  const submitted = await robin.submits();
  const card = await house.slack.until(() => house.cards(house.slack.translations.id)[0]);
  await house.card(card, /Approve/u);
  await ana.clicks(card, "quote.approve");

  expect(submitted).toEqual({ status: "closed" });
  await arrival(house, card);
});

test("/translate with a language quotes the newest manuscript of the conversation for it", async () => {
  await using house = await openHouse({ env: { DEFAULT_TARGET_LANG: "de" } });
  const { robin, ana } = house.slack.people;
  const post = await robin.uploads("#translations", harbour);
  await house.card(post, /→ German/u);

  await robin.commands("/translate", "fr", { channel: "#translations" });
  const card = await house.oneCard(post, /→ French.*\[ Approve ·/su);
  await ana.clicks(card, "quote.approve");
  await arrival(house, post);

  expect(house.cards(post.channel)).toHaveLength(2);
});

test("over Socket Mode a manuscript comes back translated just the same", async () => {
  await using house = await openHouse({ socketMode: "on" });
  const { robin, ana } = house.slack.people;

  const post = await robin.uploads("#translations", harbour);
  await ana.clicks(await house.card(post, /Approve/u), "quote.approve");
  await arrival(house, post);

  expect(house.slack.deliveries.sent()).toEqual([]);
  expect(await orders(house)).toMatchObject({ charged: storyCredits });
});

test("over Socket Mode the form opens and a command is answered", async () => {
  await using house = await openHouse({ socketMode: "on" });
  const { robin } = house.slack.people;

  await robin.uploads("#translations", harbour);
  await opensForm(house);
  await robin.commands("/translate", "status");

  expect(await house.hears(robin, /You have 1 manuscript/u)).toBeDefined();
});

async function opensForm({ slack }: House) {
  const { robin } = slack.people;
  await robin.commands("/translate", "", { channel: "#translations" });
  await slack.until(() => robin.sees().modal?.submit !== undefined);
}

function spanishCard(house: House, channel: string) {
  return house.slack.state.messages
    .inChannel(channel)
    .find((message) => /→ Spanish.*\[ Approve ·/su.test(house.drawn(message)));
}

test.for(["guest", "other"] as const)(
  "a %s is refused privately before any form opens, whichever way they ask",
  async (name, { expect }) => {
    await using house = await openHouse();
    const person = house.slack.people[name];
    const post = await house.slack.people.robin.uploads("#translations", harbour);
    await house.card(post, /\[ Approve ·/u);
    const there = { channel: "#translations" };

    await person.commands("/translate", "", there);
    await person.commands("/translate", "es", there);
    await person.usesShortcut(post, "translate_manuscript");
    await house.slack.until(() => refusals(house, person.id).length === 3);

    expect(person.sees().modal).toBeUndefined();
    expect(house.cards(post.channel)).toHaveLength(1);
  },
);

function refusals({ slack }: House, person: string) {
  return slack.books
    .ephemerals()
    .filter(({ user, text }) => user === person && text.includes("Only full members"));
}
