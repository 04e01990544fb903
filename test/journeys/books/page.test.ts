import { expect, test } from "vitest";

import { clicks, posts, ready } from "../between-deeds.ts";
import { asksForBook, changesBook, opensBookForm } from "../book-deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { chapters, serial, tale } from "../long-texts.ts";

type Person = Galley["slack"]["people"]["ana"];

/** Adds a private conversation of Robin's, which Sam is not in. */
function opensShelf({ slack }: Galley): string {
  const { robin, ada } = slack.people;
  const members = [robin.id, ada.id, slack.app.botUserId];
  slack.channels.add({ name: "shelf", kind: "private", members });
  return "#shelf";
}

/** Chapters 1 and 2 are back, chapters 3 and 4 are on offer; none of them is requested in German. */
async function begunSerial(galley: Galley, channel: string): Promise<void> {
  const { robin, ada } = galley.slack.people;
  const first = await posts(galley, serial(chapters(1, 2)), { channel, name: "lantern-1.txt" });
  const card = await galley.card(first, /\[ Approve ·/u);
  await clicks(galley, card, "quote.approve", { by: ada });
  const done = await galley.reply(first, ready);
  await robin.posts({ thread: done, text: "Marlow Finch = Marlow Pinson" });
  await galley.hears(robin, /Saved: /u);
  const second = await posts(galley, serial(chapters(3, 4)), { channel, name: "lantern-2.txt" });
  await galley.card(second, /\[ Approve ·/u);
}

test("a reader opens the page of a book by the name that its files have", async () => {
  await using galley = await openGalley();
  const channel = opensShelf(galley);
  await begunSerial(galley, channel);
  const { robin, ada } = galley.slack.people;

  const page = await asksForBook(galley, robin, "Lantern", channel);

  expect(page).toContain("lantern");
  expect(page).toContain("4 chapters");
  expect(page).toContain("French: 1 term");
  expect(page).toContain(`✅ Chapter 1 – Chapter 2 · translated · ${credits(1, 2)} · Open card`);
  expect(page).toContain("📝 Chapter 3 – Chapter 4 · waiting");
  expect(page).toContain(`waiting for approval · ${credits(3, 4)} · Open card`);
  expect(page).not.toMatch(/lantern-\d/iu);
  expect(page).toMatch(/Approved by[^]*Ada Okafor/u);
  expect(await asksForBook(galley, ada, "LANTERN", channel)).toBe(page);
});

test("a part of a name finds the one book that it fits", async () => {
  await using galley = await openGalley();
  const channel = opensShelf(galley);
  const { robin, sam } = galley.slack.people;
  for (const [index, name] of ["the-glass-quarter-1.txt", "glass_bells.txt"].entries()) {
    const post = await posts(galley, tale(100 * index), { channel, name });
    await galley.card(post, /\[ Approve ·/u);
  }

  const found = await asksForBook(galley, robin, "glass quarter", channel);

  expect(found).toContain("the-glass-quarter");
  expect(found).not.toContain("bells");
  expect(await asksForBook(galley, robin, "Glass Bells", channel)).toContain("glass_bells");
  expect(await asksForBook(galley, robin, "glass", channel)).toContain("I found no book");
  expect(await asksForBook(galley, sam, "glass quarter")).toContain("I found no book");
});

test("the page shows the budget of a book with what is left of it, and its defaults", async () => {
  await using galley = await openGalley();
  const { robin, ada } = galley.slack.people;
  const post = await posts(galley, serial(chapters(1, 2)));
  const card = await galley.card(post, /\[ Approve ·/u);
  const before = await asksForBook(galley, robin, "lantern");
  await changesBook(galley, ada, card, {
    "book.budget": "50000",
    "book.per": "Each month (UTC)",
    "book.targets": ["French", "German"],
    "book.strategy": "Your terms alone",
    "book.approvers": [ada.id],
  });
  const form = await opensBookForm(galley, ada, card);
  await clicks(galley, await galley.card(post, /left for this book/u), "quote.approve");
  await galley.reply(post, ready);

  const page = await asksForBook(galley, robin, "lantern");

  const left = (50_000 - serial(chapters(1, 2)).length).toLocaleString("en");
  expect(page).toContain(`50,000 credits · ${left} credits left for this book this month`);
  expect(form).toMatch(/Period of the budget[^]*Each month \(UTC\)/u);
  expect(page).toMatch(/Default languages[^]*French, German/u);
  expect(page).toMatch(/Use of the glossary[^]*Your terms alone/u);
  expect(page).toMatch(/Approvers to ask[^]*Ada Okafor/u);
  expect(before).not.toMatch(/Budget|Default languages|Use of the glossary|Approvers to ask/u);
});

/** The price of these chapters as a file of their own. */
function credits(first: number, last: number): string {
  const text = serial(chapters(first, last));
  return `${text.length.toLocaleString("en")} credits`;
}

test("a chapter that a growing serial repeats counts once, where it has come furthest", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const first = await posts(galley, serial(chapters(1, 2)));
  await clicks(galley, await galley.card(first, /\[ Approve ·/u), "quote.approve");
  await galley.reply(first, ready);
  const second = await posts(galley, serial(chapters(1, 3)), { name: "for-the-fair.txt" });
  await galley.card(second, /\[ Approve ·/u);

  const page = await asksForBook(galley, robin, "lantern");

  expect(page.match(/translated ·/gu)).toHaveLength(1);
  expect(page).toMatch(/Chapter 1 – Chapter 2 · translated/u);
  expect(page).toMatch(/✅[^]*📝 Chapter 3 · waiting for approval/u);
});

test("chapters of two parts that have the same titles are told apart by their parts", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const again = serial(chapters(3, 4))
    .replace("Chapter 3", `Chapter 1\n\n${tale(90, 2)}`)
    .replace("Chapter 4", `Chapter 2\n\n${tale(95, 2)}`);
  for (const [index, text] of [serial(chapters(1, 2)), again].entries()) {
    const post = await posts(galley, text, { name: `lantern-${index + 1}.txt` });
    await galley.card(post, /\[ Approve ·/u);
  }

  const page = await asksForBook(galley, robin, "lantern");

  expect(page).toContain("📝 Part 1, Chapter 1 – Chapter 2 · waiting");
  expect(page).toContain("📝 Part 2, Chapter 1 – Chapter 2 · waiting");
});

test("who does not read a book gets the answer of an unknown one", async () => {
  await using galley = await openGalley();
  const channel = opensShelf(galley);
  await begunSerial(galley, channel);
  const { sam } = galley.slack.people;

  const hidden = await asksForBook(galley, sam, "lantern");
  const unknown = await asksForBook(galley, sam, "whale");

  expect(hidden).toBe(unknown);
  expect(hidden).toContain("I found no book of that name here.");
});

test("a name that a conversation keeps to itself leads outsiders to their own book alone", async () => {
  await using galley = await openGalley();
  const channel = opensShelf(galley);
  const { robin, sam } = galley.slack.people;
  await asksInForm(galley, robin, { channel, name: "salt.txt", book: "The Salt Clock" });
  const before = await asksForBook(galley, sam, "The Salt Clock");
  await asksInForm(galley, sam, {
    channel: "#translations",
    name: "mine.txt",
    book: "The Salt Clock",
  });

  const own = await asksForBook(galley, sam, "the salt clock");

  expect(before).toContain("I found no book of that name here.");
  expect(own).toContain("mine");
  expect(own).not.toMatch(/salt\b(?! clock)/iu);
  expect(await asksForBook(galley, robin, "the salt clock", channel)).toMatch(/Salt\b(?! clock)/iu);
});

/** Posts a file and requests it into German as part of a book. */
async function asksInForm(
  galley: Galley,
  by: Person,
  {
    channel,
    name,
    book,
  }: { readonly channel: string; readonly name: string; readonly book: string },
) {
  const post = await posts(galley, serial(chapters(1, 1)) + name, { channel, name, by });
  await galley.card(post, /\[ Approve ·/u);
  await by.commands("/translate", "", { channel });
  await galley.slack.until(() => by.sees().modal?.submit !== undefined);
  by.fillsIn({ "request.recent": [name], "request.language": ["German"], "request.book": book });
  await by.submits();
  return await galley.oneCard(post, /→ German.*\[ Approve ·/su);
}
