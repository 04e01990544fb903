import { expect, test } from "vitest";

import { type Fields, fieldsOf, listOf } from "../../src/sandbox/slack/json.ts";
import { approved, arrival, estimated, orders, quoted, storyCredits } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";

/** Approves as Ana while the partner answers 429, which counts as not sent; the card offers the undo. */
async function waiting(house: House) {
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house);
  await estimated(house, card);
  const create = { method: "POST", action: "translation" } as const;
  house.partner.inject({ kind: "status", status: 429, retryAfter: "60", times: 500, ...create });
  await ana.clicks(card, "quote.approve");
  return { post, card: await house.card(post, /can’t take it just now.*\[ Undo approval \]/su) };
}

test("an approval that was not sent is undone: nothing is charged, and the offer stands again", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { post, card } = await waiting(house);

  const { confirm } = await robin.clicks(card, "task.take_back");
  const open = await house.card(post, /\[ Approve · 261 credits \]/u);
  house.partner.clearFaults();
  house.clock.skip(300_000);
  await house.slack.deliveries.settled();

  expect(confirm?.text).toBe("Nothing is sent or charged, and the price stays on offer.");
  expect(house.drawn(open)).not.toContain("Undo");
  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
  expect(house.log).toContainEqual(expect.objectContaining({ audit: true, what: "cancelled" }));
});

test("what is approved again after an undo has a key of its own, and is charged once", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post, card } = await waiting(house);
  await ana.clicks(card, "task.take_back");
  const open = await house.card(post, /\[ Approve ·/u);
  house.partner.clearFaults();

  await ana.clicks(open, "quote.approve");
  house.clock.skip(61_000);
  await arrival(house, post);

  const keys = approvedKeys(house);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(2);
  const { tasks, charged, keys: sent } = await orders(house);
  expect(tasks).toHaveLength(1);
  expect(charged).toBe(storyCredits);
  expect(sent).toContain(keys[1]);
});

test("two people who undo at once undo once, and an undo that comes too late changes nothing", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const { post, card } = await waiting(house);

  await Promise.all([robin, ana].map((person) => person.clicks(card, "task.take_back")));
  const open = await house.card(post, /\[ Approve ·/u);
  house.partner.clearFaults();
  await ana.clicks(open, "quote.approve");
  house.clock.skip(61_000);
  await arrival(house, post);
  await robin.clicks(card, "task.take_back", { screen: "stale" });
  await house.slack.deliveries.settled();

  await house.card(post, /✅ Done/u);
  expect(await orders(house)).toMatchObject({ charged: storyCredits });
  expect(house.log.filter(({ what }) => what === "cancelled")).toHaveLength(1);
});

test("a bystander undoes nothing", async () => {
  await using house = await openHouse();
  const { sam } = house.slack.people;
  const { post, card } = await waiting(house);

  await sam.clicks(card, "task.take_back");
  await house.hears(sam, /Only the requester/u);
  house.partner.clearFaults();
  house.clock.skip(61_000);
  await arrival(house, post);

  expect(await orders(house)).toMatchObject({ charged: storyCredits });
});

test("what was sent cannot be undone, whatever a click says", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const first = await waiting(house);
  await robin.clicks(first.card, "task.take_back");
  house.partner.clearFaults();
  house.partner.change({ charsPerSecond: 1 });
  const { ana } = house.slack.people;
  await ana.clicks(await house.card(first.post, /\[ Approve ·/u), "quote.approve");
  house.clock.skip(61_000);
  await house.card(first.post, /Translating…/u);
  const key = approvedKeys(house).at(-1);

  const alters = (payload: Fields) => {
    const [action] = listOf(payload["actions"]).map(fieldsOf);
    const [quoteId] = String(action?.["value"]).split("/");
    return { ...payload, actions: [{ ...action, value: `${quoteId}/${String(key)}` }] };
  };
  await robin.clicks(first.card, "task.take_back", { screen: "stale", alters });
  await house.slack.deliveries.settled();
  house.partner.change({ charsPerSecond: 1_000_000 });
  await arrival(house, first.post);

  expect(await orders(house)).toMatchObject({ charged: storyCredits });
});

test("without trouble an approval goes out at once, and nothing is left to undo", async () => {
  await using house = await openHouse({ partner: { charsPerSecond: 1 } });
  const { post } = await approved(house);

  const card = await house.card(post, /Translating…/u);

  expect(house.drawn(card)).not.toContain("Undo");
});

/** Returns the keys in the order of their approvals. */
function approvedKeys(house: House) {
  return house.log
    .filter((line) => line["audit"] === true && line["what"] === "approved")
    .map((line) => line["key"]);
}
