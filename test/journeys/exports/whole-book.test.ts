import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { personLimits } from "#domain/spending/person-limits.ts";
import type { Message } from "#sandbox/slack/model.ts";

import { epub } from "../../manuscripts/corpus/epub.ts";
import { textOf } from "../../manuscripts/documents/text-of.ts";
import { clicks, posts } from "../between-deeds.ts";
import { formSeen } from "../book-deeds.ts";
import { choosesChapters, homeOf, orders, partOffered } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { chapters, serial } from "../long-texts.ts";
import { begun, grown } from "../serial-deeds.ts";

/** Approves these chapters, named as in the form, and waits for their translation. */
async function bought(galley: Galley, post: Message, first: string, last: string) {
  const { robin } = galley.slack.people;
  const card = await galley.card(post, /\[ Approve /u);
  await choosesChapters(galley, robin, { card, first, last });
  const [from, to] = [Number(first.at(0)), Number(last.at(0))];
  const several = `chapters ${from} ${to === from + 1 ? "and" : "to"} ${to}`;
  const name = from === to ? `chapter ${from}` : several;
  const offered = await galley.card(post, partOffered(name));
  await clicks(galley, offered, "quote.part");
  return await galley.reply(post, new RegExp(`${name} .* is ready`, "u"));
}

async function postedBook(galley: Galley, post: Message) {
  const message = await galley.slack.until(() =>
    galley.replies(post).find(({ fileIds }) => fileIds.length > 0),
  );
  const file = galley.slack.state.files.all().find(({ id }) => id === message.fileIds[0]);
  const bytes = await readFile(file?.path ?? "");
  return { name: file?.name, bytes, text: bytes.toString("utf8"), said: message.text };
}

const four = [1, 2, 3, 4].map((number) => `${number}. Chapter ${number}`);
const [one = "", two = "", three = "", last = ""] = four;

/** Returns the language and number of each heading, such as `fr 2`. */
function headings(text: string) {
  const found = text.matchAll(/^(?<mark>⟦fr: )?\S+ (?<number>\d)⟧?$/gmu);
  return Array.from(found, ({ groups }) => {
    return `${groups?.["mark"] === undefined ? "en" : "fr"} ${groups?.["number"] ?? ""}`;
  });
}

test("the last chapters offer the whole book, and it has all of them in order", async () => {
  await using galley = await openGalley();
  const { sam } = galley.slack.people;
  const post = await posts(galley, grown(4));
  await bought(galley, post, two, three);
  const first = await bought(galley, post, one, one);
  const reply = await bought(galley, post, last, last);
  const before = await orders(galley);

  await sam.clicks(reply, "quote.post_book");
  const { name, text, said } = await postedBook(galley, post);

  expect(galley.drawn(first)).toContain("[ Post book so far ]");
  expect(galley.drawn(reply)).toContain("[ Post whole book ]");
  expect(name).toBe("lantern.fr.txt");
  expect(headings(text)).toEqual(["fr 1", "fr 2", "fr 3", "fr 4"]);
  expect(text.split("\n\n")).toHaveLength(44);
  expect(said).toBe("“lantern” → French");
  expect((await orders(galley)).charged).toBe(before.charged);
});

test("chapters that were approved apart and came back in one text are put where they belong", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const post = await posts(galley, grown(4));
  await bought(galley, post, two, three);
  await ana.clicks(await galley.card(post, partOffered("chapters 1, 4")), "quote.part");
  const reply = await galley.reply(post, /chapters 1, 4 .* is ready/u);

  await ana.clicks(reply, "quote.post_book");
  const { text } = await postedBook(galley, post);

  expect(headings(text)).toEqual(["fr 1", "fr 2", "fr 3", "fr 4"]);
  expect(text.split("\n\n")).toHaveLength(44);
});

test("what is missing of an EPUB stays as it was, and is named beside the file", async () => {
  await using galley = await openGalley();
  const { robin, sam } = galley.slack.people;
  const pages = chapters(1, 4).map((chapter, index) => {
    const [heading = "", ...paragraphs] = chapter.trim().split("\n\n");
    const body = `<h1>${heading}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join("")}`;
    return { id: `page${index}`, body };
  });
  const post = await robin.uploads("#translations", {
    name: "lantern.epub",
    content: epub({ pages }),
  });
  const reply = await bought(galley, post, two, three);

  await sam.clicks(reply, "quote.post_book");
  const { name, bytes, said } = await postedBook(galley, post);

  expect(name).toBe("lantern.fr.epub");
  expect(headings(await textOf("epub", bytes))).toEqual(["en 1", "fr 2", "fr 3", "en 4"]);
  expect(said).toBe("“lantern” → French\nStill in the original language: chapters 1, 4.");
});

test("the newest upload of a serial is whole with the chapters of the cards before", async () => {
  await using galley = await openGalley();
  const { sam } = galley.slack.people;
  await begun(galley, 2);
  const post = await posts(galley, grown(4));
  await clicks(galley, await galley.card(post, partOffered("chapters 3 and 4")), "quote.part");
  const reply = await galley.reply(post, /chapters 3 and 4 .* is ready/u);

  await sam.clicks(reply, "quote.post_book");
  const { text, said } = await postedBook(galley, post);

  expect(headings(text)).toEqual(["fr 1", "fr 2", "fr 3", "fr 4"]);
  expect(text.split("\n\n")).toHaveLength(44);
  expect(said).not.toContain("original language");
});

test("the file has the name of the book, and that of its part where others have the rest", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  await galley.card(await posts(galley, grown(2), { name: "lantern-1.txt" }), /\[ Approve ·/u);
  const whole = await posts(galley, grown(4), { name: "lantern-2.txt" });
  await robin.clicks(await bought(galley, whole, one, three), "quote.post_book");
  const book = await postedBook(galley, whole);
  const part = await posts(galley, serial(chapters(5, 7)), { name: "lantern-3.txt" });
  await robin.clicks(await bought(galley, part, "1. Chapter 5", "2. Chapter 6"), "quote.post_book");
  const third = await postedBook(galley, part);

  expect(book).toMatchObject({ name: "lantern.fr.txt" });
  expect(book.said).toMatch(/^“lantern” → French/u);
  expect(third).toMatchObject({ name: "lantern-3.fr.txt" });
  expect(third.said).toMatch(/^“lantern-3” → French/u);
});

test("chapters of a conversation that somebody is not in are not put in for them", async () => {
  await using galley = await openGalley();
  const { robin, sam } = galley.slack.people;
  const channel = "secrets";
  const members = [robin.id, galley.slack.people.ana.id, galley.slack.app.botUserId];
  galley.slack.channels.add({ name: channel, members });
  const old = await posts(galley, grown(2), { channel: `#${channel}` });
  await clicks(galley, await galley.card(old, /\[ Approve ·/u), "quote.approve");
  await galley.reply(old, /is ready/u);
  const post = await posts(galley, grown(4));
  await clicks(galley, await galley.card(post, partOffered("chapters 3 and 4")), "quote.part");
  const reply = await galley.reply(post, /chapters 3 and 4 .* is ready/u);

  await sam.clicks(reply, "quote.post_book");
  const { text, said } = await postedBook(galley, post);

  expect(headings(text)).toEqual(["en 1", "en 2", "fr 3", "fr 4"]);
  expect(said).toContain("Still in the original language: chapters 1 and 2");
});

test("a book whose manuscript is gone from Slack is not put together, and the file is named", async () => {
  await using galley = await openGalley();
  const { sam, robin } = galley.slack.people;
  const post = await posts(galley, grown(4));
  const reply = await bought(galley, post, two, three);
  const [file] = galley.slack.state.files.all();

  if (file === undefined) throw new Error("no file was posted");
  await robin.deletesFile(file);
  await sam.clicks(reply, "quote.post_book");
  const told = await galley.hears(sam, /I can’t get/u);

  expect(galley.drawn(told)).toContain(`I can’t get “${file.name}” from Slack.`);
});

test("a double click posts the book once", async () => {
  await using galley = await openGalley();
  const { sam } = galley.slack.people;
  const post = await posts(galley, grown(4));
  const reply = await bought(galley, post, two, three);

  await Promise.all([sam.clicks(reply, "quote.post_book"), sam.clicks(reply, "quote.post_book")]);
  await galley.hears(sam, /I’m putting this book together/u);
  await galley.hears(sam, /The file is in the thread/u);

  expect(galley.slack.records.botUploads()).toHaveLength(1);
});

test("a book counts among the links that one person may ask for", async () => {
  await using galley = await openGalley();
  const { sam } = galley.slack.people;
  const post = await posts(galley, grown(4));
  const reply = await bought(galley, post, two, three);
  for (let n = 0; n < personLimits.links.atMost; n += 1) await sam.clicks(reply, "task.fresh_link");

  await sam.clicks(reply, "quote.post_book");
  await galley.hears(sam, /Too many links were asked for just now/u);

  expect(galley.slack.records.botUploads()).toEqual([]);
});

test.for(["guest", "other"] as const)("a %s gets no book", async (name, { expect }) => {
  await using galley = await openGalley();
  const person = galley.slack.people[name];
  const post = await posts(galley, grown(4));
  const reply = await bought(galley, post, two, three);

  await person.clicks(reply, "quote.post_book");
  await galley.hears(person, /Only full members of this workspace/u);

  expect(galley.slack.records.botUploads()).toEqual([]);
});

test("the page of a book puts the chapters together as well", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const post = await posts(galley, grown(4));
  await galley.card(post, /\[ Approve ·/u);
  await robin.commands("/translate", "", { channel: "#translations" });
  await galley.slack.until(() => robin.sees().modal?.submit !== undefined);
  robin.fillsIn({
    "request.recent": ["lantern.txt"],
    "request.language": ["German"],
    "request.book": "The Lantern",
  });
  await robin.submits();
  const german = await galley.slack.until(() =>
    galley.replies(post).find((message) => /→ German.*\[ Approve ·/su.test(galley.drawn(message))),
  );
  await choosesChapters(galley, robin, { card: german, first: two, last: three });
  const offered = await galley.oneCard(post, /→ German.*, chapters 2 and 3,.*\[ Approve ·/su);
  await clicks(galley, offered, "quote.part");
  await galley.reply(post, /chapters 2 and 3 .* is ready/u);
  await homeOf(galley, robin, /Books/u);

  await robin.clicks("home", "book.open", { option: "The Lantern" });
  await formSeen(galley, robin);
  await robin.clicks("modal", "quote.post_book");
  const { name, said } = await postedBook(galley, post);
  await galley.slack.until(() => {
    const { modal } = robin.sees();
    return modal && galley.slack.draw.view(modal).includes("The file is in the thread");
  });

  expect(name).toBe("The Lantern.de.txt");
  expect(said).toContain("Still in the original language: chapters 1, 4");
});
