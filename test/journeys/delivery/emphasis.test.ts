import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { openArchive } from "#manuscripts/documents/archive.ts";
import { decodePart } from "#manuscripts/documents/markup.ts";

import { epub } from "../../manuscripts/corpus/epub.ts";
import { estimated, opens, orders } from "../deeds.ts";
import { askedHowToGoOn } from "../emptied-deeds.ts";
import { exports } from "../export-deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { sets } from "../settings-deeds.ts";

const story = "Marlow walked down to the harbour, and nobody knew why he had come there at all. ";
const body = `<p>${story.repeat(30)}</p><p>He was <em>very</em> angry. It was <a href="x">late</a>.</p>`;
const name = "harbour.epub";
const content = epub({ pages: [{ id: "one", body }] });
const bare = Array.from(`${story.repeat(30).trim()}\n\nHe was very angry. It was late.`).length;
const ready = /translation of “harbour” is ready/u;

test("italics and links of an EPUB come back with it, and the reply counts them", async () => {
  await using galley = await openGalley();
  const { post, card, reply } = await translated(galley);
  const { ana, robin } = galley.slack.people;

  const details = await opens(galley, robin, { card, item: "details" });
  await ana.clicks(reply, "task.post_file");
  await galley.reply(post, /2 of 2 italics, bold words, and links were kept/u);

  expect(details).toContain(`6 of them for italics, bold, and links`);
  expect(await orders(galley)).toMatchObject({ charged: bare + 6 });
  expect(await pageIn(galley)).toMatch(/ <em>ṽéŕý<\/em> áñğŕý.*<a href="x">ļáţé<\/a>/u);
});

test("a Word table of both texts has the italics, and a translation memory the words alone", async () => {
  await using galley = await openGalley();
  const { reply } = await translated(galley);
  const { sam, ana } = galley.slack.people;

  const table = await exports(galley, sam, { reply, format: "word" });
  const memory = await exports(galley, ana, { reply, format: "tmx" });

  const archive = await openArchive(new Uint8Array(table.bytes));
  const page = await decodePart(archive.read("word/document.xml"));
  expect(page).toMatch(/<w:i\/>[^>]*<w:iCs\/>.*>very</u);
  expect(page).not.toContain("*");
  expect(memory.bytes.toString("utf8")).toContain("He was very angry. It was late.");
});

test("an admin can have them left out, and then no mark is sent", async () => {
  await using galley = await openGalley();
  await sets(galley, { emphasis: "lost" });
  const { post, card, reply } = await translated(galley);
  const { ana, robin } = galley.slack.people;

  const details = await opens(galley, robin, { card, item: "details" });
  await ana.clicks(reply, "task.post_file");
  const told = await galley.reply(post, /The file is in the thread/u);

  expect(details).not.toContain("italics");
  expect(told.text).not.toContain("italics");
  expect(await orders(galley)).toMatchObject({ charged: bare });
});

test("what was translated without marks is known with them, and not sold once more", async () => {
  await using galley = await openGalley();
  await sets(galley, { emphasis: "lost" });
  await translated(galley);
  await sets(galley, { emphasis: "none" });

  const again = await galley.slack.people.robin.uploads("#translations", { name, content });
  const card = await galley.card(again, /Use existing · free/u);

  expect(galley.drawn(card)).not.toContain("[ Approve ·");
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: bare });
});

test("with the ledger lost, a running task is taken up as its text was read, whatever holds now", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  await sets(galley, { emphasis: "lost" });
  const post = await robin.uploads("#translations", { name, content });
  const card = await galley.card(post, /\[ Approve ·/u);
  galley.partner.change({ charsPerSecond: 20 });
  await ana.clicks(card, "quote.approve");
  await galley.card(post, /Translating…/u);
  await galley.stop();
  // The settings are lost with the ledger.
  await galley.loseLedger();
  await galley.start();
  await askedHowToGoOn(galley);

  galley.partner.change({ charsPerSecond: 1_000_000 });
  const reply = await galley.reply(post, ready);
  await ana.clicks(reply, "task.post_file");
  const told = await galley.reply(post, /The file is in the thread/u);

  expect(told.text).not.toContain("italics");
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: bare });
});

async function translated(galley: Galley) {
  const { robin, ana } = galley.slack.people;
  const post = await robin.uploads("#translations", { name, content });
  const card = await estimated(galley, await galley.card(post, /\[ Approve ·/u));
  await ana.clicks(card, "quote.approve");
  const reply = await galley.reply(post, ready);
  return { post, card, reply };
}

async function pageIn(galley: Galley): Promise<string> {
  const file = await galley.slack.until(() => galley.slack.records.botUploads()[0]);
  const archive = await openArchive(new Uint8Array(await readFile(file.path ?? "")));
  return await decodePart(archive.read("OEBPS/text/one page.xhtml"));
}
