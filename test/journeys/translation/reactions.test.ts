import { expect, test } from "vitest";

import type { Message } from "#sandbox/slack/model.ts";
import { SCOPES } from "#sandbox/slack/options.ts";

import {
  approved,
  hurries,
  orders,
  quoted,
  shortStory,
  storyCredits,
  partOffered,
} from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

const running = ["hourglass_flowing_sand"];
const done = ["white_check_mark"];

test("the message of a manuscript shows a running translation, and then a finished one", async () => {
  await using galley = await openGalley();
  const { post, card } = await quoted(galley);
  const before = reactionsOn(galley, post);

  galley.partner.change({ charsPerSecond: 1 });
  await galley.slack.people.ana.clicks(card, "quote.approve");
  await shows(galley, post, running);
  hurries(galley);
  await shows(galley, post, done);

  expect(before).toEqual([]);
});

test("it shows a run that failed, and one that was approved after it", async () => {
  await using galley = await openGalley();
  galley.partner.inject({ kind: "ends-as", status: "failed", action: "translation" });
  const { post } = await approved(galley);

  await shows(galley, post, ["warning"]);
  const card = await galley.card(post, /\[ Translate again ·/u);
  await galley.slack.people.ana.clicks(card, "quote.again");
  await shows(galley, post, done);

  expect(reactionsOn(galley, post)).toEqual(done);
});

test("a message with several manuscripts is done when all of them are", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const post = await robin.uploads(
    "#translations",
    { name: "harbour.txt", content: shortStory },
    { name: "lantern.txt", content: "The lantern went out, and nobody saw who had carried it." },
  );
  const harbour = await galley.oneCard(post, /harbour.*\[ Approve ·/su);
  const lantern = await galley.oneCard(post, /lantern.*\[ Approve ·/su);

  await ana.clicks(harbour, "quote.approve");
  await galley.oneCard(post, /harbour.*✅/su);
  await shows(galley, post, []);
  galley.partner.change({ charsPerSecond: 1 });
  await ana.clicks(lantern, "quote.approve");
  await shows(galley, post, running);
  hurries(galley);
  await shows(galley, post, done);

  expect(reactionsOn(galley, post)).toEqual(done);
});

test("a message whose other manuscript still runs is not done", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const post = await robin.uploads(
    "#translations",
    { name: "harbour.txt", content: shortStory },
    { name: "saga.txt", content: "The tide took the bell, and the bell rang on. ".repeat(1000) },
  );
  const saga = await galley.oneCard(post, /saga.*\[ Approve ·/su);
  const harbour = await galley.oneCard(post, /harbour.*\[ Approve ·/su);
  galley.partner.change({ charsPerSecond: 100 });

  await ana.clicks(saga, "quote.approve");
  await ana.clicks(harbour, "quote.approve");
  galley.clock.skip(10_000);
  await galley.oneCard(post, /harbour.*✅/su);
  const meanwhile = reactionsOn(galley, post);
  galley.clock.skip(3_600_000);
  await shows(galley, post, done);

  expect(meanwhile).toEqual(running);
});

test("a manuscript of which some chapters are still on offer is not done", async () => {
  const prose = "The tide took the bell, and nobody came down to the harbour.\n\n";
  const chapters = ["One", "Two"].map((number) => `Chapter ${number}\n\n${prose}`);
  await using galley = await openGalley({ partner: { balance: chapters.join("").length - 1 } });
  const { robin, ana } = galley.slack.people;
  const file = { name: "serial.txt", content: chapters.join("") };
  const post = await robin.uploads("#translations", file);

  const card = await galley.card(post, partOffered("chapter 1"));
  galley.partner.change({ charsPerSecond: 1 });
  await ana.clicks(card, "quote.part");
  await shows(galley, post, running);
  hurries(galley);
  await galley.card(post, /✅/u);
  await shows(galley, post, []);
  galley.partner.change({ balance: 100_000 });
  await ana.clicks(await galley.card(post, partOffered("chapter 2")), "quote.part");
  await shows(galley, post, done);

  expect(reactionsOn(galley, post)).toEqual(done);
});

test("without the scope for it everything else goes on", async () => {
  const scopes = SCOPES.filter((scope) => scope !== "reactions:write");
  await using galley = await openGalley({ slack: { scopes } });

  const { post } = await approved(galley);
  await galley.reply(post, /translation of .* is ready/u);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  expect(reactionsOn(galley, post)).toEqual([]);
});

test.each([
  ["is refused", { fault: "rate-limited", retryAfter: "1" }],
  ["fails", { fault: "500-before" }],
  ["is made and not answered", { fault: "lost-reply" }],
] as const)("a reaction that %s keeps nothing from going on", async (_, fault) => {
  await using galley = await openGalley();
  galley.slack.faults.onCall("reactions.add", fault);

  const { post } = await approved(galley);
  await galley.reply(post, /translation of .* is ready/u);
  await shows(galley, post, done);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

function reactionsOn({ slack }: Galley, { channel, ts }: Message): readonly string[] | undefined {
  return slack.state.messages.find(channel, ts)?.reactions;
}

async function shows(galley: Galley, post: Message, wanted: readonly string[]): Promise<void> {
  await galley.slack.until(
    () => JSON.stringify(reactionsOn(galley, post)) === JSON.stringify(wanted),
    { what: `the reactions ${wanted.join(", ")}` },
  );
}
