import { expect, test } from "vitest";

import { approvesAutomatically } from "../between-deeds.ts";
import {
  arrival,
  changesLanguage,
  declines,
  opens,
  orders,
  quoted,
  shortStory,
  storyCredits,
} from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { sets } from "../settings-deeds.ts";

test("above the limit two people approve, and both are named", async () => {
  await using galley = await openGalley();
  const { ana, ada } = galley.slack.people;
  await sets(galley, { second_approval_above: "200" });
  const { post, card } = await quoted(galley);
  const setup = await opens(galley, ana, { card, item: "details" });
  await ana.closes();

  await ana.clicks(card, "quote.approve");
  const waiting = await galley.card(post, /Approved by Ana Moreau/u);
  const told = await galley.reply(post, /Second approval needed/u);
  const before = await orders(galley);
  const { confirm } = await ada.clicks(waiting, "quote.approve");
  await arrival(galley, post);
  const done = galley.drawn(await galley.card(post, /✅ Done/u));

  expect(galley.drawn(card)).toContain("Over 200 credits: needs two approvers.");
  expect(setup).toContain("Over 200 credits: needs two approvers.");
  expect(galley.drawn(told)).toMatch(
    /Second approval needed: the French translation of “harbour”, 261 credits \(Ana Moreau approved\).*@Robin Vale, @Ada Okafor, @approvers/u,
  );
  expect(galley.drawn(waiting)).toContain("Approved by Ana Moreau");
  expect(await galley.hears(ana, /Your approval is recorded/u)).toBeDefined();
  expect(before).toMatchObject({ tasks: [], charged: 0 });
  expect(confirm?.text).toContain("A second person’s approval starts it.");
  expect(done).toMatch(/Approved by Ana Moreau and Ada Okafor/u);
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  expect(audited(galley)).toMatchObject([
    { kind: "endorsed", by: ana.id, credits: storyCredits },
    { kind: "approved", by: ada.id, why: `second after ${ana.id}` },
    { kind: "sent" },
    { kind: "completed" },
  ]);
});

test("the first approver’s second click buys nothing", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  await sets(galley, { second_approval_above: "200" });
  const { card } = await quoted(galley);

  await ana.clicks(card, "quote.approve");
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await galley.hears(ana, /a second, different person has to approve/u);

  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
});

test("of many approvers at once two are taken, and there is one task", async () => {
  await using galley = await openGalley();
  const { ana, ada } = galley.slack.people;
  await sets(galley, { second_approval_above: "200" });
  const { post, card } = await quoted(galley);

  await Promise.all(
    [ana, ada, ana, ada].map((person) => person.clicks(card, "quote.approve", { screen: "stale" })),
  );
  await arrival(galley, post);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a first approval does not count once its giver was removed", async () => {
  await using galley = await openGalley();
  const { ana, ada } = galley.slack.people;
  await sets(galley, { second_approval_above: "200" });
  const { post, card } = await quoted(galley);
  await ana.clicks(card, "quote.approve");
  await galley.card(post, /Approved by Ana Moreau/u);

  galley.slack.state.people.setGroupMembers(galley.slack.approvers, []);
  galley.clock.skip(61_000);
  await ada.clicks(card, "quote.approve", { screen: "stale" });
  await galley.card(post, /needs two approvers\. Approved by Ada Okafor/u);

  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
});

test("another language makes a first approval void", async () => {
  await using galley = await openGalley();
  const { robin, ana, ada } = galley.slack.people;
  await sets(galley, { second_approval_above: "200" });
  const { post, card } = await quoted(galley);
  await ana.clicks(card, "quote.approve");
  await galley.card(post, /Approved by Ana Moreau/u);

  await changesLanguage(galley, robin, { card, language: "Spanish", screen: "stale" });
  const spanish = await galley.card(post, /→ Spanish[^]*\[ Approve ·/u);
  await ada.clicks(spanish, "quote.approve");
  await galley.card(post, /needs two approvers\. Approved by Ada Okafor/u);

  expect(galley.drawn(spanish)).toContain("Over 200 credits: needs two approvers.");
  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
});

test("nobody approves what they asked for, where the policy says so, and the card says who can", async () => {
  await using galley = await openGalley();
  const { ana, ada } = galley.slack.people;
  await sets(galley, { self_approval: "refused" });
  const post = await ana.uploads("#translations", { name: "harbour.txt", content: shortStory });
  const card = await galley.card(post, /\[ Approve ·/u);

  await ana.clicks(card, "quote.approve");
  await galley.hears(ana, /Nobody approves their own requests here: another approver has to/u);
  const before = await orders(galley);
  await ada.clicks(card, "quote.approve");
  await arrival(galley, post);

  expect(before).toMatchObject({ tasks: [], charged: 0 });
  expect(galley.drawn(card)).toContain("can approve");
});

test("over the limit nobody buys, and both numbers are said, before the click and after", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  await sets(galley, { cap_per_approval: "200" });
  const { post, card } = await quoted(galley);

  const { confirm } = await ana.clicks(card, "quote.approve");
  const told = await galley.hears(ana, /Nothing was charged/u);

  expect(confirm?.text).toContain("Over the limit of 200 credits, so it can’t be approved.");
  expect(told.text).toMatch(/At most 200 credits can be approved .* comes to 261 credits/u);
  expect(galley.drawn(card)).toContain("Over the limit of 200 credits");
  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
  expect(galley.replies(post)).toHaveLength(1);
});

test("a policy that changes between card and click is the one that counts, and the card follows", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { post, card } = await quoted(galley);

  await sets(galley, { cap_per_approval: "260" });
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await galley.hears(ana, /At most 260 credits can be approved/u);
  await galley.card(post, /Over the limit of 260 credits/u);
  await sets(galley, { cap_per_approval: [] });
  await galley.card(post, /^(?!.*Over the limit).*\[ Approve ·/su);
  await ana.clicks(card, "quote.approve");
  await arrival(galley, post);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a small translation is approved by Galley itself, and the card says so", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  await approvesAutomatically(galley, { upTo: 261 });

  const post = await robin.uploads("#translations", { name: "harbour.txt", content: shortStory });
  await arrival(galley, post);
  const done = galley.drawn(await galley.card(post, /✅ Done/u));

  expect(done).toContain("Approved by Galley, under the spending rules");
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  expect(audited(galley)[0]).toMatchObject({
    kind: "approved",
    by: "policy",
    why: "automatic up to 261",
  });
});

test("a dearer one is left to people, and so is one that was waiting before", async () => {
  await using galley = await openGalley();
  const early = await quoted(galley, "A story that waits already.");
  await approvesAutomatically(galley, { upTo: 260 });
  const { post } = await quoted(galley);

  await galley.card(early.post, /\[ Approve ·/u);
  await galley.card(post, /\[ Approve ·/u);

  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
});

test("what the balance does not cover is left to people", async () => {
  await using galley = await openGalley({ partner: { balance: 100 } });
  const { robin } = galley.slack.people;
  await approvesAutomatically(galley, { upTo: 500 });

  const post = await robin.uploads("#translations", { name: "harbour.txt", content: shortStory });
  await galley.card(post, /161 credits short/u);
  await galley.slack.deliveries.settled();

  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
});

test("over a restart in between Galley approves by itself once", async () => {
  await using galley = await openGalley({ partner: { charsPerSecond: 100 } });
  const { robin } = galley.slack.people;
  await approvesAutomatically(galley, { upTo: 500 });
  const post = await robin.uploads("#translations", { name: "harbour.txt", content: shortStory });
  await galley.slack.until(() => galley.replies(post)[0]);

  await galley.stop();
  await galley.start();
  await galley.passing(5000, () =>
    galley.replies(post).find(({ text }) => /French translation .* is ready/u.test(text)),
  );

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  expect(audited(galley).filter(({ kind }) => kind === "approved")).toHaveLength(1);
});

test("with the ledger lost, what was declined is not approved by Galley itself", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post, card } = await quoted(galley);
  await declines(galley, robin, { card });
  await galley.card(post, /Withdrawn by/u);

  await galley.stop();
  await galley.loseLedger();
  await galley.start();
  await approvesAutomatically(galley, { upTo: 500 });
  await robin.clicks(card, "quote.decline", { screen: "stale" });
  await galley.hears(robin, /I rebuilt this card/u);
  const again = await galley.passing(60_000, () =>
    galley.replies(post).find((message) => /\[ Approve ·/u.test(galley.drawn(message))),
  );

  expect(galley.drawn(again)).toContain("[ Approve ·");
  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
});

test("what Galley approved by itself can be taken back by the one who asked, until it is sent", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  await approvesAutomatically(galley, { upTo: 500 });
  galley.partner.inject({
    kind: "status",
    status: 429,
    times: 500,
    method: "POST",
    action: "translation",
  });
  const post = await robin.uploads("#translations", { name: "harbour.txt", content: shortStory });
  const card = await galley.card(post, /can’t take it just now[\s\S]*\[ Undo approval \]/u);

  await robin.clicks(card, "task.take_back");
  await galley.card(post, /\[ Approve ·/u);

  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
});

/** Returns the audit lines of decisions about cards, in order. */
function audited(galley: Galley) {
  return galley.log.filter((line) => line["audit"] === true && line["kind"] !== "settings");
}
