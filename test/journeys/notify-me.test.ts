import { expect, test } from "vitest";

import { arrival, declines, homeOf, quoted, shortStory } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";

const harbour = { name: "harbour.txt", content: shortStory };
const lantern = { name: "lantern.txt", content: "Another story, about Ilse Brandt. ".repeat(9) };

test("an approver who wants it hears of a request directly and approves there", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  await wantsToHear(house, ana);

  const { post } = await quoted(house);
  const told = await house.direct(ana, /\[ Approve · 261 credits \]/u);
  const { confirm } = await ana.clicks(told, "quote.approve");
  await arrival(house, post);
  const after = house.drawn(await house.direct(ana, /Approved by Ana Moreau/u));

  expect(told.text).toContain("Approval needed: harbour → French, 261 credits (Robin Vale).");
  expect(confirm?.title).toBe("Approve 261 credits?");
  expect(after).not.toContain("[ Approve");
});

test("the message shows what others decided at the card", async () => {
  await using house = await openHouse();
  const { ana, robin } = house.slack.people;
  await wantsToHear(house, ana);
  const { card } = await quoted(house);
  await house.direct(ana, /\[ Approve ·/u);

  await declines(house, robin, { card });

  const after = house.drawn(await house.direct(ana, /Declined by Robin Vale/u));
  expect(after).not.toContain("[ Approve");
});

test("nobody hears directly who has not asked for it, or has taken it back", async () => {
  await using house = await openHouse();
  const { ana, ada } = house.slack.people;
  await wantsToHear(house, ana);
  await ana.clicks("home", "notify.off");
  await homeOf(house, ana, /\[ Notify me \]/u);

  const { post, card } = await quoted(house);
  await ada.clicks(card, "quote.approve");
  await arrival(house, post);

  expect(house.slack.books.botPosts().filter(isTo(house, ana, ada))).toEqual([]);
});

test("who approves no longer hears nothing more", async () => {
  await using house = await openHouse();
  const { ana, ada } = house.slack.people;
  await wantsToHear(house, ana);
  house.slack.state.people.setGroupMembers(house.slack.approvers, []);
  house.clock.skip(61_000);

  const { post, card } = await quoted(house);
  await ada.clicks(card, "quote.approve");
  await arrival(house, post);

  expect(house.slack.books.botPosts().filter(isTo(house, ana))).toEqual([]);
});

test("of several at once there is one message, which approves them all", async () => {
  await using house = await openHouse();
  const { ana, robin } = house.slack.people;
  await wantsToHear(house, ana);

  const post = await robin.uploads("#translations", harbour, lantern);
  const told = await house.direct(ana, /\[ Approve all · 567 credits \]/u);
  await ana.clicks(told, "batch.approve");
  await arrival(house, post);
  await house.reply(post, /French translation of “lantern.txt” is ready/u);

  expect(house.slack.books.botPosts().filter(isTo(house, ana))).toHaveLength(1);
});

test("a request that is made again is told of again", async () => {
  await using house = await openHouse();
  const { ana, robin } = house.slack.people;
  await wantsToHear(house, ana);
  const { post } = await quoted(house);
  const first = await house.direct(ana, /\[ Approve ·/u);
  house.clock.skip(25 * 3_600_000);
  const expired = await house.card(post, /Request again/u);
  await house.direct(ana, /Nobody decided in time/u);

  await robin.clicks(expired, "quote.ask_again");
  const second = await house.direct(ana, /\[ Approve ·/u);

  expect(second.ts).not.toBe(first.ts);
});

test("only those who may approve are offered it", async () => {
  await using house = await openHouse();

  const home = await homeOf(house, house.slack.people.robin, /My manuscripts/u);

  expect(home).not.toContain("Notify me");
});

async function wantsToHear(house: House, person: House["slack"]["people"]["ana"]) {
  await homeOf(house, person, /\[ Notify me \]/u);
  await person.clicks("home", "notify.on");
  await house.slack.until(() => {
    const { home } = person.sees();
    return home !== undefined && house.slack.draw.view(home).includes("[ Stop notifying me ]");
  });
}

function isTo({ slack }: House, ...people: readonly { readonly id: string }[]) {
  const channels = new Set(people.map(({ id }) => slack.channels.direct(id).id));
  return ({ channel }: { readonly channel: string }) => channels.has(channel);
}
