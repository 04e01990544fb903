import { expect, test } from "vitest";

import { homeOf, hurries, orders, running, shortStory } from "../deeds.ts";
import { openGalley } from "../galley.ts";

const again = { name: "harbour.txt", content: shortStory };

test("a text that is being translated asks nobody to decide, and its requester hears when it is free", async () => {
  await using galley = await openGalley();
  const { ana, robin, sam } = galley.slack.people;
  await running(galley);
  await homeOf(galley, ana, /\[ Notify me \]/u);
  await ana.clicks("home", "notify.on");
  await homeOf(galley, ana, /\[ Stop notifying me \]/u);

  const post = await sam.uploads("#translations", again);
  const waiting = await galley.card(post, /already being translated/u);
  const home = await homeOf(galley, ana, /In progress/u);
  hurries(galley);
  const told = await galley.reply(post, /You can use that translation for free/u);
  const free = await galley.card(post, /\[ Use existing · free \]/u);
  await sam.clicks(free, "quote.existing");
  await galley.hears(sam, /Here is your link/u);

  const direct = galley.slack.channels.direct(ana.id).id;
  expect(galley.slack.state.messages.inChannel(direct)).toEqual([]);
  expect(waiting.text).not.toContain("Approval needed");
  expect(galley.drawn(waiting)).not.toContain("can approve");
  expect(home).not.toContain("Needs your decision");
  expect(galley.drawn(told)).toContain("“harbour” → French: Translated into French");
  expect(galley.drawn(told)).toContain("@Sam");
  expect(galley.replies(post).filter(({ text }) => text.includes(robin.id))).toEqual([]);
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: shortStory.length });
});

test("once that translation failed, approvers are asked", async () => {
  await using galley = await openGalley();
  const { ana, sam } = galley.slack.people;
  galley.partner.inject({ kind: "ends-as", status: "failed", action: "translation" });
  await running(galley);
  const post = await sam.uploads("#translations", again);
  await galley.card(post, /already being translated/u);

  hurries(galley);
  const failed = await galley.card(post, /an earlier translation failed/u);
  const home = await homeOf(galley, ana, /Needs your decision/u);

  expect(failed.text).toContain("Approval needed");
  expect(home).toContain("harbour");
  expect(galley.replies(post).filter(({ text }) => text.includes("for free"))).toEqual([]);
});
