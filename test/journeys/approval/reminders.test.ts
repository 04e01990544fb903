import { expect, test } from "vitest";

import type { Message } from "#sandbox/slack/model.ts";

import { approved, arrival, declines, onTuesday, opens, quoted, shortStory } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { sets } from "../settings-deeds.ts";

const hourMs = 3_600_000;
const reminder = /Approval still needed|still need approval/u;

test("those who may decide are reminded once of an estimate that waits, over a restart too", async () => {
  await using galley = await openGalley();
  onTuesday(galley, 10);
  const { post } = await quoted(galley);

  galley.clock.skip(4 * hourMs);
  const told = galley.drawn(await galley.reply(post, reminder));
  await galley.stop();
  await galley.start();
  galley.clock.skip(hourMs);
  await galley.slack.deliveries.settled();

  expect(told).toContain("Approval still needed: harbour → French, 261 credits (Robin Vale)");
  expect(told).toMatch(/Open card \([^)]*\) @Ada Okafor, @approvers/u);
  expect(reminders(galley, post)).toHaveLength(1);
});

test("nobody is reminded before an approver is at work, by their own clock", async () => {
  await using galley = await openGalley();
  onTuesday(galley, 10);
  const { people } = galley.slack.state;
  // It is ten in the evening there, and nine in the morning eleven hours later.
  for (const person of people.all()) people.change(person, { tzOffset: 12 * 3600 });
  const { post } = await quoted(galley);

  galley.clock.skip(4 * hourMs + 60_000);
  await galley.slack.deliveries.settled();
  const night = reminders(galley, post);
  galley.clock.skip(7 * hourMs);
  await galley.reply(post, reminder);

  expect(night).toEqual([]);
});

test("after a second time without a decision the admins are told, and approve where they are told", async () => {
  await using galley = await openGalley();
  onTuesday(galley, 9);
  const { post } = await quoted(galley);
  const { ada } = galley.slack.people;

  galley.clock.skip(4 * hourMs);
  await galley.reply(post, reminder);
  galley.clock.skip(4 * hourMs);
  const told = await galley.direct(ada, /Nobody has decided/u);
  const drawn = galley.drawn(told);
  await ada.clicks(told, "quote.approve");
  await galley.direct(ada, /Approved by Ada Okafor/u);

  expect(drawn).toContain("harbour → French");
  expect(drawn).toContain("[ Approve · 261 cr ]");
  await arrival(galley, post);
  expect(reminders(galley, post)).toHaveLength(1);
});

test("whoever is told directly is told when somebody else has decided", async () => {
  await using galley = await openGalley();
  onTuesday(galley, 9);
  const { card } = await quoted(galley);
  const { ada, ana } = galley.slack.people;
  galley.clock.skip(4 * hourMs);
  await galley.slack.until(() =>
    galley.slack.records.botPosts().some(({ text }) => reminder.test(text)),
  );
  galley.clock.skip(4 * hourMs);
  await galley.direct(ada, /\[ Decline \]/u);

  await declines(galley, ana, { card });

  const told = await galley.direct(ada, /Declined by Ana Moreau/u);
  expect(galley.drawn(told)).not.toContain("[ Approve");
});

test("the requester has the approvers reminded from the card, once a day", async () => {
  await using galley = await openGalley();
  onTuesday(galley, 10);
  const { robin } = galley.slack.people;
  const { post, card } = await quoted(galley);

  await opens(galley, robin, { card, item: "details" });
  await robin.clicks("modal", "quote.remind");
  const told = galley.drawn(await galley.reply(post, reminder));
  await opens(galley, robin, { card, item: "details" });
  await robin.clicks("modal", "quote.remind");
  const answer = await galley.slack.until(() => drawnModal(galley, /a day later/u));

  expect(told).toContain("Approval still needed: harbour → French, 261 credits (Robin Vale)");
  expect(answer).toContain("The approvers were reminded");
  expect(galley.replies(post).filter(({ text }) => reminder.test(text))).toHaveLength(1);
});

test("whoever neither asked nor approves finds no way to have people reminded", async () => {
  await using galley = await openGalley();
  const { card } = await quoted(galley);

  const details = await opens(galley, galley.slack.people.sam, { card, item: "details" });

  expect(details).not.toContain("Remind approvers");
});

test("of what was handed in directly, each approver is reminded directly", async () => {
  await using galley = await openGalley();
  onTuesday(galley, 10);
  const { robin, ana } = galley.slack.people;
  await robin.uploads(galley.slack.channels.direct(robin.id).name, {
    name: "harbour.txt",
    content: shortStory,
  });
  await galley.direct(robin, /\[ Approve ·/u);

  galley.clock.skip(4 * hourMs);
  const told = await galley.direct(ana, /Nobody has decided/u);
  await ana.clicks(told, "quote.approve");

  expect(galley.drawn(await galley.direct(robin, /is ready/u))).toContain("“harbour”");
});

test("the requester, who may not approve, is offered to have the approvers reminded", async () => {
  await using galley = await openGalley();
  const { robin, sam } = galley.slack.people;
  const { post, card } = await quoted(galley);

  await sam.clicks(card, "quote.approve");
  const refused = galley.drawn(
    await galley.hears(sam, /Only .* can do this. Nothing was changed/u),
  );
  await robin.clicks(card, "quote.approve");
  await robin.clicks(await galley.hears(robin, /Remind approvers/u), "quote.remind");
  await galley.reply(post, reminder);

  expect(refused).not.toContain("Remind approvers");
});

test("nobody is reminded in the quiet hours, but right after them", async () => {
  await using galley = await openGalley();
  const from = (new Date(galley.clock.now()).getUTCHours() + 4) % 24;
  await sets(galley, {
    remind_after_hours: "4",
    quiet_hours: `${from}:00`,
    quiet_hours_to: `${(from + 3) % 24}:00`,
    quiet_hours_zone: "UTC",
  });
  const { post } = await quoted(galley);

  galley.clock.skip(4 * hourMs);
  await galley.slack.deliveries.settled();
  const quiet = reminders(galley, post);
  galley.clock.skip(3 * hourMs);
  await galley.reply(post, reminder);

  expect(quiet).toEqual([]);
});

test("nobody is reminded where the admins have switched it off", async () => {
  await using galley = await openGalley();
  await sets(galley, { remind_after_hours: "" });
  onTuesday(galley, 10);
  const { post } = await quoted(galley);

  galley.clock.skip(5 * hourMs);
  await galley.slack.deliveries.settled();

  expect(reminders(galley, post)).toEqual([]);
});

test("of what was decided, nobody is reminded", async () => {
  await using galley = await openGalley();
  onTuesday(galley, 10);
  const { post } = await approved(galley);
  await arrival(galley, post);

  galley.clock.skip(5 * hourMs);
  await galley.slack.deliveries.settled();

  expect(reminders(galley, post)).toEqual([]);
});

test("several that wait at the same time are told of in one message, with links to their cards", async () => {
  await using galley = await openGalley();
  onTuesday(galley, 10);
  const { post } = await quoted(galley);
  await quoted(galley, "Another story, of another length.");

  galley.clock.skip(4 * hourMs + 60_000);
  const told = await galley.slack.until(() =>
    galley.slack.records
      .botPosts()
      .find(({ text }) => /2 requests still need approval/u.test(text)),
  );
  await galley.slack.deliveries.settled();

  expect(galley.drawn(told).match(/Open card/gu)).toHaveLength(2);
  expect(told.channel).toBe(post.channel);
  expect(
    galley.slack.records.botPosts().filter(({ text }) => /still need approval/u.test(text)),
  ).toHaveLength(1);
});

function drawnModal({ slack }: Galley, fits: RegExp) {
  const { modal } = slack.people.robin.sees();
  const drawn = modal && slack.draw.view(modal, { columns: 1000 });
  return drawn !== undefined && fits.test(drawn) && drawn;
}

function reminders(galley: Galley, post: Message) {
  return galley.replies(post).filter(({ text }) => reminder.test(text));
}
