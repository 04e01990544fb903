import { expect, test } from "vitest";

import { orders, shortStory, storyCredits } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";

const harbour = { name: "harbour.txt", content: shortStory };
const lantern = { name: "lantern.txt", content: `${shortStory}The end.` };

test("several manuscripts in one message get a card each, and their sum is said once", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;

  const post = await robin.uploads("#translations", harbour, lantern);
  const sum = await says(house, /2 manuscripts → French/u);

  expect(sum.threadTs).toBe(post.ts);
  expect(house.drawn(sum)).toContain(`2 manuscripts → French · ${storyCredits * 2 + 8} credits`);
  await says(house, /harbour → French.*\[ Approve ·/su);
  await says(house, /lantern → French.*\[ Approve ·/su);
});

test("several languages get a card each, and one can be approved without the other", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const post = await robin.uploads("#translations", harbour);
  await house.card(post, /Approve/u);

  await robin.commands("/translate", "german spanish", { channel: "#translations" });
  await says(house, new RegExp(`harbour → German and Spanish · ${storyCredits * 2} credits`, "u"));
  const card = await house.oneCard(post, /→ Spanish.*\[ Approve ·/su);
  await ana.clicks(card, "quote.approve");
  await house.reply(post, /Spanish translation of “harbour.txt” is ready/u);

  await says(house, new RegExp(`German and Spanish · ${storyCredits} credits`, "u"));
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("what cannot be taken is named once, and the sum goes on without it", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;

  const old = { name: "cover.doc", content: "not a text" };
  const post = await robin.uploads("#translations", harbour, old);
  const sum = await says(house, /1 couldn’t be read/u);
  await says(house, new RegExp(`${storyCredits} credits.*1 couldn’t`, "u"));

  expect(sum.threadTs).toBe(post.ts);
  expect(house.replies(post).filter((reply) => /cover.doc/u.test(reply.text))).toHaveLength(1);
});

test("after a restart in the middle the sum is whole, and there is one", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  house.slack.faults.onCall("chat.postMessage", { fault: "lost-reply" });

  await robin.uploads("#translations", harbour, lantern);
  await house.stop();
  await house.start();
  const whole = new RegExp(`${storyCredits * 2 + 8} credits`, "u");
  await house.passing(5000, () => found(house, whole));

  expect(all(house, /2 manuscripts → French/u)).toHaveLength(1);
});

function says(house: House, fits: RegExp) {
  return house.slack.until(() => found(house, fits), { what: String(fits) });
}

function found(house: House, fits: RegExp) {
  return all(house, fits)[0];
}

function all(house: House, fits: RegExp) {
  return house.slack.state.messages
    .inChannel(house.slack.translations.id)
    .filter((message) => message.isFromBot && fits.test(house.drawn(message)));
}
