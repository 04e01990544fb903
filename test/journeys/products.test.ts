import { createReadStream } from "node:fs";
import { text as readText } from "node:stream/consumers";

import { expect, test } from "vitest";

import { orders, quoted, shortStory, storyCredits } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";
import { shownTo, termsOpened } from "./terms-deeds.ts";

const longStory = shortStory.repeat(30);

test("a preview translates the opening up to the end of a paragraph, for exactly its price", async () => {
  await using house = await openHouse({ env: { PREVIEW_CHARS: "100" } });
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house);

  const { confirm } = await ana.clicks(card, "quote.preview");
  await house.reply(post, /French preview of “harbour.txt” is ready/u);

  expect(confirm?.text).toContain("the opening 99 characters (to the end of a paragraph)");
  expect(confirm?.text).toContain("costs 99 credits");
  expect(await orders(house)).toMatchObject({ tasks: [{ characters: 99 }], charged: 99 });
});

test("who would preview a text that the preview holds whole is told that both are paid for", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { card } = await quoted(house);

  const { confirm } = await ana.clicks(card, "quote.preview", { dialog: "deny" });

  expect(confirm?.text).toContain("That is all of it, for the price of the whole");
  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test("after a preview the whole translation can still be approved", async () => {
  await using house = await openHouse({ env: { PREVIEW_CHARS: "100" } });
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house);

  await ana.clicks(card, "quote.preview");
  await house.reply(post, /run all of it below/u);
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

  await ana.clicks(card, "quote.glossary");
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
  await ana.clicks(card, "quote.glossary");
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
