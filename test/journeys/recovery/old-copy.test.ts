import { copyFile, rename, rm } from "node:fs/promises";
import { text as readText } from "node:stream/consumers";

import { expect, test } from "vitest";

import { request } from "#lib/http.ts";
import type { Message } from "#sandbox/slack/model.ts";

import { arrival, estimated, hurries, orders, quoted, shortStory, storyCredits } from "../deeds.ts";
import { goesOn } from "../emptied-deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

const day = 24 * 3_600_000;

/** A story is on offer in a store, of which a copy is made while Galley is stopped. */
async function copied(galley: Galley) {
  const { post, card } = await quoted(galley);
  await estimated(galley, card);
  await galley.slack.deliveries.settled();
  await galley.stop();
  await copyFile(fileOf(galley), `${fileOf(galley)}.copy`);
  await galley.start();
  return { post, card };
}

/** Stops Galley and puts the copy back. The partner has forgotten every key. */
async function restored(galley: Galley) {
  await galley.stop();
  await galley.loseLedger();
  await copyFile(`${fileOf(galley)}.copy`, fileOf(galley));
  galley.partner.change({ forgetKeys: true });
}

/** A story is translated after the store was copied. Then the copy is put back. */
async function soldAfterCopy(galley: Galley) {
  const { post, card } = await copied(galley);
  await galley.slack.people.ana.clicks(card, "quote.approve");
  const reply = await arrival(galley, post);
  await galley.card(post, /✅ Done/u);
  await restored(galley);
  return { card, reply };
}

function fileOf({ env }: Galley): string {
  return env.STORE_URL.slice("sqlite:".length);
}

/** Waits until an update of a card, not the one before, says that it is done. */
function doneSince({ slack }: Galley, seen: number) {
  const isDone = ({ text }: Message) => /✅ Done/u.test(text);
  return slack.until(() => slack.records.updates().slice(seen).some(isDone), { what: "the card" });
}

async function readyz(galley: Galley): Promise<string> {
  // Readiness answers are cached for two seconds.
  galley.clock.skip(2000);
  return await readText((await request(`${galley.origin()}/readyz`)).body);
}

test("with an old copy of the ledger, a run that it lacks is found, delivered and asked about", async () => {
  await using galley = await openGalley();
  const { ana, robin } = galley.slack.people;
  const { post, card } = await copied(galley);
  galley.partner.change({ charsPerSecond: 20 });
  await ana.clicks(card, "quote.approve");
  await galley.card(post, /Translating…/u);
  await restored(galley);
  galley.slack.faults.onCall("users.conversations", { fault: "500-before" }, 3);

  await galley.start();
  const unsearched = await readyz(galley);
  // The next search waits until another replica would not be at it any more.
  galley.clock.skip(60_000);
  await galley.slack.until(() => galley.slack.people.ada.sees().directMessages.length > 0);
  const waiting = await readyz(galley);
  const again = await robin.uploads("#translations", { name: "again.txt", content: shortStory });
  const other = await galley.card(again, /already being translated|Translated into French/u);
  hurries(galley);
  await arrival(galley, post);
  await goesOn(galley);

  expect(unsearched).toMatch(/^The store lacks records/u);
  expect(waiting).toMatch(/^The store lost records/u);
  expect(galley.drawn(other)).not.toContain("[ Approve ·");
  expect(await readyz(galley)).toBe("ready\n");
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test.for(["with the log of the other one", "without a log"])(
  "while an old copy %s is in the ledger's place clicks are refused; after a start the paid result is delivered",
  async (how, { expect }) => {
    await using galley = await openGalley();
    const { ana, robin } = galley.slack.people;
    const { post, card } = await copied(galley);
    galley.partner.change({ charsPerSecond: 20, forgetKeys: true });
    await ana.clicks(card, "quote.approve");
    await galley.card(post, /Translating…/u);
    const content = `${shortStory}\nMarlow Finch had gone to sea.\n`;
    const second = await robin.uploads("#translations", { name: "sea.txt", content });
    const other = await galley.card(second, /\[ Approve ·/u);

    await rename(`${fileOf(galley)}.copy`, fileOf(galley));
    // SQLite keeps the log of a file that was moved away, and reads it into the other one.
    if (how === "without a log") await rm(`${fileOf(galley)}-wal`);
    galley.clock.skip(5000);
    await ana.clicks(other, "quote.approve");
    await galley.hears(ana, /store can’t keep an approval safely.*nothing was approved/u);
    const meanwhile = await readyz(galley);
    await galley.stop();
    await galley.start();
    hurries(galley);
    await arrival(galley, post);
    if (how === "without a log") await goesOn(galley);

    expect(meanwhile).toMatch(/was removed or replaced/u);
    expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  },
);

test("with an old copy of the ledger, what its card has sold since is not sold again", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { card } = await soldAfterCopy(galley);

  await galley.start();
  const seen = galley.slack.records.updates().length;
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await doneSince(galley, seen);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("with an old copy of the ledger, an offer that expires does not cover a result", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { reply } = await soldAfterCopy(galley);

  galley.clock.skip(2 * day);
  const seen = galley.slack.records.updates().length;
  await galley.start();
  await doneSince(galley, seen);
  await robin.clicks(reply, "task.fresh_link");
  await galley.hears(robin, /link/iu);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});
