import { copyFile } from "node:fs/promises";

import { expect, test } from "vitest";

import type { Message } from "#sandbox/slack/model.ts";

import { arrival, estimated, orders, quoted, storyCredits } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

const day = 24 * 3_600_000;

/**
 * A story is translated after the store was copied. Then Galley starts with that copy, and the
 * partner has forgotten the key.
 */
async function soldAfterCopy(galley: Galley) {
  const { ana } = galley.slack.people;
  const file = galley.env.STORE_URL.slice("sqlite:".length);
  const { post, card } = await quoted(galley);
  await estimated(galley, card);
  await galley.slack.deliveries.settled();
  await galley.stop();
  await copyFile(file, `${file}.copy`);
  await galley.start();
  await ana.clicks(card, "quote.approve");
  const reply = await arrival(galley, post);
  await galley.card(post, /✅ Done/u);
  await galley.stop();
  await galley.loseLedger();
  await copyFile(`${file}.copy`, file);
  galley.partner.change({ forgetKeys: true });
  return { card, reply };
}

/** Waits until an update of a card, not the one before, says that it is done. */
function doneSince({ slack }: Galley, seen: number) {
  const isDone = ({ text }: Message) => /✅ Done/u.test(text);
  return slack.until(() => slack.books.updates().slice(seen).some(isDone), { what: "the card" });
}

test("with an old copy of the ledger, what its card has sold since is not sold again", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { card } = await soldAfterCopy(galley);

  await galley.start();
  const seen = galley.slack.books.updates().length;
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await doneSince(galley, seen);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("with an old copy of the ledger, an offer that expires does not cover a result", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { reply } = await soldAfterCopy(galley);

  galley.clock.skip(2 * day);
  const seen = galley.slack.books.updates().length;
  await galley.start();
  await doneSince(galley, seen);
  await robin.clicks(reply, "task.fresh_link");
  await galley.hears(robin, /link/iu);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});
