import { expect, test } from "vitest";

import type { Message } from "../../src/sandbox/slack/model.ts";
import {
  approvesAutomatically,
  chooses,
  clicks,
  delivered,
  posts,
  ready,
  said,
} from "./between-deeds.ts";
import { orders } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";
import { chapters, serial, tale } from "./long-texts.ts";
import { sets } from "./settings-deeds.ts";

const book = serial(chapters(1, 4));
const half = chapters(1, 2).join("").length;
/** More than either half of the book, less than both together. */
const limit = Math.round(book.length * 0.75);
const named = limit.toLocaleString("en");

test("the second half of a book is not approved by the person alone who approved the first", async () => {
  await using house = await openHouse();
  const { ana, ada } = house.slack.people;
  await sets(house, { second_approval_above: String(limit) });
  const post = await firstHalf(house);
  const rest = await house.card(post, /\[ Approve chapters 3 to 4 ·/u);

  await clicks(house, rest, "quote.part");
  const waiting = await house.card(post, /needs two approvers\. Ana Moreau approved/u);
  await clicks(house, waiting, "quote.part", { by: ana, screen: "stale" });
  await house.hears(ana, /a second, different person has to approve/u);
  const before = await orders(house);
  await clicks(house, waiting, "quote.part", { by: ada });
  await house.reply(post, /chapters 3 to 4 .* is ready/u);

  expect(house.drawn(waiting)).toContain(`Over ${named} credits`);
  expect(before).toMatchObject({ outcomes: ["created"], charged: half });
  expect(await orders(house)).toMatchObject({ charged: book.length });
});

test("nor from another card, where it is the rest of the same text", async () => {
  await using house = await openHouse();
  await sets(house, { second_approval_above: String(limit) });
  await firstHalf(house);

  const post = await posts(house, book);
  const rest = await house.card(post, /\[ Approve chapters 3 to 4 ·/u);
  await clicks(house, rest, "quote.part");
  const waiting = await house.card(post, /needs two approvers\. Ana Moreau approved/u);
  const before = await orders(house);
  await clicks(house, waiting, "quote.part", { by: house.slack.people.ada });
  await house.reply(post, /chapters 3 to 4 .* is ready/u);

  expect(before).toMatchObject({ outcomes: ["created"], charged: half });
  expect(await orders(house)).toMatchObject({ charged: book.length });
});

test("what one approval may not cost two may not cost together, and a month later they may", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  await sets(house, { cap_per_approval: String(limit) });
  const post = await firstHalf(house);
  const rest = await house.card(post, /\[ Approve chapters 3 to 4 ·/u);

  const { confirm } = await clicks(house, rest, "quote.part");
  const told = await house.hears(ana, /Nothing was charged/u);
  const before = await orders(house);
  house.clock.skip(31 * dayMs);
  const later = await posts(house, book);
  await clicks(house, await house.card(later, /\[ Approve chapters 3 to 4 ·/u), "quote.part");
  await house.reply(later, /chapters 3 to 4 .* is ready/u);

  expect(confirm?.text).toContain(`${named} credits`);
  expect(told.text).toContain(`${named} credits`);
  expect(before).toMatchObject({ outcomes: ["created"], charged: half });
  expect(await orders(house)).toMatchObject({ charged: book.length });
});

test("to translate it again counts as well", async () => {
  await using house = await openHouse();
  const text = tale();
  await sets(house, { second_approval_above: String(text.length) });
  await delivered(house, text);

  const post = await posts(house, text);
  await clicks(house, await house.card(post, /\[ Translate again ·/u), "quote.again");
  await house.card(post, /needs two approvers\. Ana Moreau approved/u);

  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: text.length });
});

const dayMs = 24 * 3_600_000;

const files = Array.from({ length: 30 }, (_, index) => ({
  name: `file-${index}.txt`,
  content: tale(10 * index, 2),
}));
const longest = Math.max(...files.map(({ content }) => content.length));

test("of thirty small files by one who may approve nothing the desk approves what the day of a person holds", async () => {
  await using house = await openHouse();
  const cap = 4000;
  startsAtNoon(house);
  await approvesAutomatically(house, { upTo: 2000, perPersonDay: cap });

  const all = await Promise.all(files.map((file) => posts(house, file.content, file)));
  await approvesUpTo(house, all, cap);
  house.clock.skip(dayMs);
  const next = tale(1000, 2);
  await said(house, await posts(house, next), ready, 1);

  const { charged } = await orders(house);
  expect(charged).toBeLessThanOrEqual(cap + next.length);
});

test("of what several people bring in a month the desk approves what was set for all of them", async () => {
  await using house = await openHouse();
  const { robin, sam } = house.slack.people;
  const cap = 6000;
  startsAtNoon(house);
  await approvesAutomatically(house, { upTo: 2000, perPersonDay: 4000, perMonth: cap });

  const by = (index: number) => (index % 2 === 0 ? robin : sam);
  const all = await Promise.all(
    files.map(({ name, content }, index) => posts(house, content, { name, by: by(index) })),
  );
  await approvesUpTo(house, all, cap);

  const { charged } = await orders(house);
  expect(charged).toBeLessThanOrEqual(cap);
});

test.for(["auto_approval_per_person_day", "auto_approval_per_month"])(
  "without %s the desk approves nothing by itself",
  async (missing, { expect }) => {
    await using house = await openHouse();
    await approvesAutomatically(house);
    await sets(house, { [missing]: [] });

    const post = await posts(house, tale());
    await house.card(post, /\[ Approve ·/u);
    await house.slack.deliveries.settled();

    expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
  },
);

/** Ana approves the chapters 1 and 2, and they come back. */
async function firstHalf(house: House) {
  const post = await posts(house, book);
  await chooses(house, await house.card(post, /\[ Approve ·/u), "1. Chapter 1", "2. Chapter 2");
  await clicks(house, await house.card(post, /\[ Approve chapters 1 to 2 ·/u), "quote.part");
  await house.reply(post, /chapters 1 to 2 .* is ready/u);
  return post;
}

/** Skips to noon, so that daily counts do not cross midnight. */
function startsAtNoon({ clock }: House): void {
  clock.skip(dayMs + dayMs / 2 - (clock.now() % dayMs));
}

/** Waits until each card has a price or a translation, and as many have one as surely fit under the cap. */
async function approvesUpTo(house: House, all: readonly Message[], cap: number): Promise<void> {
  const cards = (words: RegExp) =>
    all.filter((post) => words.test(JSON.stringify(house.replies(post)[0]?.blocks)));
  await house.passing(5000, () => cards(/✅ Done|Approve · /u).length === all.length || undefined);
  await house.passing(5000, () => cards(/✅ Done/u).length >= cap / longest - 1 || undefined);
}
