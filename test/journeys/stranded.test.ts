import { expect, test } from "vitest";

import { request } from "../../src/http.ts";
import { arrival, estimated, orders, quoted, storyCredits } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";

/** Approves while the channel is archived and the requester accepts no direct messages. */
async function stranded(house: House) {
  const { ada, ana } = house.slack.people;
  const { post, card } = await quoted(house);
  await estimated(house, await house.card(post, /\[ Approve ·/u));
  house.slack.faults.onCall("chat.update", { fault: "refused", error: "is_archived" });
  house.slack.faults.onCall("chat.postMessage", { fault: "refused", error: "channel_not_found" });
  await ana.clicks(card, "quote.approve");
  const told = await house.direct(ada, /I haven’t sent the French translation/u);
  return { post, card, told };
}

test("an approval whose card can be put up nowhere is told to the admins, and nothing is sent", async () => {
  await using house = await openHouse();

  const { told } = await stranded(house);

  expect(told.text).toContain(`${storyCredits} credits`);
  expect(told.text).toContain("channel_not_found");
  expect((await orders(house)).posts.length).toBeGreaterThan(0);
  expect(await orders(house)).toMatchObject({ tasks: [], outcomes: [], charged: 0 });
  const reply = await request(`${house.origin()}/metrics`);
  const metrics = await reply.body.text();
  expect(metrics).toContain("galley_tasks_stranded 1");
});

test("an admin tries again, and it is sent once", async () => {
  await using house = await openHouse();
  const { ada } = house.slack.people;
  const { post, told } = await stranded(house);

  await ada.clicks(told, "settle.try_again");
  await arrival(house, post);

  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  await house.direct(ada, /Resolved: /u);
});

test("an admin takes it back, and it is never sent", async () => {
  await using house = await openHouse();
  const { ada } = house.slack.people;
  const { post, told } = await stranded(house);

  await ada.clicks(told, "settle.take_back");
  await house.direct(ada, /undone before anything was sent/u);
  await house.reply(post, /was undone before anything was sent/u);

  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test("the requester who asks how it stands wakes it", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { post } = await stranded(house);

  await robin.commands("/translate", "status", { channel: "#translations" });
  await house.hears(robin, /approved by .* but not sent/u);
  await arrival(house, post);

  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});
