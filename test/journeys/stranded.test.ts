import { expect, test } from "vitest";

import { request } from "../../src/http.ts";
import { arrival, estimated, orders, quoted, storyCredits } from "./deeds.ts";
import { type Galley, openGalley } from "./galley.ts";

/** Approves while the channel is archived and the requester accepts no direct messages. */
async function stranded(galley: Galley) {
  const { ada, ana } = galley.slack.people;
  const { post, card } = await quoted(galley);
  await estimated(galley, await galley.card(post, /\[ Approve ·/u));
  galley.slack.faults.onCall("chat.update", { fault: "refused", error: "is_archived" });
  galley.slack.faults.onCall("chat.postMessage", { fault: "refused", error: "channel_not_found" });
  await ana.clicks(card, "quote.approve");
  const told = await galley.direct(ada, /I haven’t sent the French translation/u);
  return { post, card, told };
}

test("an approval whose card can be put up nowhere is told to the admins, and nothing is sent", async () => {
  await using galley = await openGalley();

  const { told } = await stranded(galley);

  expect(galley.drawn(told)).toContain(`${storyCredits} credits`);
  expect(galley.drawn(told)).toContain("channel_not_found");
  expect((await orders(galley)).posts.length).toBeGreaterThan(0);
  expect(await orders(galley)).toMatchObject({ tasks: [], outcomes: [], charged: 0 });
  const reply = await request(`${galley.origin()}/metrics`);
  const metrics = await reply.body.text();
  expect(metrics).toContain("galley_tasks_stranded 1");
});

test("an admin tries again, and it is sent once", async () => {
  await using galley = await openGalley();
  const { ada } = galley.slack.people;
  const { post, told } = await stranded(galley);

  await ada.clicks(told, "settle.try_again");
  await arrival(galley, post);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  await galley.direct(ada, /Resolved: /u);
});

test("an admin takes it back, and it is never sent", async () => {
  await using galley = await openGalley();
  const { ada } = galley.slack.people;
  const { post, told } = await stranded(galley);

  await ada.clicks(told, "settle.take_back");
  await galley.direct(ada, /undone before anything was sent/u);
  await galley.reply(post, /was undone before anything was sent/u);

  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
});

test("the requester who asks how it stands wakes it", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post } = await stranded(galley);

  await robin.commands("/translate", "status", { channel: "#translations" });
  await galley.hears(robin, /approved for .* but not sent/u);
  await arrival(galley, post);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});
