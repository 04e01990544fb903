import { expect, test } from "vitest";

import { arrival, choosesChapters, hurries, partOffered, running } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

const prose = "Ilse Brandt rowed the ferry over, and nobody waited on the other side. ";
const ferry = ["One", "Two"].map((number) => `Chapter ${number}\n\n${prose.repeat(200)}\n\n`);

test("once a translation has ended, later cards say how long theirs takes, over a restart too", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post, offer } = await running(galley);
  const first = galley.drawn(offer);
  galley.clock.skip(600_000);
  hurries(galley);
  await arrival(galley, post);

  const next = await robin.uploads("#translations", { name: "ferry.txt", content: ferry.join("") });
  const card = await galley.card(next, /\[ Approve ·/u);
  const whole = galley.drawn(card);
  await galley.stop();
  const calls = updates(galley);
  await galley.start();
  await galley.slack.deliveries.settled();
  const after = updates(galley);
  await choosesChapters(galley, robin, { card, first: "1. Chapter One", last: "1. Chapter One" });
  const part = galley.drawn(await galley.card(next, partOffered("chapter 1")));

  expect(first).not.toContain("about");
  expect(whole).toMatch(/characters · about 2 hr/u);
  expect(after).toBe(calls);
  expect(part).toMatch(/characters · about 1 hr/u);
});

function updates({ slack }: Galley): number {
  return slack.exchanges().filter(({ name }) => name === "chat.update").length;
}

test("a batch takes as long as its longest translation, once all of its cards know", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const { post } = await running(galley);
  galley.clock.skip(600_000);
  hurries(galley);
  await arrival(galley, post);

  const files = ferry.map((content, n) => ({ name: `ferry-${n + 1}.txt`, content }));
  const long = { name: "whale.txt", content: ferry.join("").replaceAll("ferry", "whale") };
  const batch = await robin.uploads("#translations", ...files, long);
  const total = await galley.reply(batch, /Approve all/u);
  await galley.oneCard(batch, /whale → French.*about 2 hr/su);
  await ana.clicks(await galley.oneCard(batch, /whale → French/u), "quote.approve");
  const rest = await galley.reply(batch, /2 manuscripts → French/u);

  expect(galley.drawn(total)).toMatch(/3 manuscripts → French · [\d,]+ credits · about 2 hr/u);
  expect(galley.drawn(rest)).toMatch(/credits · about 1 hr/u);
});
