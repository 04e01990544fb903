import { expect, test } from "vitest";

import { approved, arrival, estimated, extracts, orders, quoted, storyCredits } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";

const create = { method: "POST", action: "translation" } as const;
const look = { method: "GET", path: "/tasks/*" } as const;

test("while the partner works, the card shows how far it is", async () => {
  await using house = await openHouse();
  const { post } = await slowlyApproved(house);

  await house.card(post, /Translating…/u);
  house.clock.skip(131_000);
  const half = await house.card(post, /50%/u);
  house.clock.skip(200_000);
  await arrival(house, post);

  expect(half.text).toContain("⏳ Translating… 50%");
});

test("a status word that the document does not show is named, and waited for", async () => {
  await using house = await openHouse();
  const { post } = await slowlyApproved(house);

  house.partner.inject({ kind: "patch", set: { status: "Simmering" }, times: 1000, ...look });
  const card = await house.card(post, /Simmering/u);
  house.partner.clearFaults();
  house.clock.skip(300_000);
  await arrival(house, post);

  expect(card.text).toContain("which I take as still running");
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a task that failed is said with the partner’s word, and the card offers it again", async () => {
  await using house = await openHouse();
  house.partner.inject({ kind: "ends-as", status: "failed", ...create });
  const { post } = await approved(house);

  const told = await house.reply(post, /reports that the French translation .* failed/u);
  const again = await house.card(post, /\[ Translate again ·/u);
  await house.slack.people.ana.clicks(again, "quote.again");
  await arrival(house, post);

  expect(told.text).toContain("and calls it “failed”.");
  expect((await orders(house)).keys.size).toBe(2);
});

test("a failure that was a slip of the partner is looked at again a minute later, and nobody buys it twice", async () => {
  await using house = await openHouse();
  const { post } = await slowlyApproved(house);
  house.partner.inject({ kind: "patch", set: { status: "failed" }, ...look });
  await house.reply(post, /reports that the French translation .* failed/u);

  house.partner.change({ charsPerSecond: 1_000_000 });
  house.clock.skip(61_000);
  const told = await arrival(house, post);

  expect(told.text).toContain(`It cost ${storyCredits} credits, as approved.`);
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a run that comes back after it was bought once more is delivered, and the admins are told of both", async () => {
  await using house = await openHouse();
  const { ana, ada } = house.slack.people;
  const { post } = await slowlyApproved(house);
  const [first] = (await orders(house)).tasks;
  const its = { method: "GET", path: `/tasks/${first?.taskId}` } as const;
  house.partner.inject({ kind: "patch", set: { status: "failed" }, times: 1000, ...its });
  await ana.clicks(await house.card(post, /\[ Translate again ·/u), "quote.again");
  await house.card(post, /Translating…/u);

  house.partner.clearFaults();
  house.partner.change({ charsPerSecond: 1_000_000 });
  house.clock.skip(61_000);
  const told = await house.direct(ada, /Now the first run has come back/u);
  const results = await house.passing(1000, () => {
    const found = house.replies(post).filter(({ text }) => text.includes("is ready"));
    return found.length === 2 ? found : undefined;
  });

  const { tasks, charged } = await orders(house);
  expect(results).toHaveLength(2);
  expect(charged).toBe(2 * storyCredits);
  expect(tasks).toHaveLength(2);
  for (const { taskId } of tasks) expect(house.drawn(told)).toContain(taskId);
  expect(house.drawn(told)).toContain("@Ana Moreau");
  expect(house.log).toContainEqual(
    expect.objectContaining({ audit: true, what: "charged-twice", taskId: first?.taskId }),
  );
});

test("a task that the partner does not know for a moment is looked at again as soon as any other", async () => {
  await using house = await openHouse();
  const { post } = await slowlyApproved(house);

  house.partner.inject({ kind: "status", status: 404, ...look });
  house.partner.change({ charsPerSecond: 1_000_000 });
  await arrival(house, post);

  expect((await house.partner.books()).faults.fired).toHaveLength(1);
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a glossary that is complete without its terms is looked at again, not thrown away", async () => {
  await using house = await openHouse();
  const { post, card } = await quoted(house);
  await estimated(house, await house.card(post, /\[ Approve ·/u));
  house.partner.change({ inlineUpTo: 0, charsPerSecond: 1 });
  const set = { status: "completed" };
  house.partner.inject({ kind: "patch", remove: ["terms"], set, times: 3, ...look });

  await extracts(house, house.slack.people.ana, card);
  await house.card(post, /Glossary.*\d%/u);
  house.clock.skip(300_000);
  const told = await house.reply(post, /French glossary of “harbour.txt” is ready/u);

  expect(house.drawn(told)).toContain("Marlow Finch");
});

test("a charge above what was approved is said to everyone and goes to the audit log", async () => {
  await using house = await openHouse();
  house.partner.inject({ kind: "surcharge", credits: 39, ...create });

  const { post } = await approved(house);
  const told = await arrival(house, post);

  expect(told.text).toContain("It cost 300 credits, 39 credits more than was approved");
  expect(house.log).toContainEqual(
    expect.objectContaining({ audit: true, what: "overcharged", credits: 300 }),
  );
});

test("looks that the partner answers with trouble cost nothing but time", async () => {
  await using house = await openHouse();
  const { post } = await slowlyApproved(house);
  const faults = [
    { kind: "status", status: 500 },
    { kind: "drop", at: "after" },
    { kind: "body", body: "html" },
    { kind: "body", body: "truncated" },
  ] as const;
  for (const fault of faults) house.partner.inject({ ...fault, ...look });

  for (const time of [1, 2, 3, 4]) {
    await house.failed("poll", time);
    house.clock.skip(100_000);
  }
  await arrival(house, post);

  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a task that the partner no longer knows is reported, and never created anew", async () => {
  await using house = await openHouse();
  const { post } = await slowlyApproved(house);

  house.partner.inject({ kind: "status", status: 404, times: 5, ...look });
  const told = await house.passing(360_000, () => house.replies(post)[1]);

  expect(told.text).toContain("The partner no longer knows the French translation");
  expect(told.text).toContain("I don’t offer it again, so that nothing is charged twice");
  expect(await orders(house)).toMatchObject({ outcomes: ["created"] });
});

test("one that it knows again after all is delivered, hours after it was given up", async () => {
  await using house = await openHouse();
  const { post } = await slowlyApproved(house);
  house.partner.inject({ kind: "status", status: 404, times: 5, ...look });
  await house.passing(360_000, () => house.replies(post)[1]);

  const told = await house.passing(600_000, () =>
    house.replies(post).find(({ text }) => text.includes("is ready")),
  );

  expect(told.text).toContain(`It cost ${storyCredits} credits, as approved.`);
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

/** Approves a translation that takes 261 seconds, once the partner's estimate is in. */
async function slowlyApproved(house: House) {
  const { post } = await quoted(house);
  const card = await estimated(house, await house.card(post, /\[ Approve ·/u));
  house.partner.change({ charsPerSecond: 1 });
  await house.slack.people.ana.clicks(card, "quote.approve");
  return { post, card: await house.card(post, /Translating…/u) };
}
