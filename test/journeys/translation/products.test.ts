import { createReadStream } from "node:fs";
import { text as readText } from "node:stream/consumers";

import { expect, test } from "vitest";

import { extracts, orders, quoted, shortStory, storyCredits } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { shownTo, termsOpened } from "../terms-deeds.ts";

const longStory = shortStory.repeat(30);

test("a preview translates the opening up to the end of a paragraph, for exactly its price", async () => {
  await using galley = await openGalley({ env: { PREVIEW_CHARS: "100" } });
  const { ana } = galley.slack.people;
  const { post, card } = await quoted(galley);

  const { confirm } = await ana.clicks(card, "quote.preview");
  await galley.reply(post, /French preview of “harbour” is ready/u);

  expect(confirm?.text).toContain("The opening 99 characters of");
  expect(confirm?.text).toContain("for 99 credits");
  expect(await orders(galley)).toMatchObject({ tasks: [{ characters: 99 }], charged: 99 });
});

test("a text that a preview would hold whole is offered no preview", async () => {
  await using galley = await openGalley();

  const { card } = await quoted(galley);

  expect(galley.drawn(card)).toContain("[ Approve · 261 cr ]");
  expect(galley.drawn(card)).not.toContain("Preview");
});

test("after a preview the whole translation can still be approved", async () => {
  await using galley = await openGalley({ env: { PREVIEW_CHARS: "100" } });
  const { ana } = galley.slack.people;
  const { post, card } = await quoted(galley);

  await ana.clicks(card, "quote.preview");
  await galley.reply(post, /French preview .* is ready/u);
  await ana.clicks(card, "quote.approve");
  await galley.reply(post, /French translation of “harbour” is ready/u);

  expect(await orders(galley)).toMatchObject({
    outcomes: ["created", "created"],
    charged: 99 + storyCredits,
  });
});

test("a glossary comes as a table, and as a CSV or a JSON file to whoever asks for one", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { post, card } = await quoted(galley, longStory);

  await extracts(galley, ana, card);
  const reply = await galley.reply(post, /French glossary of “harbour” is ready/u);
  await ana.clicks(reply, "task.more", { option: "csv" });
  await galley.hears(ana, /I have sent you “harbour.fr.glossary.csv”/u);
  await ana.clicks(reply, "task.more", { option: "json" });
  await galley.hears(ana, /I have sent you “harbour.fr.glossary.json”/u);

  expect(galley.drawn(reply)).toContain("Marlow Finch");
  expect(shared(galley).map(({ name }) => name)).toEqual([
    "harbour.fr.glossary.csv",
    "harbour.fr.glossary.json",
  ]);
  expect(await contentOf(galley, ".csv")).toContain("Marlow Finch");
  expect(JSON.parse(await contentOf(galley, ".json"))).toMatchObject({});
  expect(galley.replies(post).flatMap(({ fileIds }) => fileIds)).toEqual([]);
});

test("a guest gets no file of a glossary", async () => {
  await using galley = await openGalley();
  const { ana, guest } = galley.slack.people;
  const { post, card } = await quoted(galley, longStory);
  await extracts(galley, ana, card);
  const reply = await galley.reply(post, /French glossary of “harbour” is ready/u);

  await guest.clicks(reply, "task.more", { option: "csv" });
  await galley.hears(guest, /Only full members of this workspace/u);

  expect(shared(galley)).toEqual([]);
});

test("/translate glossary opens the terms of the newest glossary, with nothing left to click on", async () => {
  await using galley = await openGalley();
  const { ana, sam } = galley.slack.people;
  const { post, card } = await quoted(galley, longStory);
  await extracts(galley, ana, card);
  await galley.reply(post, /glossary of “harbour” is ready/u);

  await sam.commands("/translate", "glossary", { channel: "#translations" });
  await galley.slack.until(() => sam.sees().modal);
  await termsOpened(galley, sam);

  expect(shownTo(sam)).toContain("Lantern House");
});

function shared(galley: Galley) {
  return galley.slack.state.files
    .all()
    .filter((file) => file.user === galley.slack.app.botUserId && file.shares.length > 0);
}

function contentOf(galley: Galley, ending: string): Promise<string> {
  const path = shared(galley).find(({ name }) => name.endsWith(ending))?.path;
  return readText(createReadStream(path ?? ""));
}
