import { expect, test } from "vitest";

import { orders, shortStory, storyCredits } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

const harbour = { name: "harbour.txt", content: shortStory };
const lantern = { name: "lantern.txt", content: `${shortStory}The end.` };

test("several manuscripts in one message get a card each, and their sum is said once", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;

  const post = await robin.uploads("#translations", harbour, lantern);
  const sum = await says(galley, /2 manuscripts → French/u);

  expect(sum.threadTs).toBe(post.ts);
  expect(galley.drawn(sum)).toContain(`2 manuscripts → French · ${storyCredits * 2 + 8} credits`);
  await says(galley, /harbour → French.*\[ Approve ·/su);
  await says(galley, /lantern → French.*\[ Approve ·/su);
});

test("several languages get a card each, and one can be approved without the other", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const post = await robin.uploads("#translations", harbour);
  await galley.card(post, /Approve/u);

  await robin.commands("/translate", "german spanish", { channel: "#translations" });
  await says(galley, new RegExp(`harbour → German and Spanish · ${storyCredits * 2} credits`, "u"));
  const card = await galley.oneCard(post, /→ Spanish.*\[ Approve ·/su);
  await ana.clicks(card, "quote.approve");
  await galley.reply(post, /Spanish translation of “harbour” is ready/u);

  await says(galley, new RegExp(`→ German · ${storyCredits} credits`, "u"));
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("what cannot be taken is named once, and the sum goes on without it", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;

  const old = { name: "cover.doc", content: "not a text" };
  const post = await robin.uploads("#translations", harbour, old);
  const sum = await says(galley, /1 couldn’t be read/u);
  await says(galley, new RegExp(`${storyCredits} credits.*1 couldn’t`, "su"));

  expect(sum.threadTs).toBe(post.ts);
  expect(galley.replies(post).filter((reply) => /cover.doc/u.test(reply.text))).toHaveLength(1);
});

test("after a restart in the middle the sum is whole, and there is one", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  galley.slack.faults.onCall("chat.postMessage", { fault: "lost-reply" });

  await robin.uploads("#translations", harbour, lantern);
  await galley.stop();
  await galley.start();
  const whole = new RegExp(`${storyCredits * 2 + 8} credits`, "u");
  await galley.passing(5000, () => found(galley, whole));

  expect(all(galley, /2 manuscripts → French/u)).toHaveLength(1);
});

function says(galley: Galley, fits: RegExp) {
  return galley.slack.until(() => found(galley, fits), { what: String(fits) });
}

function found(galley: Galley, fits: RegExp) {
  return all(galley, fits)[0];
}

function all(galley: Galley, fits: RegExp) {
  return galley.slack.state.messages
    .inChannel(galley.slack.translations.id)
    .filter((message) => message.isFromBot && fits.test(galley.drawn(message)));
}
