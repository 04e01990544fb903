import { expect, test } from "vitest";

import { approvesAutomatically } from "./between-deeds.ts";
import {
  arrival,
  changesLanguage,
  declines,
  opens,
  orders,
  quoted,
  shortStory,
  storyCredits,
} from "./deeds.ts";
import { type House, openHouse } from "./house.ts";
import { sets } from "./settings-deeds.ts";

test("above the limit two people approve, and both are named", async () => {
  await using house = await openHouse();
  const { ana, ada } = house.slack.people;
  await sets(house, { second_approval_above: "200" });
  const { post, card } = await quoted(house);
  const rules = await opens(house, ana, { card, item: "details" });
  await ana.closes();

  await ana.clicks(card, "quote.approve");
  const waiting = await house.card(post, /Ana Moreau approved/u);
  const told = await house.reply(post, /needs a second approval/u);
  const before = await orders(house);
  const { confirm } = await ada.clicks(waiting, "quote.approve");
  await arrival(house, post);
  const done = house.drawn(await house.card(post, /✅ Done/u));

  expect(house.drawn(card)).toContain("Over 200 credits: needs two approvers.");
  expect(rules).toContain("What costs more than 200 credits needs two approvers.");
  expect(house.drawn(told)).toMatch(
    /@Robin Vale, @Ada Okafor, @approvers The translation of “harbour.txt” for 261 credits needs a second approval\. @?Ana Moreau approved/u,
  );
  expect(house.drawn(waiting)).toContain("Ana Moreau approved ");
  expect(await house.hears(ana, /your approval is recorded/u)).toBeDefined();
  expect(before).toMatchObject({ tasks: [], charged: 0 });
  expect(confirm?.text).toContain("Yours is the second approval.");
  expect(done).toMatch(/Approved by Ana Moreau and Ada Okafor/u);
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  expect(audited(house)).toMatchObject([
    { what: "endorsed", by: ana.id, credits: storyCredits },
    { what: "approved", by: ada.id, why: `second after ${ana.id}` },
    { what: "sent" },
    { what: "completed" },
  ]);
});

test("the first approver’s second click buys nothing", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  await sets(house, { second_approval_above: "200" });
  const { card } = await quoted(house);

  await ana.clicks(card, "quote.approve");
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await house.hears(ana, /a second, different person has to approve/u);

  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test("of many approvers at once two are taken, and there is one task", async () => {
  await using house = await openHouse();
  const { ana, ada } = house.slack.people;
  await sets(house, { second_approval_above: "200" });
  const { post, card } = await quoted(house);

  await Promise.all(
    [ana, ada, ana, ada].map((person) => person.clicks(card, "quote.approve", { screen: "stale" })),
  );
  await arrival(house, post);

  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a first approval does not count once its giver was removed", async () => {
  await using house = await openHouse();
  const { ana, ada } = house.slack.people;
  await sets(house, { second_approval_above: "200" });
  const { post, card } = await quoted(house);
  await ana.clicks(card, "quote.approve");
  await house.card(post, /Ana Moreau approved/u);

  house.slack.state.people.setGroupMembers(house.slack.approvers, []);
  house.clock.skip(61_000);
  await ada.clicks(card, "quote.approve", { screen: "stale" });
  await house.card(post, /needs two approvers\. Ada Okafor approved/u);

  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test("another language makes a first approval void", async () => {
  await using house = await openHouse();
  const { robin, ana, ada } = house.slack.people;
  await sets(house, { second_approval_above: "200" });
  const { post, card } = await quoted(house);
  await ana.clicks(card, "quote.approve");
  await house.card(post, /Ana Moreau approved/u);

  await changesLanguage(house, robin, { card, language: "Spanish", screen: "stale" });
  const spanish = await house.card(post, /→ Spanish[^]*\[ Approve ·/u);
  await ada.clicks(spanish, "quote.approve");
  await house.card(post, /needs two approvers\. Ada Okafor approved/u);

  expect(house.drawn(spanish)).toContain("Over 200 credits: needs two approvers.");
  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test("nobody approves what they asked for, where the policy says so, and hears who can", async () => {
  await using house = await openHouse();
  const { ana, ada } = house.slack.people;
  await sets(house, { self_approval: "No, someone else has to" });
  const post = await ana.uploads("#translations", { name: "harbour.txt", content: shortStory });
  const card = await house.card(post, /\[ Approve ·/u);

  await ana.clicks(card, "quote.approve");
  const told = house.drawn(await house.hears(ana, /nobody approves their own requests here/u));
  const before = await orders(house);
  await ada.clicks(card, "quote.approve");
  await arrival(house, post);

  expect(told).toContain("@Ada Okafor, @approvers can approve it.");
  expect(before).toMatchObject({ tasks: [], charged: 0 });
  expect(house.drawn(card)).toContain("can approve, but not their own requests");
});

test("over the limit nobody buys, and both numbers are said, before the click and after", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  await sets(house, { cap_per_approval: "200" });
  const { post, card } = await quoted(house);

  const { confirm } = await ana.clicks(card, "quote.approve");
  const told = await house.hears(ana, /Nothing was charged/u);

  expect(confirm?.text).toContain("Over the limit of 200 credits, so it can’t be approved.");
  expect(told.text).toMatch(/comes to 261 credits, .*nothing above 200 credits can be approved/u);
  expect(house.drawn(card)).toContain("Over the limit of 200 credits");
  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
  expect(house.replies(post)).toHaveLength(1);
});

test("a policy that changes between card and click is the one that counts, and the card follows", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house);

  await sets(house, { cap_per_approval: "260" });
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await house.hears(ana, /nothing above 260 credits can be approved here/u);
  await house.card(post, /Over the limit of 260 credits/u);
  await sets(house, { cap_per_approval: [] });
  await house.card(post, /^(?!.*Over the limit).*\[ Approve ·/su);
  await ana.clicks(card, "quote.approve");
  await arrival(house, post);

  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a small translation is approved by the desk itself, and the card says so", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  await approvesAutomatically(house, { upTo: 261 });

  const post = await robin.uploads("#translations", { name: "harbour.txt", content: shortStory });
  await arrival(house, post);
  const done = house.drawn(await house.card(post, /✅ Done/u));

  expect(done).toContain("Approved by Galley, under the spending rules");
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  expect(audited(house)[0]).toMatchObject({
    what: "approved",
    by: "policy",
    why: "automatic up to 261",
  });
});

test("a dearer one is left to people, and so is one that was waiting before", async () => {
  await using house = await openHouse();
  const early = await quoted(house, "A story that waits already.");
  await approvesAutomatically(house, { upTo: 260 });
  const { post } = await quoted(house);

  await house.card(early.post, /\[ Approve ·/u);
  await house.card(post, /\[ Approve ·/u);

  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test("what the balance does not cover is left to people", async () => {
  await using house = await openHouse({ partner: { balance: 100 } });
  const { robin } = house.slack.people;
  await approvesAutomatically(house, { upTo: 500 });

  const post = await robin.uploads("#translations", { name: "harbour.txt", content: shortStory });
  await house.card(post, /161 credits short/u);
  await house.slack.deliveries.settled();

  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test("over a restart in between the desk approves by itself once", async () => {
  await using house = await openHouse({ partner: { charsPerSecond: 100 } });
  const { robin } = house.slack.people;
  await approvesAutomatically(house, { upTo: 500 });
  const post = await robin.uploads("#translations", { name: "harbour.txt", content: shortStory });
  await house.slack.until(() => house.replies(post)[0]);

  await house.stop();
  await house.start();
  await house.passing(5000, () =>
    house.replies(post).find(({ text }) => /French translation .* is ready/u.test(text)),
  );

  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  expect(audited(house).filter(({ what }) => what === "approved")).toHaveLength(1);
});

test("with the ledger lost, what was declined is not approved by the desk itself", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { post, card } = await quoted(house);
  await declines(house, robin, { card });
  await house.card(post, /Declined by/u);

  await house.stop();
  await house.loseLedger();
  await house.start();
  await approvesAutomatically(house, { upTo: 500 });
  await robin.clicks(card, "quote.decline", { screen: "stale" });
  await house.hears(robin, /I rebuilt this card/u);
  const again = await house.passing(60_000, () =>
    house.replies(post).find((message) => /\[ Approve ·/u.test(house.drawn(message))),
  );

  expect(house.drawn(again)).toContain("[ Approve ·");
  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test("what the desk approved by itself can be taken back by the one who asked, until it is sent", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  await approvesAutomatically(house, { upTo: 500 });
  house.partner.inject({
    kind: "status",
    status: 429,
    times: 500,
    method: "POST",
    action: "translation",
  });
  const post = await robin.uploads("#translations", { name: "harbour.txt", content: shortStory });
  const card = await house.card(post, /can’t take it just now[\s\S]*\[ Undo approval \]/u);

  await robin.clicks(card, "task.take_back");
  await house.card(post, /\[ Approve ·/u);

  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

/** Returns the audit lines of decisions about cards, in order. */
function audited(house: House) {
  return house.log.filter((line) => line["audit"] === true && line["what"] !== "settings");
}
