import { expect, test } from "vitest";

import type { Message } from "../../src/sandbox/slack/model.ts";
import { SCOPES } from "../../src/sandbox/slack/options.ts";
import { approved, orders, quoted, shortStory, storyCredits } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";

const running = ["hourglass_flowing_sand"];
const done = ["white_check_mark"];

test("the message of a manuscript shows a running translation, and then a finished one", async () => {
  await using house = await openHouse({ partner: { charsPerSecond: 1 } });
  const { post, card } = await quoted(house);
  const before = reactionsOn(house, post);

  await house.slack.people.ana.clicks(card, "quote.approve");
  await shows(house, post, running);
  house.partner.change({ charsPerSecond: 1_000_000 });
  await shows(house, post, done);

  expect(before).toEqual([]);
});

test("it shows a run that failed, and one that was approved after it", async () => {
  await using house = await openHouse();
  house.partner.inject({ kind: "ends-as", status: "failed", action: "translation" });
  const { post } = await approved(house);

  await shows(house, post, ["warning"]);
  const card = await house.card(post, /\[ Translate again ·/u);
  await house.slack.people.ana.clicks(card, "quote.again");
  await shows(house, post, done);

  expect(reactionsOn(house, post)).toEqual(done);
});

test("a message with several manuscripts has none", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const post = await robin.uploads(
    "#translations",
    { name: "harbour.txt", content: shortStory },
    { name: "lantern.txt", content: `${shortStory}The end.` },
  );

  await ana.clicks(await house.oneCard(post, /harbour.*\[ Approve ·/su), "quote.approve");
  await house.reply(post, /translation of “harbour.txt” is ready/u);

  expect(reactionsOn(house, post)).toEqual([]);
});

test("without the scope for it everything else goes on", async () => {
  const scopes = SCOPES.filter((scope) => scope !== "reactions:write");
  await using house = await openHouse({ slack: { scopes } });

  const { post } = await approved(house);
  await house.reply(post, /translation of .* is ready/u);

  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  expect(reactionsOn(house, post)).toEqual([]);
});

test.each([
  ["is refused", { fault: "rate-limited", retryAfter: "1" }],
  ["fails", { fault: "500-before" }],
  ["is made and not answered", { fault: "lost-reply" }],
] as const)("a reaction that %s keeps nothing from going on", async (_, fault) => {
  await using house = await openHouse();
  house.slack.faults.onCall("reactions.add", fault);

  const { post } = await approved(house);
  await house.reply(post, /translation of .* is ready/u);
  await shows(house, post, done);

  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

function reactionsOn({ slack }: House, { channel, ts }: Message): readonly string[] | undefined {
  return slack.state.messages.find(channel, ts)?.reactions;
}

async function shows(house: House, post: Message, wanted: readonly string[]): Promise<void> {
  await house.slack.until(
    () => JSON.stringify(reactionsOn(house, post)) === JSON.stringify(wanted),
    { what: `the reactions ${wanted.join(", ")}` },
  );
}
