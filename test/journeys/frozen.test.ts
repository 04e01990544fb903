import { expect, test } from "vitest";

import type { Message } from "../../src/sandbox/slack/model.ts";
import { arrival, choosesStrategy, extracts, orders, quoted, shortStory, opens } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";

const longStory = shortStory.repeat(30);
const withTerms = /Uses \d+ terms/u;

/** Extracts a glossary and waits until the card uses its terms. */
async function withGlossary(house: House) {
  const { ana } = house.slack.people;
  const { post, card: before } = await quoted(house, longStory);
  await extracts(house, ana, before);
  await house.reply(post, /French glossary of “harbour.txt” is ready/u);
  return { post, before, card: await house.card(post, withTerms) };
}

test("one click freezes the price and the names: the forms of the card say what runs, before and after", async () => {
  await using house = await openHouse();
  const { ana, robin } = house.slack.people;
  const { post, card } = await withGlossary(house);

  await choosesStrategy(house, robin, { card, option: "replace" });
  const changed = await replaced(house, post, card);
  const form = await opens(house, robin, { card: changed, item: "glossary" });
  const { confirm } = await ana.clicks(changed, "quote.approve");
  await arrival(house, post);
  const done = await house.card(post, /✅ Done/u);

  expect(confirm?.text).toContain("of the glossary");
  expect(form).toContain("uses your terms alone");
  expect(await opens(house, robin, { card: done, item: "details" })).toMatch(
    /Glossary.*Your terms alone/su,
  );
  expect(await orders(house)).toMatchObject({ outcomes: ["created"] });
});

test("a click on a card from before the names were decided buys nothing", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post, before } = await withGlossary(house);

  await ana.clicks(before, "quote.approve", { screen: "stale" });
  await house.hears(ana, /has changed/u);
  await ana.clicks(await house.card(post, withTerms), "quote.approve");
  await arrival(house, post);

  expect(await orders(house)).toMatchObject({ outcomes: ["created"] });
});

test("the glossary form says what its terms change of what was extracted", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { card } = await withGlossary(house);

  const form = await opens(house, robin, { card, item: "glossary" });

  expect(form).toContain("differs from the last extraction");
});

test("with the ledger lost, a run with a glossary is taken up again, not bought anew", async () => {
  await using house = await openHouse({ partner: { charsPerSecond: 2000 } });
  const { ana } = house.slack.people;
  const { post, card } = await withGlossary(house);
  house.partner.change({ charsPerSecond: 20 });
  await ana.clicks(card, "quote.approve");
  await house.card(post, /Translating…/u);

  await house.stop();
  await house.loseLedger();
  await house.start();
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await house.hears(ana, /I rebuilt this card/u);
  house.partner.change({ charsPerSecond: 1_000_000 });
  await arrival(house, post);

  expect(await orders(house)).toMatchObject({ outcomes: ["created"] });
});

test("a preview is decided on where it is read: the whole is bought there, once", async () => {
  await using house = await openHouse({ env: { PREVIEW_CHARS: "100" } });
  const { ana } = house.slack.people;
  const { post, card } = await withGlossary(house);

  await ana.clicks(card, "quote.preview");
  const preview = await house.reply(post, /French preview of “harbour.txt” is ready/u);
  const { confirm } = await ana.clicks(preview, "quote.approve");
  await arrival(house, post);
  await ana.clicks(preview, "quote.approve");
  await house.hears(ana, /was already approved/u);

  expect(house.drawn(preview)).toContain("Translate everything with this glossary · 7,830 credits");
  expect(confirm?.text).toContain("of the glossary");
  expect(await orders(house)).toMatchObject({ outcomes: ["created", "created"] });
});

test("a preview whose names were put right since buys nothing with the old ones", async () => {
  await using house = await openHouse({ env: { PREVIEW_CHARS: "100" } });
  const { ana, robin } = house.slack.people;
  const { post, card } = await withGlossary(house);
  await ana.clicks(card, "quote.preview");
  const preview = await house.reply(post, /French preview of “harbour.txt” is ready/u);

  await choosesStrategy(house, robin, {
    card: await house.card(post, withTerms),
    option: "replace",
  });
  await ana.clicks(preview, "quote.approve");
  await house.hears(ana, /The card has changed/u);

  expect(await orders(house)).toMatchObject({ outcomes: ["created"] });
});

/** Returns the card once its blocks differ from this older state. */
function replaced(house: House, post: Message, old: Message) {
  return house.slack.until(() => {
    const [card] = house.replies(post);
    return JSON.stringify(card?.blocks) === JSON.stringify(old.blocks) ? undefined : card;
  });
}
