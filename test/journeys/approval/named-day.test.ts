import { expect, test } from "vitest";

import type { Message } from "#sandbox/slack/model.ts";

import { approved, arrival, homeOf, hurries, onTuesday, quoted } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const reminder = /Approval still needed/u;
const prose = "Ilse Brandt rowed the ferry over, and nobody waited on the other side. ".repeat(400);

test("a day that a translation would miss is warned of on the card, on Home and in the reminder", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  await learnsHoursFor(galley, prose);
  onTuesday(galley, 23);

  const { begun, card } = await asksFor(galley, today(galley));
  const asked = galley.drawn(card);
  const home = await homeOf(galley, ana, /Needs your decision/u);
  galley.clock.skip(10 * hourMs + 60_000);
  const reminded = galley.drawn(await galley.reply(begun, reminder));
  const late = galley.drawn(await galley.card(begun, /⚠️ late: was needed by/u));
  const after = await homeOf(galley, ana, /⚠️ late: was needed by/u);

  expect(asked).toMatch(/characters · about \d/u);
  expect(asked).toContain(`⚠️ probably late: needed by ${named(galley, -1)}`);
  expect(card.text).toContain(`⚠️ Probably late: needed by ${named(galley, -1)}`);
  expect(home).toContain("⚠️ probably late: needed by");
  expect(reminded).toContain(`⚠️ Late: was needed by ${named(galley, -1)}.`);
  expect(late).toContain("[ Approve ·");
  expect(after).not.toContain("probably");
});

test("the day ends where the requester lives", async () => {
  await using galley = await openGalley();
  const { people } = galley.slack.state;
  await learnsHoursFor(galley, prose);
  for (const person of people.all()) people.change(person, { tzOffset: -8 * 3600 });
  onTuesday(galley, 23);

  const { card } = await asksFor(galley, today(galley));

  expect(galley.drawn(card)).toMatch(/characters · about \d/u);
  expect(galley.drawn(card)).toContain("📝 needed by");
});

test("a run that will miss the day is warned of until it is done", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  onTuesday(galley, 10);
  const { begun, card } = await asksFor(galley, today(galley));
  const asked = galley.drawn(card);

  galley.partner.change({ charsPerSecond: 0.3 });
  await ana.clicks(card, "quote.approve");
  await galley.card(begun, /Translating…/u);
  galley.clock.skip(4 * hourMs);
  const slow = galley.drawn(await galley.card(begun, /⚠️ Probably late: needed by/u));
  const home = await homeOf(galley, ana, /In progress[^]*⚠️ Probably late: needed by/u);
  const warned = galley.drawn(await galley.reply(begun, /will probably be late/u));
  galley.clock.skip(11 * hourMs);
  const told = galley.drawn(await galley.reply(begun, /is late: was needed by/u));
  const late = galley.drawn(await galley.card(begun, /⚠️ Late: was needed by/u));
  hurries(galley);
  const done = galley.drawn(await galley.card(begun, /Done/u));

  expect(asked).toContain("📝 needed by");
  expect(asked).not.toContain("characters · about");
  expect(slow).toMatch(/Translating… \d+%/u);
  expect(home).toContain("Translating…");
  expect(late).toMatch(/Translating… \d+%/u);
  expect(done).not.toMatch(/needed by/u);
  expect(warned).toMatch(/needed by .*\. About \d+ hours.* left\. @Robin/u);
  expect(told).toContain("@Robin");
  expect(delays(galley, begun)).toHaveLength(2);
});

test("whoever approved a translation that would miss its day hears of it when the day is over", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  await learnsHoursFor(galley, prose);
  onTuesday(galley, 23);
  const { begun, card } = await asksFor(galley, today(galley));
  galley.partner.change({ charsPerSecond: 0.3 });

  await ana.clicks(card, "quote.approve");
  galley.clock.skip(hourMs / 2);
  await galley.card(begun, /⚠️ Probably late: needed by/u);
  await galley.slack.deliveries.settled();
  const before = delays(galley, begun);
  galley.clock.skip(hourMs);
  await galley.reply(begun, /is late: was needed by/u);

  expect(before).toEqual([]);
});

test("a run of more than a day is told of once where nobody named a day", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  onTuesday(galley, 10);
  galley.partner.change({ charsPerSecond: 0.01 });
  const { post, card } = await quoted(galley, prose);
  await ana.clicks(card, "quote.approve");
  await galley.card(post, /Translating…/u);

  galley.clock.skip(25 * hourMs);
  const told = galley.drawn(await galley.reply(post, /under way for more than a day/u));
  galley.clock.skip(25 * hourMs);
  hurries(galley);
  await arrival(galley, post);

  expect(told).toContain("@Robin");
  expect(delays(galley, post)).toHaveLength(1);
});

test("the approvers are reminded once more on the day before it", async () => {
  await using galley = await openGalley({ env: { QUOTE_HOURS: "240" } });
  const { ada } = galley.slack.people;
  onTuesday(galley, 10);
  const { begun } = await asksFor(galley, dayOf(galley, 3));

  galley.clock.skip(4 * hourMs + 60_000);
  await galley.reply(begun, reminder);
  galley.clock.skip(19 * hourMs + 60_000);
  await galley.direct(ada, /Nobody has decided/u);
  galley.clock.skip(27 * hourMs);
  await galley.slack.deliveries.settled();
  const before = reminders(galley, begun);
  // Noon of the day before.
  galley.clock.skip(hourMs);
  const [, again] = await galley.slack.until(() => {
    const all = reminders(galley, begun);
    return all.length > 1 && all;
  });
  galley.clock.skip(2 * dayMs);
  await galley.card(begun, /needed by/u);
  await galley.slack.deliveries.settled();

  expect(before).toHaveLength(1);
  expect(again?.text).toContain("Needed by");
  expect(reminders(galley, begun)).toHaveLength(2);
});

test("for a day of the weekend nobody waits until Monday, nor is anybody woken on Friday night", async () => {
  await using galley = await openGalley({ env: { QUOTE_HOURS: "240" } });
  onTuesday(galley, 3 * 24 + 19);
  const { begun } = await asksFor(galley, dayOf(galley, 2));

  galley.clock.skip(16 * hourMs);
  await galley.slack.deliveries.settled();
  const before = reminders(galley, begun);
  // Noon of Saturday.
  galley.clock.skip(hourMs + 60_000);
  await galley.reply(begun, reminder);

  expect(before).toEqual([]);
});

/** The replies that tell of a delay. */
function delays(galley: Galley, begun: Message) {
  const delay = /is late: |will probably be late|more than a day/u;
  return galley.replies(begun).filter(({ text }) => delay.test(text));
}

/** Lets Galley see one translation that took hours for a text of this length. */
async function learnsHoursFor(galley: Galley, text: string) {
  galley.partner.change({ charsPerSecond: 0.001 });
  const { post } = await approved(galley, text);
  await galley.card(post, /Translating…/u);
  galley.clock.skip(3 * hourMs);
  hurries(galley);
  await arrival(galley, post);
}

/** Robin asks in the form for a translation by this day. */
async function asksFor({ slack, ...galley }: Galley, day: string) {
  const { robin } = slack.people;
  const content = `Chapter One\n\n${prose.replaceAll("ferry", "small boat")}`;
  const { id } = await slack.state.files.store({ name: "ferry.txt", user: robin.id }, content);
  const before = galley.cards(slack.translations.id).length;
  await robin.commands("/translate", "", { channel: "#translations" });
  await slack.until(() => robin.sees().modal?.submit !== undefined);
  robin.fillsIn({ "request.upload": [id] });
  await robin.clicks("modal", "request.more");
  await slack.until(() =>
    robin.sees().modal?.blocks.some((block) => block["block_id"] === "request.due"),
  );
  robin.fillsIn({ "request.due": day });
  await robin.submits();
  const begun = await slack.until(() => galley.cards(slack.translations.id)[before]);
  return { begun, card: await galley.card(begun, /\[ Approve ·/u) };
}

function today(galley: Galley): string {
  return dayOf(galley, 0);
}

function dayOf({ clock }: Galley, days: number): string {
  return new Date(clock.now() + days * dayMs).toISOString().slice(0, 10);
}

/** `24 November 2026`, some days from now. */
function named({ clock }: Galley, days: number): string {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
  return format.format(clock.now() + days * dayMs);
}

function reminders(galley: Galley, post: Message) {
  return galley.replies(post).filter(({ text }) => reminder.test(text));
}
