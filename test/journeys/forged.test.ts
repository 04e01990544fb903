import { expect, test } from "vitest";

import { orders, quoted, shortStory } from "./deeds.ts";
import { openGalley } from "./galley.ts";

const forged = [
  ["that Slack did not sign", { fault: "bad-signature" }],
  ["that is six minutes old", { fault: "timestamp", aheadSeconds: -360 }],
  ["from two minutes ahead", { fault: "timestamp", aheadSeconds: 120 }],
] as const;

test.for(forged)("an approval %s buys nothing", async ([, fault], { expect }) => {
  await using galley = await openGalley();
  const { post, card } = await quoted(galley);
  galley.slack.faults.onDelivery("block_actions", fault);

  const { receipt } = await galley.slack.people.ana.clicks(card, "quote.approve");

  expect(receipt).toMatchObject({ status: "failed", httpStatus: 401 });
  expect(await galley.card(post, /\[ Approve ·/u)).toBeDefined();
  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
});

test.for(forged)("an upload %s is not quoted", async ([, fault], { expect }) => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  galley.slack.faults.onDelivery("message.file_share", fault, 2);

  const post = await robin.uploads("#translations", { name: "h.txt", content: shortStory });
  await galley.slack.deliveries.settled();

  expect(galley.cards(post.channel)).toEqual([]);
});

test("a command that Slack did not sign is not answered", async () => {
  await using galley = await openGalley();
  const { ada } = galley.slack.people;
  galley.slack.faults.onDelivery("/translate-usage", { fault: "bad-signature" });

  const { receipt } = await ada.commands("/translate-usage");

  expect(receipt).toMatchObject({ status: "failed", httpStatus: 401 });
  expect(galley.slack.books.ephemerals()).toEqual([]);
});
