import { expect, test } from "vitest";

import { arrival, orders, shortStory, storyCredits } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

const harbour = { name: "harbour.txt", content: shortStory };

test("a manuscript posted in a channel comes back translated in its thread", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;

  const post = await robin.uploads("#translations", harbour);
  const { confirm } = await ana.clicks(await galley.card(post, /Approve/u), "quote.approve");
  await arrival(galley, post);
  const done = await galley.card(post, /✅ Done/u);

  expect(confirm?.text).toContain(`for ${storyCredits} credits`);
  expect(done.text).toContain("as approved");
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a manuscript sent to Galley directly is translated there", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;

  const post = await ana.posts({ files: [harbour] });
  await ana.clicks(await galley.card(post, /Approve/u), "quote.approve");
  await arrival(galley, post);

  expect(post.channel).toBe(ana.direct().id);
  expect(await orders(galley)).toMatchObject({ charged: storyCredits });
});

test("a mention with a file is answered with a card in its thread", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;

  const text = `<@${galley.slack.app.botUserId}> please`;
  const post = await robin.posts({ channel: "#translations", text, files: [harbour] });
  await ana.clicks(await galley.card(post, /Approve/u), "quote.approve");
  await arrival(galley, post);

  expect(galley.cards(post.channel)).toHaveLength(1);
});

test("a request that names its languages is estimated for these", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;

  const text = "Please translate this to German and Dutch";
  const post = await robin.posts({ channel: "#translations", text, files: [harbour] });
  await galley.oneCard(post, /harbour → German/u);
  await galley.oneCard(post, /harbour → Dutch/u);

  expect(galley.cards(post.channel)).toHaveLength(2);
});

test("a mention in the thread of a card is answered with how far it is", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const post = await robin.uploads("#translations", harbour);
  await galley.card(post, /Approve/u);

  await robin.posts({ thread: post, text: `<@${galley.slack.app.botUserId}> how much?` });
  const told = await galley.hears(robin, /waiting for approval/u);

  expect(galley.drawn(told)).toContain(
    `“harbour” → French: waiting for approval · ${storyCredits} credits`,
  );
});

test("a mention without a file is answered with how to begin", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;

  const text = `<@${galley.slack.app.botUserId}> hello`;
  await robin.posts({ channel: "#translations", text });
  const told = await galley.hears(robin, /Post a manuscript/u);

  expect(told.text).toContain("Nothing is translated until someone approves it");
});

test("the message shortcut opens the form for a manuscript that was posted while Galley was away", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  galley.slack.faults.onDelivery("message.file_share", { fault: "lost" });

  const post = await robin.uploads("#translations", harbour);
  await robin.usesShortcut(post, "translate_manuscript");
  await galley.slack.until(() => robin.sees().modal?.submit !== undefined);
  await robin.submits();
  await ana.clicks(await galley.card(post, /Approve/u), "quote.approve");
  await arrival(galley, post);

  expect(await galley.hears(robin, /estimating “harbour” for French/u)).toBeDefined();
});

test("the form quotes a manuscript that was posted in the conversation", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const post = await robin.uploads("#translations", harbour);
  await galley.card(post, /→ French/u);

  await opensForm(galley);
  robin.fillsIn({ "request.recent": ["harbour.txt"], "request.language": ["Spanish"] });
  const submitted = await robin.submits();
  const card = await galley.slack.until(() => spanishCard(galley, post.channel));
  await ana.clicks(card, "quote.approve");

  expect(submitted).toEqual({ status: "closed" });
  await galley.reply(post, /Spanish translation of “harbour” is ready/u);
});

test("the form takes an upload, and its card begins a thread of its own", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const file = await galley.slack.state.files.store({ ...harbour, user: robin.id }, shortStory);

  await opensForm(galley);
  robin.fillsIn({ "request.upload": file.id });
  const submitted = await robin.submits();
  const card = await galley.slack.until(() => galley.cards(galley.slack.translations.id)[0]);
  await galley.card(card, /Approve/u);
  await ana.clicks(card, "quote.approve");

  expect(submitted).toEqual({ status: "closed" });
  await arrival(galley, card);
});

test("/translate with a language quotes the newest manuscript of the conversation for it", async () => {
  await using galley = await openGalley({ env: { DEFAULT_TARGET_LANG: "de" } });
  const { robin, ana } = galley.slack.people;
  const post = await robin.uploads("#translations", harbour);
  await galley.card(post, /→ German/u);

  await robin.commands("/translate", "fr", { channel: "#translations" });
  const card = await galley.oneCard(post, /→ French.*\[ Approve ·/su);
  await ana.clicks(card, "quote.approve");
  await arrival(galley, post);

  expect(galley.cards(post.channel)).toHaveLength(2);
});

test("over Socket Mode a manuscript comes back translated just the same", async () => {
  await using galley = await openGalley({ socketMode: "on" });
  const { robin, ana } = galley.slack.people;

  const post = await robin.uploads("#translations", harbour);
  await ana.clicks(await galley.card(post, /Approve/u), "quote.approve");
  await arrival(galley, post);

  expect(galley.slack.deliveries.sent()).toEqual([]);
  expect(await orders(galley)).toMatchObject({ charged: storyCredits });
});

test("over Socket Mode the form opens and a command is answered", async () => {
  await using galley = await openGalley({ socketMode: "on" });
  const { robin } = galley.slack.people;

  await robin.uploads("#translations", harbour);
  await opensForm(galley);
  await robin.commands("/translate", "status");

  expect(await galley.hears(robin, /“harbour” → French/u)).toBeDefined();
});

async function opensForm({ slack }: Galley) {
  const { robin } = slack.people;
  await robin.commands("/translate", "", { channel: "#translations" });
  await slack.until(() => robin.sees().modal?.submit !== undefined);
}

function spanishCard(galley: Galley, channel: string) {
  return galley.slack.state.messages
    .inChannel(channel)
    .find((message) => /→ Spanish.*\[ Approve ·/su.test(galley.drawn(message)));
}

test.for(["guest", "other"] as const)(
  "a %s is refused privately before any form opens, whichever way they ask",
  async (name, { expect }) => {
    await using galley = await openGalley();
    const person = galley.slack.people[name];
    const post = await galley.slack.people.robin.uploads("#translations", harbour);
    await galley.card(post, /\[ Approve ·/u);
    const there = { channel: "#translations" };

    await person.commands("/translate", "", there);
    await person.commands("/translate", "es", there);
    await person.usesShortcut(post, "translate_manuscript");
    await galley.slack.until(() => refusals(galley, person.id).length === 3);

    expect(person.sees().modal).toBeUndefined();
    expect(galley.cards(post.channel)).toHaveLength(1);
  },
);

function refusals({ slack }: Galley, person: string) {
  return slack.records
    .ephemerals()
    .filter(({ user, text }) => user === person && text.includes("Only full members"));
}
