import { expect, test } from "vitest";

import type { Message } from "#sandbox/slack/model.ts";

import {
  approvesAutomatically,
  chooses,
  clicks,
  delivered,
  posts,
  ready,
  said,
} from "../between-deeds.ts";
import { orders, partOffered } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { chapters, serial, tale } from "../long-texts.ts";
import { sets } from "../settings-deeds.ts";

const book = serial(chapters(1, 4));
const half = chapters(1, 2).join("").length;
/** More than either half of the book, less than both together. */
const limit = Math.round(book.length * 0.75);
const named = limit.toLocaleString("en");

test("the second half of a book is not approved by the person alone who approved the first", async () => {
  await using galley = await openGalley();
  const { ana, ada } = galley.slack.people;
  await sets(galley, { second_approval_above: String(limit) });
  const post = await firstHalf(galley);
  const rest = await galley.card(post, partOffered("chapters 3 and 4"));

  await clicks(galley, rest, "quote.part");
  const waiting = await galley.card(post, /needs two approvers\. Approved by Ana Moreau/u);
  await clicks(galley, waiting, "quote.part", { by: ana, screen: "stale" });
  await galley.hears(ana, /a second, different person has to approve/u);
  const before = await orders(galley);
  await clicks(galley, waiting, "quote.part", { by: ada });
  await galley.reply(post, /chapters 3 and 4 .* is ready/u);

  expect(galley.drawn(waiting)).toContain(`Over ${named} credits`);
  expect(before).toMatchObject({ outcomes: ["created"], charged: half });
  expect(await orders(galley)).toMatchObject({ charged: book.length });
});

test("nor from another card, where it is the rest of the same text", async () => {
  await using galley = await openGalley();
  await sets(galley, { second_approval_above: String(limit) });
  await firstHalf(galley);

  const post = await posts(galley, book);
  const rest = await galley.card(post, partOffered("chapters 3 and 4"));
  await clicks(galley, rest, "quote.part");
  const waiting = await galley.card(post, /needs two approvers\. Approved by Ana Moreau/u);
  const before = await orders(galley);
  await clicks(galley, waiting, "quote.part", { by: galley.slack.people.ada });
  await galley.reply(post, /chapters 3 and 4 .* is ready/u);

  expect(before).toMatchObject({ outcomes: ["created"], charged: half });
  expect(await orders(galley)).toMatchObject({ charged: book.length });
});

test("what one approval may not cost two may not cost together, and a month later they may", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  await sets(galley, { cap_per_approval: String(limit) });
  const post = await firstHalf(galley);
  const rest = await galley.card(post, partOffered("chapters 3 and 4"));

  const { confirm } = await clicks(galley, rest, "quote.part");
  const told = await galley.hears(ana, /Nothing was charged/u);
  const before = await orders(galley);
  galley.clock.skip(31 * dayMs);
  const later = await posts(galley, book);
  await clicks(galley, await galley.card(later, partOffered("chapters 3 and 4")), "quote.part");
  await galley.reply(later, /chapters 3 and 4 .* is ready/u);

  expect(confirm?.text).toContain(`${named} credits`);
  expect(told.text).toContain(`${named} credits`);
  expect(before).toMatchObject({ outcomes: ["created"], charged: half });
  expect(await orders(galley)).toMatchObject({ charged: book.length });
});

test("to translate it again counts as well", async () => {
  await using galley = await openGalley();
  const text = tale();
  await sets(galley, { second_approval_above: String(text.length) });
  await delivered(galley, text);

  const post = await posts(galley, text);
  await clicks(galley, await galley.card(post, /\[ Translate again ·/u), "quote.again");
  await galley.card(post, /needs two approvers\. Approved by Ana Moreau/u);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: text.length });
});

const dayMs = 24 * 3_600_000;

const files = Array.from({ length: 14 }, (_, index) => ({
  name: `file-${index}.txt`,
  content: tale(10 * index, 2),
}));
const longest = Math.max(...files.map(({ content }) => content.length));

test("of many small files by one who may approve nothing Galley approves what the day of a person holds", async () => {
  await using galley = await openGalley();
  const cap = 4000;
  startsAtNoon(galley);
  await approvesAutomatically(galley, { upTo: cap, perPersonDay: cap });

  const all = await Promise.all(files.map((file) => posts(galley, file.content, file)));
  await approvesUpTo(galley, all, cap);
  galley.clock.skip(dayMs);
  const next = tale(1000, 2);
  await said(galley, await posts(galley, next), ready, 1);

  const { charged } = await orders(galley);
  expect(charged).toBeLessThanOrEqual(cap + next.length);
});

test("of what several people bring in a month Galley approves what was set for all of them", async () => {
  await using galley = await openGalley();
  const { robin, sam } = galley.slack.people;
  const cap = 6000;
  startsAtNoon(galley);
  await approvesAutomatically(galley, { upTo: 4000, perPersonDay: 4000, perMonth: cap });

  const by = (index: number) => (index % 2 === 0 ? robin : sam);
  const all = await Promise.all(
    files.map(({ name, content }, index) => posts(galley, content, { name, by: by(index) })),
  );
  await approvesUpTo(galley, all, cap);

  const { charged } = await orders(galley);
  expect(charged).toBeLessThanOrEqual(cap);
});

test.for(["auto_approval_per_person_day", "auto_approval_per_month"])(
  "without %s Galley approves nothing by itself",
  async (missing, { expect }) => {
    await using galley = await openGalley();
    await approvesAutomatically(galley);
    await sets(galley, { [missing]: [] });

    const post = await posts(galley, tale());
    await galley.card(post, /\[ Approve ·/u);
    await galley.slack.deliveries.settled();

    expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
  },
);

/** Ana approves the chapters 1 and 2, and they come back. */
async function firstHalf(galley: Galley) {
  const post = await posts(galley, book);
  await chooses(galley, await galley.card(post, /\[ Approve ·/u), "1. Chapter 1", "2. Chapter 2");
  await clicks(galley, await galley.card(post, partOffered("chapters 1 and 2")), "quote.part");
  await galley.reply(post, /chapters 1 and 2 .* is ready/u);
  return post;
}

/** Skips to noon, so that daily counts do not cross midnight. */
function startsAtNoon({ clock }: Galley): void {
  clock.skip(dayMs + dayMs / 2 - (clock.now() % dayMs));
}

/** Waits until each card has a price or a translation, and as many have one as surely fit under the cap. */
async function approvesUpTo(galley: Galley, all: readonly Message[], cap: number): Promise<void> {
  const cards = (words: RegExp) =>
    all.filter((post) => words.test(JSON.stringify(galley.replies(post)[0]?.blocks)));
  await galley.passing(5000, () => cards(/✅ Done|Approve · /u).length === all.length || undefined);
  await galley.passing(5000, () => cards(/✅ Done/u).length >= cap / longest - 1 || undefined);
}
