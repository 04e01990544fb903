import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { openArchive } from "../../src/manuscripts/documents/archive.ts";
import { decodePart } from "../../src/manuscripts/documents/markup.ts";
import { epub } from "../manuscripts/corpus/epub.ts";
import { estimated, opens, orders } from "./deeds.ts";
import { askedHowToGoOn } from "./emptied-deeds.ts";
import { exports } from "./export-deeds.ts";
import { type House, openHouse } from "./house.ts";
import { sets } from "./settings-deeds.ts";

const story = "Marlow walked down to the harbour, and nobody knew why he had come there at all. ";
const body = `<p>${story.repeat(30)}</p><p>He was <em>very</em> angry. It was <a href="x">late</a>.</p>`;
const name = "harbour.epub";
const content = epub({ pages: [{ id: "one", body }] });
const bare = Array.from(`${story.repeat(30).trim()}\n\nHe was very angry. It was late.`).length;
const ready = /translation of “harbour.epub” is ready/u;

test("italics and links of an EPUB come back with it, and the reply counts them", async () => {
  await using house = await openHouse();
  const { post, card, reply } = await translated(house);
  const { ana, robin } = house.slack.people;

  const details = await opens(house, robin, { card, item: "details" });
  await ana.clicks(reply, "task.post_file");
  const told = await house.reply(post, /2 of 2 italics, bold words, and links were kept/u);

  expect(details).toContain(`6 of them for italics, bold, and links`);
  expect(told.text).toContain("It is the document itself");
  expect(await orders(house)).toMatchObject({ charged: bare + 6 });
  expect(await pageIn(house)).toMatch(/ <em>ṽéŕý<\/em> áñğŕý.*<a href="x">ļáţé<\/a>/u);
});

test("a Word table of both texts has the italics, and a translation memory the words alone", async () => {
  await using house = await openHouse();
  const { reply } = await translated(house);
  const { sam, ana } = house.slack.people;

  const table = await exports(house, sam, { reply, format: "word" });
  const memory = await exports(house, ana, { reply, format: "tmx" });

  const archive = await openArchive(new Uint8Array(table.bytes));
  const page = await decodePart(archive.read("word/document.xml"));
  expect(page).toMatch(/<w:i\/>[^>]*<w:iCs\/>.*>very</u);
  expect(page).not.toContain("*");
  expect(memory.bytes.toString("utf8")).toContain("He was very angry. It was late.");
});

test("an admin can have them left out, and then no mark is sent", async () => {
  await using house = await openHouse();
  await sets(house, { emphasis: "lost" });
  const { post, card, reply } = await translated(house);
  const { ana, robin } = house.slack.people;

  const details = await opens(house, robin, { card, item: "details" });
  await ana.clicks(reply, "task.post_file");
  const told = await house.reply(post, /It is the document itself, translated/u);

  expect(details).not.toContain("italics");
  expect(told.text).not.toContain("italics");
  expect(await orders(house)).toMatchObject({ charged: bare });
});

test("what was translated without marks is known with them, and not sold once more", async () => {
  await using house = await openHouse();
  await sets(house, { emphasis: "lost" });
  await translated(house);
  await sets(house, { emphasis: "none" });

  const again = await house.slack.people.robin.uploads("#translations", { name, content });
  const card = await house.card(again, /Use existing translation · free/u);

  expect(house.drawn(card)).not.toContain("[ Approve ·");
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: bare });
});

test("with the ledger lost, a running task is taken up as its text was read, whatever holds now", async () => {
  await using house = await openHouse({ partner: { charsPerSecond: 20 } });
  const { robin, ana } = house.slack.people;
  await sets(house, { emphasis: "lost" });
  const post = await robin.uploads("#translations", { name, content });
  await ana.clicks(
    await estimated(house, await house.card(post, /\[ Approve ·/u)),
    "quote.approve",
  );
  await house.card(post, /Translating…/u);
  await house.stop();
  // The settings are lost with the ledger.
  await house.loseLedger();
  await house.start();
  await askedHowToGoOn(house);

  house.partner.change({ charsPerSecond: 1_000_000 });
  const reply = await house.reply(post, ready);
  await ana.clicks(reply, "task.post_file");
  const told = await house.reply(post, /It is the document itself, translated/u);

  expect(told.text).not.toContain("italics");
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: bare });
});

async function translated(house: House) {
  const { robin, ana } = house.slack.people;
  const post = await robin.uploads("#translations", { name, content });
  const card = await estimated(house, await house.card(post, /\[ Approve ·/u));
  await ana.clicks(card, "quote.approve");
  const reply = await house.reply(post, ready);
  return { post, card, reply };
}

async function pageIn(house: House): Promise<string> {
  const file = await house.slack.until(() => house.slack.books.botUploads()[0]);
  const archive = await openArchive(new Uint8Array(await readFile(file.path ?? "")));
  return await decodePart(archive.read("OEBPS/text/one page.xhtml"));
}
