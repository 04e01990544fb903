import { expect, test } from "vitest";

import { handsOver } from "./away-deeds.ts";
import { arrival, homeOf, orders, quoted, storyCredits } from "./deeds.ts";
import { openHouse } from "./house.ts";
import { sets } from "./settings-deeds.ts";

test("who stands in for an approver decides, and card, settings and log name both", async () => {
  await using house = await openHouse();
  const { ana, sam, robin } = house.slack.people;

  await handsOver(house, ana, sam, 3);
  const told = house.drawn(await house.direct(sam, /is away and lets you decide until/u));
  await robin.commands("/translate", "settings", { channel: "#translations" });
  const rules = house.drawn(await house.hears(robin, /is away/u));
  const { post, card } = await quoted(house);
  await sam.clicks(card, "quote.approve");
  await arrival(house, post);
  const done = house.drawn(await house.card(post, /Charged/u));

  expect(told).toContain("@Ana Moreau is away");
  expect(rules).toContain("@Ana Moreau is away: @Sam");
  expect(done).toMatch(/@Sam Lind for @Ana Moreau, /u);
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  expect(house.log).toContainEqual(
    expect.objectContaining({ what: "approved", by: sam.id, why: `for ${ana.id}` }),
  );
});

test("who stands in sees on Home for whom, and what waits for them", async () => {
  await using house = await openHouse();
  const { ana, sam } = house.slack.people;
  await quoted(house);
  const before = await homeOf(house, sam, /My manuscripts/u);

  await handsOver(house, ana, sam, 3);
  const after = await homeOf(house, sam, /Waits for a decision/u);

  expect(before).not.toContain("Waits for a decision");
  expect(after).toContain("@Ana Moreau is away: @Sam Lind decides for them until");
  expect(after).toContain("“harbour.txt” into French");
  expect(await homeOf(house, ana, /is away: @Sam Lind decides/u)).toContain("Waits for a decision");
});

test("who is back ends it", async () => {
  await using house = await openHouse();
  const { ana, sam } = house.slack.people;
  await handsOver(house, ana, sam, 3);
  const { card } = await quoted(house);

  await ana.commands("/translate", "back", { channel: "#translations" });
  await house.hears(ana, /Welcome back/u);
  await sam.clicks(card, "quote.approve");
  await house.hears(sam, /Spending credits here is up to/u);

  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test("who is away and who stands in are one person where two approvers are needed", async () => {
  await using house = await openHouse();
  const { ana, ada, sam } = house.slack.people;
  await sets(house, { second_approval_above: "200" });
  await handsOver(house, ana, sam, 3);
  const { post, card } = await quoted(house);

  await sam.clicks(card, "quote.approve");
  const waiting = await house.card(post, /for @Ana Moreau approved/u);
  await ana.clicks(waiting, "quote.approve");
  const told = house.drawn(await house.hears(ana, /you count as one person/u));
  const before = await orders(house);
  await ada.clicks(waiting, "quote.approve");
  await arrival(house, post);

  expect(told).toContain("Your click bought nothing");
  expect(before).toMatchObject({ tasks: [], charged: 0 });
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test.each([
  ["a guest", "guest", /Only a full member of this workspace can decide for you/u],
  ["somebody of another workspace", "other", /Only a full member/u],
  ["oneself", "ana", /somebody else than yourself/u],
  ["who may anyway", "ada", /They may approve already/u],
] as const)("nothing is handed over to %s", async (_, name, refusal) => {
  await using house = await openHouse();
  const { people } = house.slack;

  const answer = await handsOver(house, people.ana, people[name], 3);

  expect(JSON.stringify(answer)).toMatch(refusal);
});

test("who may not approve hands nothing over, and a day that is over does not count", async () => {
  await using house = await openHouse();
  const { ana, robin, sam } = house.slack.people;

  await robin.commands("/translate", "away", { channel: "#translations" });
  await house.hears(robin, /Only those who may approve can hand that over/u);
  const over = await handsOver(house, ana, sam, -2);

  expect(robin.sees().modal).toBeUndefined();
  expect(JSON.stringify(over)).toContain("This day is over");
});
