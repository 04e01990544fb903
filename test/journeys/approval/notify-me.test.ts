import { expect, test } from "vitest";

import { arrival, declines, homeOf, quoted, shortStory } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { sets } from "../settings-deeds.ts";

const harbour = { name: "harbour.txt", content: shortStory };
const lantern = { name: "lantern.txt", content: "Another story, about Ilse Brandt. ".repeat(9) };

test("an approver who wants it hears of a request directly and approves there", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  await wantsToHear(galley, ana);

  const { post } = await quoted(galley);
  const told = await galley.direct(ana, /\[ Approve · 261 cr \]/u);
  const { confirm } = await ana.clicks(told, "quote.approve");
  await arrival(galley, post);
  const after = galley.drawn(await galley.direct(ana, /Approved by Ana Moreau/u));

  expect(told.text).toContain("Approval needed: harbour → French, 261 credits (Robin Vale).");
  expect(confirm?.title).toBe("Approve 261 credits?");
  expect(after).not.toContain("[ Approve");
});

test("after the first of two approvals, direct message and Home offer that person no second click", async () => {
  await using galley = await openGalley();
  const { ana, ada } = galley.slack.people;
  await sets(galley, { second_approval_above: "200" });
  await wantsToHear(galley, ana);
  const { post } = await quoted(galley);

  await ana.clicks(await galley.direct(ana, /\[ Approve · 261 cr \]/u), "quote.approve");
  const told = galley.drawn(await galley.direct(ana, /You approved/u));
  const hers = await homeOf(galley, ana, /You approved/u);
  const others = await homeOf(galley, ada, /\[ Approve · 261 cr \]/u);
  await ada.clicks(await galley.card(post, /Approved by Ana Moreau/u), "quote.approve");
  await arrival(galley, post);

  expect(told).toContain("You approved. One more approver is needed.");
  expect(told).not.toContain("[ Approve");
  expect(hers).not.toContain("[ Approve");
  expect(others).not.toContain("You approved");
});

test("the message shows what others decided at the card", async () => {
  await using galley = await openGalley();
  const { ana, robin } = galley.slack.people;
  await wantsToHear(galley, ana);
  const { card } = await quoted(galley);
  await galley.direct(ana, /\[ Approve ·/u);

  await declines(galley, robin, { card });

  const after = galley.drawn(await galley.direct(ana, /Withdrawn by Robin Vale/u));
  expect(after).not.toContain("[ Approve");
});

test("nobody hears directly who has not asked for it, or has taken it back", async () => {
  await using galley = await openGalley();
  const { ana, ada } = galley.slack.people;
  await wantsToHear(galley, ana);
  await ana.clicks("home", "notify.off");
  await homeOf(galley, ana, /\[ Notify me \]/u);

  const { post, card } = await quoted(galley);
  await ada.clicks(card, "quote.approve");
  await arrival(galley, post);

  expect(galley.slack.records.botPosts().filter(isTo(galley, ana, ada))).toEqual([]);
});

test("who approves no longer hears nothing more", async () => {
  await using galley = await openGalley();
  const { ana, ada } = galley.slack.people;
  await wantsToHear(galley, ana);
  galley.slack.state.people.setGroupMembers(galley.slack.approvers, []);
  galley.clock.skip(61_000);

  const { post, card } = await quoted(galley);
  await ada.clicks(card, "quote.approve");
  await arrival(galley, post);

  expect(galley.slack.records.botPosts().filter(isTo(galley, ana))).toEqual([]);
});

test("of several at once there is one message, which approves them all", async () => {
  await using galley = await openGalley();
  const { ana, robin } = galley.slack.people;
  await wantsToHear(galley, ana);

  const post = await robin.uploads("#translations", harbour, lantern);
  const told = await galley.direct(ana, /\[ Approve all · 567 cr \]/u);
  await ana.clicks(told, "batch.approve");
  await arrival(galley, post);
  await galley.reply(post, /French translation of “lantern” is ready/u);

  expect(galley.slack.records.botPosts().filter(isTo(galley, ana))).toHaveLength(1);
});

test("a request that is made again is told of again", async () => {
  await using galley = await openGalley();
  const { ana, robin } = galley.slack.people;
  await wantsToHear(galley, ana);
  const { post } = await quoted(galley);
  const first = await galley.direct(ana, /\[ Approve ·/u);
  galley.clock.skip(25 * 3_600_000);
  const expired = await galley.card(post, /Request again/u);
  await galley.direct(ana, /Nobody decided in time/u);

  await robin.clicks(expired, "quote.ask_again");
  const second = await galley.direct(ana, /\[ Approve ·/u);

  expect(second.ts).not.toBe(first.ts);
});

test("only those who may approve are offered it", async () => {
  await using galley = await openGalley();

  const home = await homeOf(galley, galley.slack.people.robin, /My manuscripts/u);

  expect(home).not.toContain("Notify me");
});

async function wantsToHear(galley: Galley, person: Galley["slack"]["people"]["ana"]) {
  await homeOf(galley, person, /\[ Notify me \]/u);
  await person.clicks("home", "notify.on");
  await galley.slack.until(() => {
    const { home } = person.sees();
    return home !== undefined && galley.slack.draw.view(home).includes("[ Stop notifying me ]");
  });
}

function isTo({ slack }: Galley, ...people: readonly { readonly id: string }[]) {
  const channels = new Set(people.map(({ id }) => slack.channels.direct(id).id));
  return ({ channel }: { readonly channel: string }) => channels.has(channel);
}
