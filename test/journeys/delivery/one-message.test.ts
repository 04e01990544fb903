import { expect, test } from "vitest";

import type { Message } from "#sandbox/slack/model.ts";

import { aNovel, printed } from "../../domain/a-novel.ts";
import { hurries, shortStory, storyCredits } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { tale } from "../long-texts.ts";

const harbour = { name: "harbour.txt", content: shortStory };
const codes = ["de", "es", "it", "pt", "nl", "pl"];
const languages = ["German", "Spanish", "Italian", "Portuguese", "Dutch", "Polish"];

test("six languages of one manuscript end in one message, which calls the requester once", async () => {
  await using galley = await openGalley();
  const post = await approvedTogether(galley);

  const before = callsOf(galley);
  hurries(galley);
  const told = await galley.reply(post, /\d translations are ready:/u);
  const drawn = galley.drawn(await galley.reply(post, /(?:Nothing is missing[^]*){6}/u));

  expect(told.text).toMatch(
    new RegExp(
      `^6 translations are ready: harbour → .*\\. Together they cost ${(6 * storyCredits).toLocaleString("en")} credits\\. <@`,
      "u",
    ),
  );
  for (const language of languages) {
    expect(drawn).toContain(`The ${language} translation of “harbour” is ready.`);
  }
  expect(drawn.match(/\[ Download \]/gu)).toHaveLength(6);
  expect(callsOf(galley) - before).toBe(1);
});

test("each result has its own buttons in the message, which work", async () => {
  await using galley = await openGalley();
  const post = await approvedTogether(galley, ["de", "es"]);
  hurries(galley);
  const told = await galley.reply(post, /2 translations are ready:/u);

  await galley.slack.people.robin.clicks(told, "task.post_file");

  const after = await galley.reply(post, /The file is in the thread\./u);
  expect(after.ts).toBe(told.ts);
});

test("a result of one language that was approved alone has its own reply", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const post = await robin.uploads("#translations", harbour);
  await robin.commands("/translate", "de es", { channel: "#translations" });
  await galley.reply(post, /Approve all/u);

  await ana.clicks(await galley.oneCard(post, /→ German.*\[ Approve ·/su), "quote.approve");

  const reply = await galley.reply(post, /German translation of “harbour” is ready/u);
  expect(reply.text).not.toContain("translation is ready:");
});

test("after half an hour the message tells of those that are ready, and the last one has its own", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const long = { name: "lantern.txt", content: tale(20_000) };
  const post = await robin.uploads("#translations", harbour, long);
  const total = await galley.reply(post, /Approve all ·/u);
  galley.partner.change({ charsPerSecond: 1 });
  await ana.clicks(total, "batch.approve");
  await galley.oneCard(post, /harbour → French.*Translating…/su);
  await galley.oneCard(post, /lantern → French.*Translating…/su);

  galley.clock.skip(400_000);
  await galley.oneCard(post, /harbour → French.*Done/su);
  expect(galley.replies(post).some((one) => galley.drawn(one).includes("is ready"))).toBe(false);
  galley.clock.skip(1_801_000);
  const told = await galley.reply(post, /1 translation is ready:/u);
  hurries(galley);
  galley.clock.skip(3_600_000);
  const last = await galley.reply(post, /translation of “lantern” is ready/u);

  expect(galley.drawn(told)).not.toMatch(/lantern|Together/u);
  expect(last.ts).not.toBe(told.ts);
});

test("a translation that fails is told at once, and the others together", async () => {
  await using galley = await openGalley();
  galley.partner.inject({
    kind: "ends-as",
    status: "failed",
    method: "POST",
    action: "translation",
  });
  const post = await approvedTogether(galley, ["de", "es", "it"]);

  hurries(galley);
  const told = await galley.reply(post, /\d translations? (?:is|are) ready:/u);
  const failed = await galley.reply(post, /reports that the .* translation of “harbour” failed/u);

  expect(told.text).toMatch(/^2 translations are ready: /u);
  expect(failed.ts).not.toBe(told.ts);
});

test("what the comparison finds is added to the message, with the way to it", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  galley.partner.inject({ kind: "omits", from: 0.52, to: 0.55, action: "translation" });
  const content = printed(aNovel({ chapters: 10, paragraphs: 30 }));
  const post = await robin.uploads("#translations", { name: "harbour.txt", content });
  await robin.commands("/translate", "de es", { channel: "#translations" });
  const total = await galley.reply(post, /Approve all ·/u);
  galley.partner.change({ charsPerSecond: 1 });
  await ana.clicks(total, "batch.approve");
  await galley.oneCard(post, /→ German.*Translating…/su);
  await galley.oneCard(post, /→ Spanish.*Translating…/su);

  hurries(galley);
  const told = await galley.reply(post, /2 translations are ready:[^]*Something may be missing/u);

  expect(told.text).toContain("⚠️");
  expect(galley.drawn(told)).toMatch(/\[ Look at \d+ places \]/u);
  expect(galley.drawn(told)).toContain("Nothing is missing: 10 chapters and 300 paragraphs.");
});

/** Posts the story in several languages, and an approver approves all; the partner is slow. */
async function approvedTogether(galley: Galley, asked = codes): Promise<Message> {
  const { robin, ana } = galley.slack.people;
  const post = await robin.uploads("#translations", harbour);
  await robin.commands("/translate", asked.join(" "), { channel: "#translations" });
  const sum = (asked.length * storyCredits).toLocaleString("en");
  const total = await galley.reply(post, new RegExp(`Approve all · ${sum} cr`, "u"));
  galley.partner.change({ charsPerSecond: 1 });
  await ana.clicks(total, "batch.approve");
  for (const language of asked.map((code) => languages[codes.indexOf(code)])) {
    await galley.oneCard(post, new RegExp(`→ ${language}.*Translating…`, "su"));
  }
  return post;
}

/** Counts the messages of Galley that mention the requester. */
function callsOf({ slack }: Galley): number {
  const { robin } = slack.people;
  return slack.records.botPosts().filter(({ text }) => text.includes(`<@${robin.id}>`)).length;
}
