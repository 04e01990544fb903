import { expect, test } from "vitest";

import type { Message } from "#sandbox/slack/model.ts";

import { clicks, posts, ready } from "../between-deeds.ts";
import {
  asksForBook,
  changesBook,
  choosesMerge,
  drawnForm,
  formSeen,
  opensBookForm,
  opensMergeForm,
  sendsMerge,
} from "../book-deeds.ts";
import { opens } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { chapters, serial } from "../long-texts.ts";
import { sets } from "../settings-deeds.ts";

async function part(galley: Galley, number: number, name: string) {
  const post = await posts(galley, serial(chapters(number, number)), { name });
  return { post, card: await galley.card(post, /\[ Approve ·/u) };
}

/** A translated part of a book with one term of its own, and one that is as in the other book or not. */
async function begun(
  galley: Galley,
  number: number,
  { name, terms }: Record<"name" | "terms", string>,
) {
  const { robin } = galley.slack.people;
  const { post, card } = await part(galley, number, `${name}-1.txt`);
  await clicks(galley, card, "quote.approve");
  const done = await galley.reply(post, ready);
  await robin.posts({ thread: done, text: terms });
  await galley.hears(robin, /Saved: /u);
  return { post, card };
}

/** Two books in one conversation; three terms are in both, and one of them is translated differently. */
async function twoBooks(galley: Galley) {
  const lantern = await begun(galley, 1, {
    name: "lantern",
    terms: "Marlow Finch = Marlow Pinson\nSalt Clock = Horloge de sel\nHarbour = Port",
  });
  const whale = await begun(galley, 2, {
    name: "whale",
    terms: "Marlow Finch = Marlow Merle\nHarbour = Port\nKeeper = Gardien",
  });
  return { lantern, whale };
}

test("two books become one: cards, terms and names of both, and the person chooses whose terms stay", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  await twoBooks(galley);

  const plan = await choosesMerge(galley, robin, { book: "lantern", into: "whale" });
  const done = await sendsMerge(galley, robin, { "merge.winner": "Those of “lantern”" });

  expect(plan).toContain("“lantern” (1 card) becomes part of “whale”");
  expect(plan).toContain("translate 1 term differently");
  expect(plan).toContain("Marlow Finch (French): “Marlow Merle” or “Marlow Pinson”");
  expect(plan).not.toContain("Harbour");
  expect(done).toContain("“lantern” is part of “whale” now");
  const page = await asksForBook(galley, robin, "whale");
  expect(page).toContain("lantern-1");
  expect(page).toContain("whale-1");
  expect(page).toContain("French: 4 terms");
  expect(await asksForBook(galley, robin, "lantern")).toBe(page);
  const next = await part(galley, 3, "lantern-2.txt");
  expect(galley.drawn(next.card)).toContain("whale, 2 → French");
  const glossary = await opens(galley, robin, { card: next.card, item: "glossary" });
  expect(glossary).toContain("Uses 4 terms from whale.");
});

test("a merge is shown again when a term was changed since, and nothing is merged", async () => {
  await using galley = await openGalley();
  const { robin, ada } = galley.slack.people;
  const { whale } = await twoBooks(galley);
  await choosesMerge(galley, robin, { book: "lantern", into: "whale" });
  await ada.posts({ thread: whale.post, text: "Salt Clock = Pendule" });
  await galley.hears(ada, /Saved: /u);

  const again = await sendsMerge(galley, robin);

  expect(again).toContain("Something has changed since you looked.");
  expect(again).toContain("translate 2 terms differently");
  await robin.closes();
  expect(await asksForBook(galley, robin, "lantern")).not.toContain("whale-1");
});

test("two merges at the same time end in one book with all cards", async () => {
  await using galley = await openGalley();
  const { robin, ada } = galley.slack.people;
  await twoBooks(galley);
  await choosesMerge(galley, robin, { book: "lantern", into: "whale" });
  await choosesMerge(galley, ada, { book: "whale", into: "lantern" });

  const outcomes = await Promise.all([sendsMerge(galley, robin), sendsMerge(galley, ada)]);

  expect(outcomes.join()).toMatch(/is part of/u);
  const page = await asksForBook(galley, robin, "whale");
  expect(page).toContain("lantern-1");
  expect(page).toContain("whale-1");
  expect(page).toContain("French: 4 terms");
  expect(await asksForBook(galley, ada, "lantern")).toContain("whale-1");
});

test("a merge loses no card that is posted or approved at the same time", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const { post, card } = await part(galley, 1, "lantern-1.txt");
  await part(galley, 2, "whale-1.txt");
  await choosesMerge(galley, robin, { book: "lantern", into: "whale" });

  const [, , later] = await Promise.all([
    sendsMerge(galley, robin),
    clicks(galley, card, "quote.approve"),
    posts(galley, serial(chapters(3, 3)), { name: "lantern-2.txt", by: ana }),
  ]);

  const added = await galley.card(later, /whale, 2 → French[^]*\[ Approve ·/u);
  await approvedAtLast(galley, post);
  await clicks(galley, added, "quote.approve");
  await galley.reply(later, ready);
  const page = await asksForBook(galley, robin, "whale");
  for (const name of ["lantern-1", "Part 2", "whale-1"]) expect(page).toContain(name);
});

/** The merge or the click was first: a click that saw another offer is made again. */
async function approvedAtLast(galley: Galley, post: Message) {
  const card = await galley.slack.until(() => {
    const [now] = galley.replies(post);
    return (
      now !== undefined &&
      /Translating|Done|whale, 1[^]*\[ Approve ·/u.test(galley.drawn(now)) &&
      now
    );
  });
  const isOffered = galley.drawn(card).includes("[ Approve ·");
  if (isOffered) await clicks(galley, card, "quote.approve", { screen: "stale" });
  await galley.reply(post, ready);
}

test("approvals of both books count in the limits of the merged one, each once", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const sizes = [1, 2, 3].map((number) => serial(chapters(number, number)).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  for (const [n, name] of ["lantern-1.txt", "whale-1.txt"].entries()) {
    const { post, card } = await part(galley, n + 1, name);
    await clicks(galley, card, "quote.approve");
    await galley.reply(post, ready);
    // Posts of one requester within an hour count as one: that is another rule.
    galley.clock.skip(2 * 3_600_000);
  }
  const next = await part(galley, 3, "whale-2.txt");
  await sets(galley, { cap_per_approval: String(total - 1) });
  const before = galley.drawn(await galley.card(next.post, /\[ Approve ·/u));

  await choosesMerge(galley, robin, { book: "lantern", into: "whale" });
  await sendsMerge(galley, robin);
  await galley.card(next.post, /Over the limit/u);
  await sets(galley, { cap_per_approval: String(total) });
  const within = await galley.card(next.post, /^(?!.*Over the limit)/su);

  expect(before).not.toContain("Over the limit");
  await clicks(galley, within, "quote.approve");
  await galley.reply(next.post, ready);
});

/** An admin gives a book a budget and a reference, on its page. */
async function writes(galley: Galley, book: string, entries: Readonly<Record<string, string>>) {
  const { ada } = galley.slack.people;
  await asksForBook(galley, ada, book);
  await ada.clicks("modal", "book.edit");
  await galley.slack.until(() => drawnForm(galley, ada)?.includes("belongs to"));
  ada.fillsIn(entries);
  await ada.submits();
}

test("of two budgets an admin reads which one stays, and it counts what both cost", async () => {
  await using galley = await openGalley();
  const { robin, ada } = galley.slack.people;
  await twoBooks(galley);
  const next = await part(galley, 3, "lantern-2.txt");
  await writes(galley, "lantern", { "book.budget": "40000", "book.reference": "PO-1" });
  await writes(galley, "whale", { "book.budget": "50000", "book.reference": "PO-2" });
  await galley.card(next.post, /left for this book/u);

  const refused = await choosesMerge(galley, robin, { book: "lantern", into: "whale" });
  const plan = await choosesMerge(galley, ada, { book: "lantern", into: "whale" });
  await sendsMerge(galley, ada);

  expect(refused).toContain("only an admin can merge them");
  expect(plan).toContain("That of “whale” stays (50,000 credits) and counts what both cost.");
  expect(plan).toContain("That of “whale” stays: PO-2.");
  const spent = [1, 2].reduce((sum, n) => sum + serial(chapters(n, n)).length, 0);
  const left = (50_000 - spent).toLocaleString("en");
  const fits = new RegExp(`whale, 2[^]*${left} credits left for this book[^]*Uses 4 terms`, "u");
  const card = await galley.card(next.post, fits);
  await clicks(galley, card, "quote.approve");
  await galley.reply(next.post, ready);
  const after = await part(galley, 4, "whale-2.txt");
  const rest = (50_000 - spent - serial(chapters(3, 3)).length).toLocaleString("en");
  await galley.card(after.post, new RegExp(`${rest} credits left for this book`, "u"));
});

test("a book without a budget takes that of the other one, with its reference", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  await twoBooks(galley);
  const next = await part(galley, 3, "whale-2.txt");
  await writes(galley, "lantern", { "book.budget": "40000", "book.reference": "PO-1" });

  const plan = await choosesMerge(galley, robin, { book: "lantern", into: "whale" });
  await sendsMerge(galley, robin);

  expect(plan).not.toContain("Both books");
  const spent = [1, 2].reduce((sum, n) => sum + serial(chapters(n, n)).length, 0);
  const left = (40_000 - spent).toLocaleString("en");
  await galley.card(next.post, new RegExp(`${left} credits left for this book`, "u"));
  expect(await opensBookForm(galley, robin, next.card)).toContain("PO-1");
});

test("a book of a private conversation is not merged with one that others read", async () => {
  await using galley = await openGalley();
  const { robin, ada, sam } = galley.slack.people;
  const members = [robin.id, ada.id, galley.slack.app.botUserId];
  galley.slack.channels.add({ name: "shelf", kind: "private", members });
  const hidden = await posts(galley, serial(chapters(1, 1)), {
    channel: "#shelf",
    name: "secret.txt",
  });
  await galley.card(hidden, /\[ Approve ·/u);
  const open = await posts(galley, serial(chapters(2, 2)), { name: "whale-1.txt" });
  await galley.card(open, /\[ Approve ·/u);
  await changesBook(galley, robin, await galley.card(open, /whale/u), { "book.name": "The Whale" });
  const inside = await posts(galley, serial(chapters(3, 3)), {
    channel: "#shelf",
    name: "whale-2.txt",
  });
  const moved = await galley.card(inside, /\[ Approve ·/u);
  const named = { "book.to": "A new book", "book.name": "The Whale" };
  await changesBook(galley, robin, moved, named);
  await galley.card(inside, /The Whale/u);

  const way = { channel: "#shelf" };
  const into = await choosesMerge(galley, robin, { book: "secret", into: "The Whale", ...way });
  const back = await choosesMerge(galley, ada, { book: "The Whale", into: "secret", ...way });

  expect(into).toContain("different people may read them");
  expect(back).toContain("different people may read them");
  expect(await asksForBook(galley, sam, "The Whale")).not.toContain("ecret");
});

test("erasing a merged book erases what was of the other one, by either name", async () => {
  await using galley = await openGalley();
  const { robin, ada } = galley.slack.people;
  await twoBooks(galley);
  await choosesMerge(galley, robin, { book: "lantern", into: "whale" });
  await sendsMerge(galley, robin);

  await asksForBook(galley, ada, "lantern");
  await ada.clicks("modal", "book.erase");

  const erased = await galley.slack.until(() => {
    const drawn = drawnForm(galley, ada);
    return drawn?.includes("Erased:") === true && drawn;
  });
  expect(erased).toContain("Erased: 2 cards.");
  expect(await asksForBook(galley, ada, "lantern")).toContain("no book of that name");
  const fresh = await part(galley, 5, "lantern-3.txt");
  expect(galley.drawn(fresh.card)).toContain("lantern-3 → French");
  const glossary = await opens(galley, robin, { card: fresh.card, item: "glossary" });
  expect(glossary).toContain("has been reviewed yet");
});

test("a book that the list has no room for is merged into by its name, whatever its case", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  await part(galley, 1, "lantern-1.txt");
  const titles = Array.from("abcdefghijklmnopqrstuvwxyzäöüß", (letter) => `ship-${letter}.txt`);
  for (let from = 0; from < titles.length; from += 10) {
    const files = titles
      .slice(from, from + 10)
      .map((name) => ({ name, content: `The ${name} sailed on. `.repeat(20) }));
    await robin.uploads("#translations", ...files);
  }
  await galley.passing(1000, () => galley.cards(galley.slack.translations.id)[titles.length]);
  await part(galley, 2, "whale-1.txt");

  const form = await opensMergeForm(galley, robin, { book: "whale" });
  const listed = JSON.stringify(robin.sees().modal?.blocks);
  const nothing = await robin.submits();
  robin.fillsIn({ "merge.name": "No such book" });
  const unknown = await robin.submits();
  robin.fillsIn({ "merge.name": " LANTERN " });
  await robin.submits();
  const plan = await formSeen(galley, robin);
  const done = await sendsMerge(galley, robin);

  expect(form).toContain("Or type the name of a book");
  expect(listed).toContain("ship-a");
  expect(listed).not.toContain("lantern");
  expect(JSON.stringify(nothing)).toContain("Please choose a book or type its name.");
  expect(JSON.stringify(unknown)).toContain("I found no book of that name here");
  expect(plan).toContain("“whale” (1 card) becomes part of “lantern”");
  expect(done).toContain("“whale” is part of “lantern” now");
  expect(await asksForBook(galley, robin, "whale")).toContain("lantern-1");
});

test("a name leads to no book that the person may not read", async () => {
  await using galley = await openGalley();
  const { robin, ada, sam } = galley.slack.people;
  const members = [robin.id, ada.id, galley.slack.app.botUserId];
  galley.slack.channels.add({ name: "shelf", kind: "private", members });
  const hidden = await posts(galley, serial(chapters(1, 1)), {
    channel: "#shelf",
    name: "secret.txt",
  });
  const secret = await galley.card(hidden, /\[ Approve ·/u);
  await changesBook(galley, robin, secret, { "book.name": "The Secret" });
  const post = await posts(galley, serial(chapters(2, 2)), { name: "mine.txt", by: sam });
  await galley.card(post, /\[ Approve ·/u);

  const form = await opensMergeForm(galley, sam, { book: "mine" });
  sam.fillsIn({ "merge.name": "The Secret" });
  const unknown = await sam.submits();

  expect(form).toContain("Merge “mine” into");
  expect(unknown).toMatchObject({ status: "errors" });
  expect(JSON.stringify(unknown)).toContain("no book of that name");
});
