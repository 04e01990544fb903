import { expect, test } from "vitest";

import type { Message } from "#sandbox/slack/model.ts";

import {
  arrival,
  choosesStrategy,
  extracts,
  hurries,
  opens,
  orders,
  quoted,
  shortStory,
} from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

const longStory = shortStory.repeat(30);
const withTerms = /Uses \d+ terms/u;

/** Extracts a glossary and waits until the card uses its terms. */
async function withGlossary(galley: Galley) {
  const { ana } = galley.slack.people;
  const { post, card: before } = await quoted(galley, longStory);
  await extracts(galley, ana, before);
  await galley.reply(post, /French glossary of “harbour” is ready/u);
  return { post, before, card: await galley.card(post, withTerms) };
}

test("one click freezes the price and the names: the forms of the card say what runs, before and after", async () => {
  await using galley = await openGalley();
  const { ana, robin } = galley.slack.people;
  const { post, card } = await withGlossary(galley);

  await choosesStrategy(galley, robin, { card, option: "replace" });
  const changed = await replaced(galley, post, card);
  const form = await opens(galley, robin, { card: changed, item: "glossary" });
  const { confirm } = await ana.clicks(changed, "quote.approve");
  await arrival(galley, post);
  const done = await galley.card(post, /✅ Done/u);

  expect(confirm?.text).toMatch(/Uses \d+ terms/u);
  expect(form).toContain("Your terms alone");
  expect(await opens(galley, robin, { card: done, item: "details" })).toMatch(
    /Glossary.*Your terms alone/su,
  );
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"] });
});

test("a click on a card from before the names were decided buys nothing", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { post, before } = await withGlossary(galley);

  await ana.clicks(before, "quote.approve", { screen: "stale" });
  await galley.hears(ana, /has changed/u);
  await ana.clicks(await galley.card(post, withTerms), "quote.approve");
  await arrival(galley, post);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"] });
});

test("the glossary form says what its terms change of what was extracted", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post, card } = await withGlossary(galley);
  const before = await opens(galley, robin, { card, item: "glossary" });

  await robin.posts({ thread: post, text: "Sable Reach = Rive-de-Sable" });
  await galley.hears(robin, /Saved: 1 term/u);
  const after = await opens(galley, robin, { card, item: "glossary", screen: "stale" });

  expect(before).not.toContain("Compared with the last extraction");
  expect(after).toContain("Compared with the last extraction: 1 added, 0 overridden, 0 ignored.");
});

test("with the ledger lost, a run with a glossary is taken up again, not bought anew", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { post, card } = await withGlossary(galley);
  galley.partner.change({ charsPerSecond: 20 });
  await ana.clicks(card, "quote.approve");
  await galley.card(post, /Translating…/u);

  await galley.stop();
  await galley.loseLedger();
  await galley.start();
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await galley.hears(ana, /I rebuilt this card/u);
  hurries(galley);
  await arrival(galley, post);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"] });
});

test("a preview is decided on where it is read: the whole is bought there, once", async () => {
  await using galley = await openGalley({ env: { PREVIEW_CHARS: "100" } });
  const { ana } = galley.slack.people;
  const { post, card } = await withGlossary(galley);

  await ana.clicks(card, "quote.preview");
  const preview = await galley.reply(post, /French preview of “harbour” is ready/u);
  const { confirm } = await ana.clicks(preview, "quote.approve");
  await arrival(galley, post);
  await ana.clicks(preview, "quote.approve");
  await galley.hears(ana, /was already approved/u);

  expect(galley.drawn(preview)).toContain("Translate all · 7,830 cr");
  expect(confirm?.text).toMatch(/Uses \d+ terms/u);
  expect(await orders(galley)).toMatchObject({ outcomes: ["created", "created"] });
});

test("a preview whose names were put right since buys nothing with the old ones", async () => {
  await using galley = await openGalley({ env: { PREVIEW_CHARS: "100" } });
  const { ana, robin } = galley.slack.people;
  const { post, card } = await withGlossary(galley);
  await ana.clicks(card, "quote.preview");
  const preview = await galley.reply(post, /French preview of “harbour” is ready/u);

  await choosesStrategy(galley, robin, {
    card: await galley.card(post, withTerms),
    option: "replace",
  });
  await ana.clicks(preview, "quote.approve");
  await galley.hears(ana, /The card has changed/u);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"] });
});

/** Returns the card once its blocks differ from this older state. */
function replaced(galley: Galley, post: Message, old: Message) {
  return galley.slack.until(() => {
    const [card] = galley.replies(post);
    return JSON.stringify(card?.blocks) === JSON.stringify(old.blocks) ? undefined : card;
  });
}
