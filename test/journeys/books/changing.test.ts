import { expect, test } from "vitest";

import { clicks, posts, ready } from "../between-deeds.ts";
import { asksForBook, changesBook, drawnForm, opensBookForm } from "../book-deeds.ts";
import { opens, shortStory } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { chapters, serial } from "../long-texts.ts";

/** Two parts of a serial in Robin's private conversation; its glossary has one term. */
async function begunSerial(galley: Galley) {
  const { robin, ada } = galley.slack.people;
  const members = [robin.id, ada.id, galley.slack.app.botUserId];
  galley.slack.channels.add({ name: "shelf", kind: "private", members });
  const first = await part(galley, 1, "lantern-1.txt");
  await clicks(galley, first.card, "quote.approve", { by: ada });
  const done = await galley.reply(first.post, ready);
  await robin.posts({ thread: done, text: "Marlow Finch = Marlow Pinson" });
  await galley.hears(robin, /Saved: /u);
  return { second: (await part(galley, 2, "lantern-2.txt")).card };
}

async function part(galley: Galley, number: number, name: string) {
  const content = serial(chapters(number, number));
  const post = await posts(galley, content, { channel: "#shelf", name });
  return { post, card: await galley.card(post, /\[ Approve ·/u) };
}

test("a renamed book keeps its parts and terms, and takes new parts under either name", async () => {
  await using galley = await openGalley();
  const { second } = await begunSerial(galley);
  const { robin } = galley.slack.people;

  await changesBook(galley, robin, second, { "book.name": "The Salt Clock" });
  const third = await part(galley, 3, "lantern-3.txt");

  const page = await asksForBook(galley, robin, "the salt clock", "#shelf");
  expect(page).toContain("The Salt Clock");
  expect(page).toContain("Part 3");
  expect(page).toContain("French: 1 term");
  expect(await asksForBook(galley, robin, "lantern", "#shelf")).toBe(page);
  const glossary = await opens(galley, robin, { card: third.card, item: "glossary" });
  expect(glossary).toContain("Uses 1 term from The Salt Clock.");
});

test("nor does a book take the name of one that nobody named yet", async () => {
  await using galley = await openGalley();
  const { second } = await begunSerial(galley);
  const { robin } = galley.slack.people;
  await part(galley, 4, "whale.txt");

  const taken = await changesBook(galley, robin, second, { "book.name": "Whale" });

  expect(JSON.stringify(taken)).toContain("Another book has this name.");
  expect(await asksForBook(galley, robin, "whale", "#shelf")).not.toContain("Lantern");
  expect(await asksForBook(galley, robin, "lantern", "#shelf")).toContain("French: 1 term");
});

test("a manuscript moves to another book, to a new one, and back", async () => {
  await using galley = await openGalley();
  const { second } = await begunSerial(galley);
  const { robin } = galley.slack.people;
  await part(galley, 4, "whale.txt");

  await changesBook(galley, robin, second, { "book.to": "whale" });
  const whale = await asksForBook(galley, robin, "whale", "#shelf");
  await changesBook(galley, robin, second, { "book.to": "A new book", "book.name": "Harbour" });
  const harbour = await asksForBook(galley, robin, "harbour", "#shelf");
  await changesBook(galley, robin, second, { "book.to": "lantern" });
  const lantern = await asksForBook(galley, robin, "lantern", "#shelf");

  expect(whale).toContain("Part 2");
  expect(harbour).toContain("Part 2");
  expect(harbour).not.toContain("French: 1 term");
  expect(lantern).toContain("Part 2");
  expect(lantern).toContain("French: 1 term");
  expect(await asksForBook(galley, robin, "whale", "#shelf")).not.toContain("Part 2");
});

test("a manuscript is taken out of a book without a name for its new one", async () => {
  await using galley = await openGalley();
  const { second } = await begunSerial(galley);
  const { robin } = galley.slack.people;

  await changesBook(galley, robin, second, { "book.to": "A new book" });

  expect(await asksForBook(galley, robin, "lantern", "#shelf")).not.toContain("Part 2");
  const glossary = await opens(galley, robin, { card: second, item: "glossary" });
  expect(glossary).toContain("has been reviewed yet");
});

test("a name of another book of theirs is refused, and one of a hidden book is not", async () => {
  await using galley = await openGalley();
  const { second } = await begunSerial(galley);
  const { robin, sam } = galley.slack.people;
  await changesBook(galley, robin, second, { "book.name": "The Salt Clock" });
  const other = await part(galley, 4, "whale.txt");
  const post = await posts(galley, serial(chapters(5, 5)), { name: "mine.txt", by: sam });
  const outside = await galley.card(post, /\[ Approve ·/u);

  const taken = await changesBook(galley, robin, other.card, { "book.name": "the salt clock" });
  const hidden = await changesBook(galley, sam, outside, { "book.name": "The Salt Clock" });

  expect(JSON.stringify(taken)).toContain("Another book has this name.");
  expect(JSON.stringify(hidden)).not.toContain("Another book");
  const own = await asksForBook(galley, sam, "the salt clock");
  expect(own).toContain("mine");
  expect(own).not.toContain("French: 1 term");
  expect(await asksForBook(galley, robin, "the salt clock", "#shelf")).toContain("French: 1 term");
});

test("who may not change a card is not shown the form of its book", async () => {
  await using galley = await openGalley();
  const { sam, robin } = galley.slack.people;
  const post = await posts(galley, serial(chapters(1, 1)));
  const card = await galley.card(post, /\[ Approve ·/u);
  expect(await opensBookForm(galley, robin, card)).toContain("lantern");

  const alters = (payload: object) => ({ ...payload, user: { id: sam.id } });
  await robin.closes();
  await opens(galley, robin, { card, item: "glossary" });
  await robin.clicks("modal", "book.edit", { alters });
  const drawn = await galley.slack.until(() => {
    const { modal } = robin.sees();
    const view = modal && galley.slack.draw.view(modal, { columns: 1000 });
    return view?.includes("can do this") === true && view;
  });

  expect(drawn).not.toContain("belongs to");
});

test("a book has languages of its own, and a use of the glossary, for manuscripts that say nothing", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const first = await robin.uploads("#translations", { name: "salt-1.txt", content: shortStory });
  const card = await galley.card(first, /→ French.*\[ Approve ·/su);
  await changesBook(galley, robin, card, {
    "book.targets": ["German", "Spanish"],
    "book.strategy": "Without the glossary",
  });

  const content = "A later part, in which Ilse Brandt rows out to the lantern. ".repeat(9);
  const second = await robin.uploads("#translations", { name: "salt-2.txt", content });
  await galley.oneCard(second, /→ German.*\[ Approve ·/su);
  await galley.oneCard(second, /→ Spanish.*\[ Approve ·/su);
  const other = await robin.uploads("#translations", { name: "whale.txt", content: `${content}.` });
  await galley.oneCard(other, /→ French.*\[ Approve ·/su);
  const third = await robin.posts({
    channel: "#translations",
    text: "Please translate this to Italian",
    files: [{ name: "salt-3.txt", content: `${content}${content}` }],
  });
  const italian = await galley.oneCard(third, /→ Italian.*\[ Approve ·/su);
  await robin.posts({ thread: third, text: "Ilse Brandt = Ilse Brandt" });
  await galley.hears(robin, /Saved: /u);
  await opens(galley, robin, { card: italian, item: "glossary" });

  expect(galley.cards(second.channel)).toHaveLength(5);
  expect(drawnForm(galley, robin)).toContain("Without the glossary");
});
