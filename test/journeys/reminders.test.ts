import { expect, test } from "vitest";

import type { Message } from "../../src/sandbox/slack/model.ts";
import { approved, arrival, declines, opens, quoted, shortStory } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";
import { sets } from "./settings-deeds.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const reminder = /waiting for approval/u;

test("those who may decide are reminded once of an estimate that waits, over a restart too", async () => {
  await using house = await openHouse();
  onTuesday(house, 10);
  const { post } = await quoted(house);

  house.clock.skip(4 * hourMs);
  const told = house.drawn(await house.reply(post, reminder));
  await house.stop();
  await house.start();
  house.clock.skip(hourMs);
  await house.slack.deliveries.settled();

  expect(told).toContain("@Ada Okafor, @approvers This estimate is waiting for approval.");
  expect(told).toContain("“harbour.txt” into French for 261 credits, requested by @Robin Vale");
  expect(reminders(house, post)).toHaveLength(1);
});

test("nobody is reminded before an approver is at work, by their own clock", async () => {
  await using house = await openHouse();
  onTuesday(house, 10);
  const { people } = house.slack.state;
  // It is ten in the evening there, and nine in the morning eleven hours later.
  for (const person of people.all()) people.change(person, { tzOffset: 12 * 3600 });
  const { post } = await quoted(house);

  house.clock.skip(4 * hourMs + 60_000);
  await house.slack.deliveries.settled();
  const night = reminders(house, post);
  house.clock.skip(7 * hourMs);
  await house.reply(post, reminder);

  expect(night).toEqual([]);
});

test("after a second time without a decision the admins are told, and approve where they are told", async () => {
  await using house = await openHouse();
  onTuesday(house, 9);
  const { post } = await quoted(house);
  const { ada } = house.slack.people;

  house.clock.skip(4 * hourMs);
  await house.reply(post, reminder);
  house.clock.skip(4 * hourMs);
  const told = await house.direct(ada, /Nobody has decided/u);
  const drawn = house.drawn(told);
  await ada.clicks(told, "quote.approve");
  await house.direct(ada, /Approved by Ada Okafor/u);

  expect(drawn).toContain("harbour → French");
  expect(drawn).toContain("[ Approve · 261 credits ]");
  await arrival(house, post);
  expect(reminders(house, post)).toHaveLength(1);
});

test("whoever is told directly is told when somebody else has decided", async () => {
  await using house = await openHouse();
  onTuesday(house, 9);
  const { card } = await quoted(house);
  const { ada, ana } = house.slack.people;
  house.clock.skip(4 * hourMs);
  await house.slack.until(() =>
    house.slack.books.botPosts().some(({ text }) => reminder.test(text)),
  );
  house.clock.skip(4 * hourMs);
  await house.direct(ada, /\[ Decline \]/u);

  await declines(house, ana, { card });

  const told = await house.direct(ada, /Declined by Ana Moreau/u);
  expect(house.drawn(told)).not.toContain("[ Approve");
});

test("the requester has the approvers reminded from the card, once a day", async () => {
  await using house = await openHouse();
  onTuesday(house, 10);
  const { robin } = house.slack.people;
  const { post, card } = await quoted(house);

  await opens(house, robin, { card, item: "details" });
  await robin.clicks("modal", "quote.remind");
  const told = house.drawn(await house.reply(post, /asks for a decision/u));
  await opens(house, robin, { card, item: "details" });
  await robin.clicks("modal", "quote.remind");
  const answer = await house.slack.until(() => drawnModal(house, /a day later/u));

  expect(told).toContain("@Ada Okafor, @approvers @Robin Vale asks for a decision.");
  expect(answer).toContain("The approvers were reminded");
  expect(house.replies(post).filter(({ text }) => /asks for a decision/u.test(text))).toHaveLength(
    1,
  );
});

test("whoever neither asked nor approves finds no way to have people reminded", async () => {
  await using house = await openHouse();
  const { card } = await quoted(house);

  const details = await opens(house, house.slack.people.sam, { card, item: "details" });

  expect(details).not.toContain("Remind approvers");
});

test("of what was handed in directly, each approver is reminded directly", async () => {
  await using house = await openHouse();
  onTuesday(house, 10);
  const { robin, ana } = house.slack.people;
  await robin.uploads(house.slack.channels.direct(robin.id).name, {
    name: "harbour.txt",
    content: shortStory,
  });
  await house.direct(robin, /\[ Approve ·/u);

  house.clock.skip(4 * hourMs);
  const told = await house.direct(ana, /Nobody has decided/u);
  await ana.clicks(told, "quote.approve");

  expect(house.drawn(await house.direct(robin, /is ready/u))).toContain("harbour.txt");
});

test("the requester, who may not approve, is offered to have the approvers reminded", async () => {
  await using house = await openHouse();
  const { robin, sam } = house.slack.people;
  const { post, card } = await quoted(house);

  await sam.clicks(card, "quote.approve");
  const refused = house.drawn(await house.hears(sam, /can spend credits here/u));
  await robin.clicks(card, "quote.approve");
  await robin.clicks(await house.hears(robin, /Remind approvers/u), "quote.remind");
  await house.reply(post, /asks for a decision/u);

  expect(refused).not.toContain("Remind approvers");
});

test("nobody is reminded in the quiet hours, but right after them", async () => {
  await using house = await openHouse();
  const from = (new Date(house.clock.now()).getUTCHours() + 4) % 24;
  await sets(house, {
    remind_after_hours: "4",
    quiet_from: `${from}:00`,
    quiet_to: `${(from + 3) % 24}:00`,
    quiet_zone: "UTC",
  });
  const { post } = await quoted(house);

  house.clock.skip(4 * hourMs);
  await house.slack.deliveries.settled();
  const quiet = reminders(house, post);
  house.clock.skip(3 * hourMs);
  await house.reply(post, reminder);

  expect(quiet).toEqual([]);
});

test("nobody is reminded where the admins have switched it off", async () => {
  await using house = await openHouse();
  await sets(house, { remind_after_hours: "" });
  onTuesday(house, 10);
  const { post } = await quoted(house);

  house.clock.skip(5 * hourMs);
  await house.slack.deliveries.settled();

  expect(reminders(house, post)).toEqual([]);
});

test("of what was decided, nobody is reminded", async () => {
  await using house = await openHouse();
  onTuesday(house, 10);
  const { post } = await approved(house);
  await arrival(house, post);

  house.clock.skip(5 * hourMs);
  await house.slack.deliveries.settled();

  expect(reminders(house, post)).toEqual([]);
});

test("several that wait at the same time are told of in one message, with links to their cards", async () => {
  await using house = await openHouse();
  onTuesday(house, 10);
  const { post } = await quoted(house);
  await quoted(house, "Another story, of another length.");

  house.clock.skip(4 * hourMs + 60_000);
  const told = await house.slack.until(() =>
    house.slack.books
      .botPosts()
      .find(({ text }) => /2 estimates are waiting for approval/u.test(text)),
  );
  await house.slack.deliveries.settled();

  expect(house.drawn(told).match(/Open card/gu)).toHaveLength(2);
  expect(told.channel).toBe(post.channel);
  expect(
    house.slack.books.botPosts().filter(({ text }) => /waiting for approval/u.test(text)),
  ).toHaveLength(1);
});

function drawnModal({ slack }: House, fits: RegExp) {
  const { modal } = slack.people.robin.sees();
  const drawn = modal && slack.draw.view(modal, { columns: 1000 });
  return drawn !== undefined && fits.test(drawn) && drawn;
}

/** Skips to this hour of a Tuesday in UTC, when everybody is at work. */
function onTuesday({ clock }: House, hour: number) {
  const day = Math.floor(clock.now() / dayMs);
  // The first of January 1970 was a Thursday.
  const until = (12 - (day % 7)) % 7 || 7;
  clock.skip((day + until) * dayMs + hour * hourMs - clock.now());
}

function reminders(house: House, post: Message) {
  return house.replies(post).filter(({ text }) => reminder.test(text));
}
