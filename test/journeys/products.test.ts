import { createReadStream } from "node:fs";
import { text as readText } from "node:stream/consumers";

import { expect, test } from "vitest";

import { extracts, orders, quoted, shortStory, storyCredits } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";
import { shownTo, termsOpened } from "./terms-deeds.ts";

const longStory = shortStory.repeat(30);

test("a preview translates the opening up to the end of a paragraph, for exactly its price", async () => {
  await using house = await openHouse({ env: { PREVIEW_CHARS: "100" } });
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house);

  const { confirm } = await ana.clicks(card, "quote.preview");
  await house.reply(post, /French preview of “harbour.txt” is ready/u);

  expect(confirm?.text).toContain("The opening 99 characters (to the end of a paragraph)");
  expect(confirm?.text).toContain("for 99 credits");
  expect(await orders(house)).toMatchObject({ tasks: [{ characters: 99 }], charged: 99 });
});

test("a text that a preview would hold whole is offered no preview", async () => {
  await using house = await openHouse();

  const { card } = await quoted(house);

  expect(house.drawn(card)).toContain("[ Approve · 261 credits ]");
  expect(house.drawn(card)).not.toContain("Preview");
});

test("after a preview the whole translation can still be approved", async () => {
  await using house = await openHouse({ env: { PREVIEW_CHARS: "100" } });
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house);

  await ana.clicks(card, "quote.preview");
  await house.reply(post, /French preview .* is ready/u);
  await ana.clicks(card, "quote.approve");
  await house.reply(post, /French translation of “harbour.txt” is ready/u);

  expect(await orders(house)).toMatchObject({
    outcomes: ["created", "created"],
    charged: 99 + storyCredits,
  });
});

test("a glossary comes as a table, and once each as a CSV and a JSON file", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house, longStory);

  await extracts(house, ana, card);
  const reply = await house.reply(post, /French glossary of “harbour.txt” is ready/u);
  await house.slack.until(() => shared(house).length === 2);

  expect(house.drawn(reply)).toContain("Marlow Finch");
  expect(shared(house).map(({ name }) => name)).toEqual([
    "harbour.fr.glossary.csv",
    "harbour.fr.glossary.json",
  ]);
  expect(await contentOf(house, ".csv")).toContain("Marlow Finch");
  expect(JSON.parse(await contentOf(house, ".json"))).toMatchObject({});
});

test("/translate glossary opens the terms of the newest glossary, with nothing left to click on", async () => {
  await using house = await openHouse();
  const { ana, sam } = house.slack.people;
  const { post, card } = await quoted(house, longStory);
  await extracts(house, ana, card);
  await house.reply(post, /glossary of “harbour.txt” is ready/u);

  await sam.commands("/translate", "glossary", { channel: "#translations" });
  await house.slack.until(() => sam.sees().modal);
  await termsOpened(house, sam);

  expect(shownTo(sam)).toContain("Lantern House");
});

function shared(house: House) {
  return house.slack.state.files
    .all()
    .filter((file) => file.user === house.slack.app.botUserId && file.shares.length > 0);
}

function contentOf(house: House, ending: string): Promise<string> {
  const path = shared(house).find(({ name }) => name.endsWith(ending))?.path;
  return readText(createReadStream(path ?? ""));
}
