import { expect, test } from "vitest";

import { type Fields, fieldsOf, listOf } from "#sandbox/slack/json.ts";

import { arrival, estimated, orders, quoted, running, storyCredits } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

/** Approves as Ana while the partner answers 429, which counts as not sent; the card offers the undo. */
async function waiting(galley: Galley) {
  const { ana } = galley.slack.people;
  const { post, card } = await quoted(galley);
  await estimated(galley, card);
  const create = { method: "POST", action: "translation" } as const;
  galley.partner.inject({ kind: "status", status: 429, retryAfter: "60", times: 500, ...create });
  await ana.clicks(card, "quote.approve");
  return { post, card: await galley.card(post, /can’t take it just now.*\[ Undo approval \]/su) };
}

test("an approval that was not sent is undone: nothing is charged, and the offer stands again", async () => {
  await using galley = await openGalley({ partner: { balance: storyCredits } });
  const { robin } = galley.slack.people;
  const { post, card } = await waiting(galley);

  await robin.clicks(card, "task.take_back");
  const open = await galley.card(post, /\[ Approve · 261 cr \]/u);
  galley.partner.clearFaults();
  galley.clock.skip(300_000);
  await galley.slack.deliveries.settled();

  expect(galley.drawn(open)).not.toContain("Undo");
  expect(JSON.stringify(open)).not.toContain("credits short");
  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
  expect(galley.log).toContainEqual(expect.objectContaining({ audit: true, kind: "cancelled" }));
});

test("what is approved again after an undo has a key of its own, and is charged once", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { post, card } = await waiting(galley);
  await ana.clicks(card, "task.take_back");
  const open = await galley.card(post, /\[ Approve ·/u);
  galley.partner.clearFaults();

  await ana.clicks(open, "quote.approve");
  galley.clock.skip(61_000);
  await arrival(galley, post);

  const keys = approvedKeys(galley);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(2);
  const { tasks, charged, keys: sent } = await orders(galley);
  expect(tasks).toHaveLength(1);
  expect(charged).toBe(storyCredits);
  expect(sent).toContain(keys[1]);
});

test("two people who undo at once undo once, and an undo that comes too late changes nothing", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const { post, card } = await waiting(galley);

  await Promise.all([robin, ana].map((person) => person.clicks(card, "task.take_back")));
  const open = await galley.card(post, /\[ Approve ·/u);
  galley.partner.clearFaults();
  await ana.clicks(open, "quote.approve");
  galley.clock.skip(61_000);
  await arrival(galley, post);
  await robin.clicks(card, "task.take_back", { screen: "stale" });
  await galley.slack.deliveries.settled();

  await galley.card(post, /✅ Done/u);
  expect(await orders(galley)).toMatchObject({ charged: storyCredits });
  expect(galley.log.filter(({ kind }) => kind === "cancelled")).toHaveLength(1);
});

test("a bystander undoes nothing", async () => {
  await using galley = await openGalley();
  const { sam } = galley.slack.people;
  const { post, card } = await waiting(galley);

  await sam.clicks(card, "task.take_back");
  await galley.hears(sam, /Only .* can do this. Nothing was changed/u);
  galley.partner.clearFaults();
  galley.clock.skip(61_000);
  await arrival(galley, post);

  expect(await orders(galley)).toMatchObject({ charged: storyCredits });
});

test("what was sent cannot be undone, whatever a click says", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const first = await waiting(galley);
  await robin.clicks(first.card, "task.take_back");
  galley.partner.clearFaults();
  galley.partner.change({ charsPerSecond: 1 });
  const { ana } = galley.slack.people;
  await ana.clicks(await galley.card(first.post, /\[ Approve ·/u), "quote.approve");
  galley.clock.skip(61_000);
  await galley.card(first.post, /Translating…/u);
  const key = approvedKeys(galley).at(-1);

  const alters = (payload: Fields) => {
    const [action] = listOf(payload["actions"]).map(fieldsOf);
    const [quoteId] = String(action?.["value"]).split("/");
    return { ...payload, actions: [{ ...action, value: `${quoteId}/${String(key)}` }] };
  };
  await robin.clicks(first.card, "task.take_back", { screen: "stale", alters });
  await galley.slack.deliveries.settled();
  galley.partner.change({ charsPerSecond: 1_000_000 });
  await arrival(galley, first.post);

  expect(await orders(galley)).toMatchObject({ charged: storyCredits });
});

test("without trouble an approval goes out at once, and nothing is left to undo", async () => {
  await using galley = await openGalley();

  const { card } = await running(galley);

  expect(galley.drawn(card)).not.toContain("Undo");
});

/** Returns the keys in the order of their approvals. */
function approvedKeys(galley: Galley) {
  return galley.log
    .filter((line) => line["audit"] === true && line["kind"] === "approved")
    .map((line) => line["key"]);
}
