import { expect, test } from "vitest";

import { fieldsOf } from "#sandbox/slack/json.ts";

import { written } from "../../manuscripts/charsets.ts";
import { corpus } from "../../manuscripts/corpus.ts";
import { arrival, estimated, opens, orders } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

const japanese = passage("Japanese").repeat(40);
const estonian = passage("Estonian");

test("a Shift_JIS novel is counted as the partner counts it, translated, and says how it was read", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const characters = Array.from(japanese).length;

  const content = written(japanese, "shift_jis");
  const post = await robin.uploads("#translations", { name: "harbour.txt", content });
  const card = await galley.card(post, /\[ Approve ·/u);
  await estimated(galley, card);
  const details = await opens(galley, robin, { card, item: "details" });
  await ana.clicks(card, "quote.approve");
  await arrival(galley, post);

  expect(galley.drawn(card)).toContain(`${amount(characters)} credits`);
  expect(details).toContain("read as SHIFT_JIS");
  expect(details).not.toContain("our own count");
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: characters });
});

test("a manuscript that could be two things shows its lines in each, and one click goes on with it", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const { post, card } = await doubted(galley);

  expect(galley.drawn(card)).toContain(
    "Õhtul, kui tuul oli vaibunud, läks tüdruk mööda rannateed küla poole.",
  );
  expect((await galley.partner.records()).creates).toEqual([]);
  await robin.clicks(card, "quote.encoding.iso-8859-15");
  const offered = await galley.card(post, /\[ Approve ·/u);
  await estimated(galley, offered);
  const details = await opens(galley, robin, { card: offered, item: "details" });
  await ana.clicks(offered, "quote.approve");
  await arrival(galley, post);

  expect(details).toContain("[ Wrong characters? ]");
  expect(details).toContain("216 characters, read as ISO-8859-15");
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: 216 });
});

test("a double click on a reading chooses once, and another reading is not taken after it", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post, card } = await doubted(galley);

  await Promise.all([
    robin.clicks(card, "quote.encoding.iso-8859-15", { screen: "stale" }),
    robin.clicks(card, "quote.encoding.iso-8859-15", { screen: "stale" }),
  ]);
  const offered = await galley.card(post, /\[ Approve ·/u);
  await robin.clicks(card, "quote.encoding.windows-1257", { screen: "stale" });

  await galley.hears(robin, /The card has changed since you saw it/u);
  expect(await opens(galley, robin, { card: offered, item: "details" })).toContain(
    "read as ISO-8859-15",
  );
  expect((await orders(galley, "preview_metadata")).tasks).toHaveLength(1);
});

test("a stranger’s click on a reading changes nothing", async () => {
  await using galley = await openGalley();
  const { sam, guest } = galley.slack.people;
  const { post, card } = await doubted(galley);

  await sam.clicks(card, "quote.encoding.iso-8859-15");
  await guest.clicks(card, "quote.encoding.iso-8859-15");

  await galley.hears(sam, /Only .* can do this. Nothing was changed/u);
  await galley.hears(guest, /Only .* can do this. Nothing was changed/u);
  await galley.card(post, /Which of these reads correctly\?/u);
  expect((await galley.partner.records()).creates).toEqual([]);
});

test("a reading that no card offers is not taken, whoever asks for it", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post, card } = await doubted(galley);

  await robin.clicks(card, "quote.encoding.iso-8859-15", {
    alters: (payload) =>
      fieldsOf(JSON.parse(JSON.stringify(payload).replaceAll("/iso-8859-15", "/big5"))),
  });

  await galley.hears(robin, /The card has changed since you saw it/u);
  await galley.card(post, /Which of these reads correctly\?/u);
  expect((await galley.partner.records()).creates).toEqual([]);
});

test("a confident reading can be doubted until something is bought, and is then another text", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const content = written(passage("Polish").repeat(3), "windows-1250");
  const post = await robin.uploads("#translations", { name: "harbour.txt", content });
  const card = await estimated(galley, await galley.card(post, /\[ Approve ·/u));

  await opens(galley, robin, { card, item: "details" });
  await robin.clicks("modal", "quote.doubt_encoding");
  const asking = await galley.card(post, /Which of these reads correctly\?/u);
  await robin.clicks(asking, "quote.encoding.iso-8859-2");
  const again = await galley.card(post, /\[ Approve ·/u);
  const details = await opens(galley, robin, { card: again, item: "details" });
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await galley.hears(ana, /The card has changed since you saw it/u);
  await ana.clicks(again, "quote.approve");
  await arrival(galley, post);

  expect(galley.drawn(asking)).toContain("Późnym wieczorem ktoś zapukał do drzwi.");
  expect(details).toContain("read as ISO-8859-2");
  expect((await orders(galley)).keys.size).toBe(1);
  expect((await orders(galley, "token_estimate")).keys.size).toBe(2);
});

test("a lost ledger knows from the card how a manuscript was read", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const { post, card } = await doubted(galley);
  await robin.clicks(card, "quote.encoding.iso-8859-15");
  const offered = await galley.card(post, /\[ Approve ·/u);
  await ana.clicks(offered, "quote.approve");
  const done = await arrival(galley, post);

  await galley.stop();
  await galley.loseLedger();
  galley.clock.skip(300_000);
  await galley.start();
  await ana.clicks(done, "task.fresh_link");
  const found = await galley.card(post, /somebody/u);

  expect(await opens(galley, robin, { card: found, item: "details" })).toContain(
    "read as ISO-8859-15",
  );
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: 216 });
});

/** Posts Estonian lines whose encoding is in doubt; returns the card that asks for it. */
async function doubted(galley: Galley) {
  const post = await galley.slack.people.robin.uploads("#translations", {
    name: "harbour.txt",
    content: written(estonian, "iso-8859-15"),
  });
  return { post, card: await galley.card(post, /Which of these reads correctly\?/u) };
}

function passage(language: string): string {
  return corpus.find((one) => one.language === language)?.text ?? "";
}

function amount(count: number): string {
  return count.toLocaleString("en");
}
