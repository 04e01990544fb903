import { expect, test } from "vitest";

import type { Message } from "../../src/sandbox/slack/model.ts";
import { approved, arrival, orders, storyCredits } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";

const create = { method: "POST", action: "translation" } as const;
const window = 16 * 60_000;

test("the admins are asked directly, with what the account says beside it", async () => {
  await using house = await openHouse();
  const { card } = await unknownOutcome(house, "after");
  const { ada } = house.slack.people;

  const shown = house.slack.draw.message(card, { columns: 200 });
  expect(shown).toContain(`Used in between: ${storyCredits} credits`);
  expect(shown).toContain("enough for this task to have been charged");
  expect(card.channel).toBe(ada.direct().id);
  expect((await orders(house)).keys.size).toBe(1);
});

test("an admin who enters the task id brings the translation back, paid once", async () => {
  await using house = await openHouse();
  const { post, card } = await unknownOutcome(house, "after");
  const { ada } = house.slack.people;
  const [task] = (await orders(house)).tasks;

  await ada.clicks(card, "settle.task_id");
  await house.slack.until(() => ada.sees().modal, { what: "the form for the task id" });
  ada.fillsIn({ id: task?.taskId ?? "" });
  await ada.submits();
  await arrival(house, post);

  expect(await orders(house)).toMatchObject({ charged: storyCredits });
  await settledCard(house);
});

test("a task id that the partner does not know is not believed", async () => {
  await using house = await openHouse();
  const { card } = await unknownOutcome(house, "after");
  const { ada } = house.slack.people;

  await ada.clicks(card, "settle.task_id");
  await house.slack.until(() => ada.sees().modal, { what: "the form for the task id" });
  ada.fillsIn({ id: "task_nowhere" });
  const answer = await ada.submits();

  expect(JSON.stringify(answer)).toContain("doesn’t know a task with this id");
  expect(ada.sees().modal).toBeDefined();
});

test("closed as not created, it can be approved anew and is paid once", async () => {
  await using house = await openHouse();
  const { post, card } = await unknownOutcome(house, "before");
  const { ada, ana } = house.slack.people;

  const { confirm } = await ada.clicks(card, "settle.not_created");
  const again = await house.card(post, /An admin found[\s\S]*\[ Translate again ·/u);
  await ana.clicks(again, "quote.again");
  await arrival(house, post);

  expect(confirm?.text).toContain("Only if the partner says there is no such task");
  expect(await orders(house)).toMatchObject({ charged: storyCredits, outcomes: ["created"] });
});

test("sent again, it keeps its key: what was created before is found, not paid twice", async () => {
  await using house = await openHouse();
  const { post, card } = await unknownOutcome(house, "after");
  const { ada } = house.slack.people;

  const { confirm } = await ada.clicks(card, "settle.send_again");
  await arrival(house, post);

  expect(confirm?.text).toContain("charges 261 credits a second time");
  expect((await orders(house)).keys.size).toBe(1);
  expect(await orders(house)).toMatchObject({ charged: storyCredits });
});

test("a charge above what was approved is told to the admins once", async () => {
  await using house = await openHouse();
  const { ada } = house.slack.people;
  house.partner.inject({ kind: "surcharge", credits: 40, ...create });

  const { post } = await approved(house);
  await arrival(house, post);
  await house.slack.until(
    () => adminMessages(house, /more than the approved price, 261 credits/u)[0],
  );

  expect(adminMessages(house, /more than the approved price, 261 credits/u)).toHaveLength(1);
  expect(ada.sees().directMessages).toHaveLength(1);
});

/** Approves while the partner answers the create with 500, and waits until the resend window is over. */
async function unknownOutcome(house: House, at: "before" | "after") {
  house.partner.inject({ kind: "status", status: 500, at, times: 1, ...create });
  const { post } = await approved(house);
  await house.failed("send");
  house.clock.skip(window);
  const card = await house.slack.until(() => adminMessages(house, /Used in between/u)[0], {
    what: "the admins' card",
  });
  return { post, card };
}

async function settledCard(house: House): Promise<Message> {
  return await house.slack.until(() => adminMessages(house, /Resolved/u)[0]);
}

function adminMessages(house: House, fits: RegExp): readonly Message[] {
  return house.slack.people.ada
    .sees()
    .directMessages.filter((message) =>
      fits.test(house.slack.draw.message(message, { columns: 200 })),
    );
}
