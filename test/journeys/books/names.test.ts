import { expect, test } from "vitest";

import { clicks, delivered, posts, ready } from "../between-deeds.ts";
import { changesBook } from "../book-deeds.ts";
import { homeOf } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { tale } from "../long-texts.ts";
import { grown } from "../serial-deeds.ts";

/** Four chapters came back as lantern.txt; six of them are posted under another name. */
async function continued(galley: Galley) {
  await delivered(galley, grown(4));
  const post = await posts(galley, grown(6), { name: "for-the-fair.txt" });
  const card = await galley.card(post, /chapters 5 and 6.*\[ Approve ·/su);
  return { post, card };
}

test("a text that continues a book under another file name is called as the book is", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;

  const { post, card } = await continued(galley);

  const title = "lantern, Chapter 1 – Chapter 6";
  expect(galley.drawn(card)).toContain(`${title} → French`);
  expect(await homeOf(galley, ana, /Needs your decision/u)).toContain(`“${title}” → French`);
  await clicks(galley, card, "quote.part");
  expect(galley.drawn(await galley.reply(post, ready))).toContain(title);
  expect(galley.replies(post).map(galley.drawn).join("\n")).not.toContain("for-the-fair");
});

test("a book that was renamed is called so on its cards, in lists, and in results", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post, card } = await continued(galley);

  await changesBook(galley, robin, card, { "book.name": "The Salt Clock" });

  const title = "The Salt Clock, Chapter 1 – Chapter 6";
  await galley.card(post, new RegExp(`${title} → French`, "u"));
  await robin.commands("/translate", "status salt", { channel: "#translations" });
  await galley.hears(robin, new RegExp(`“${title}” → French`, "u"));
  await clicks(galley, card, "quote.part");
  const result = await galley.reply(post, ready);
  expect(galley.drawn(result)).toContain(title);
  await robin.clicks(result, "task.post_file");
  const name = `${title}.ch5-6.fr.txt`;
  await galley.slack.until(() => galley.slack.records.botUploads().length > 0);
  expect(galley.slack.records.botUploads()).toMatchObject([{ name }]);
});

test("people outside a private conversation do not read the name of its book", async () => {
  await using galley = await openGalley();
  const { robin, ada, sam } = galley.slack.people;
  const members = [robin.id, ada.id, galley.slack.app.botUserId];
  galley.slack.channels.add({ name: "shelf", kind: "private", members });
  const first = await posts(galley, grown(2), { channel: "#shelf" });
  const hidden = await galley.card(first, /\[ Approve ·/u);
  await changesBook(galley, robin, hidden, { "book.name": "The Salt Clock" });
  await galley.card(first, /The Salt Clock, /u);

  const post = await posts(galley, grown(3), { name: "lantern.txt", by: sam });

  const card = galley.drawn(await galley.card(post, /\[ Approve ·/u));
  expect(card).toContain("lantern → French");
  expect(card).not.toContain("Salt");
});

test("a conversation whose requester left the book's own keeps the name that they gave", async () => {
  await using galley = await openGalley();
  const { robin, ada } = galley.slack.people;
  const members = [robin.id, ada.id, galley.slack.app.botUserId];
  const shelf = galley.slack.channels.add({ name: "shelf", kind: "private", members });
  const first = await posts(galley, grown(2), { channel: "#shelf" });
  const hidden = await galley.card(first, /\[ Approve ·/u);
  await changesBook(galley, robin, hidden, { "book.name": "The Salt Clock" });
  await galley.card(first, /The Salt Clock, /u);
  const post = await posts(galley, tale(9000), { name: "harbour.txt" });
  const card = await galley.card(post, /\[ Approve ·/u);
  const called = { "book.to": "A new book", "book.name": "The Salt Clock" };
  await changesBook(galley, robin, card, called);
  await galley.card(post, /The Salt Clock/u);
  galley.slack.channels.leave(shelf, robin.id);
  galley.clock.skip(61_000);

  await changesBook(galley, ada, hidden, { "book.name": "The Secret" });

  await galley.card(first, /The Secret/u);
  // A card that is posted later has gone through the same queue.
  const later = await posts(galley, "One more line. ".repeat(40), { name: "later.txt" });
  await galley.card(later, /\[ Approve ·/u);
  expect(galley.drawn(await galley.card(post, /The Salt Clock/u))).not.toContain("Secret");
});
