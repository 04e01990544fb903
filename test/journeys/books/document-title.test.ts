import { expect, test } from "vitest";

import { epub } from "../../manuscripts/corpus/epub.ts";
import { clicks, posts, ready } from "../between-deeds.ts";
import { asksForBook, changesBook } from "../book-deeds.ts";
import { opens } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

const story = "<p>The tide came in over the salt flats, and the clock stopped.</p>";

async function postsBook(galley: Galley, name: string, title: string, body = story) {
  const content = epub({
    metadata: `<dc:title>${title}</dc:title>`,
    pages: [{ id: "one", body: body.repeat(20) }],
  });
  const post = await galley.slack.people.robin.uploads("#translations", { name, content });
  return { post, card: await galley.card(post, /\[ Approve ·/u) };
}

test("a new book is called as its document says, and found by that name", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;

  const { post, card } = await postsBook(galley, "ms-final.epub", "The Salt Clock");

  expect(galley.drawn(card)).toContain("The Salt Clock → French");
  const page = await asksForBook(galley, robin, "the salt clock");
  expect(page).toContain("The Salt Clock");
  expect(await asksForBook(galley, robin, "ms-final")).toBe(page);
  await clicks(galley, card, "quote.approve");
  expect(galley.drawn(await galley.reply(post, ready))).toContain("The Salt Clock");
});

test("a name that a person types wins over the document’s title", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post, card } = await postsBook(galley, "ms-final.epub", "The Salt Clock");

  await changesBook(galley, robin, card, { "book.name": "Tidewater" });

  await galley.card(post, /Tidewater/u);
  expect(await asksForBook(galley, robin, "tidewater")).toContain("Tidewater");
});

test("two documents with the title of one template are no one book", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const first = await postsBook(galley, "lantern.epub", "House Template");
  await robin.posts({ thread: first.post, text: "Marlow Finch = Marlow Pinson" });
  await galley.hears(robin, /Saved: /u);

  const other = await postsBook(galley, "whale.epub", "House Template", "<p>A whale sang.</p>");

  const glossary = await opens(galley, robin, { card: other.card, item: "glossary" });
  expect(glossary).toContain("has been reviewed yet");
});

test("a title that says nothing leaves the file’s name", async () => {
  await using galley = await openGalley();

  const { card } = await postsBook(galley, "lantern.epub", "Untitled");
  const plain = await posts(galley, "It rained. ".repeat(40), { name: "harbour.txt" });

  expect(galley.drawn(card)).toContain("lantern → French");
  expect(galley.drawn(await galley.card(plain, /\[ Approve ·/u))).toContain("harbour → French");
});
