import { expect, test } from "vitest";

import { request } from "#lib/http.ts";
import type { Message } from "#sandbox/slack/model.ts";

import { approved, arrival, orders, storyCredits, estimated, quoted } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

const create = { method: "POST", action: "translation" } as const;
const window = 16 * 60_000;

test("the admins are asked directly, with what the account says beside it", async () => {
  await using galley = await openGalley();
  const { card } = await unknownOutcome(galley, "after");
  const { ada } = galley.slack.people;

  const shown = galley.slack.draw.message(card, { columns: 200 });
  expect(shown).toMatch(new RegExp(`Used since it was sent[^]*${storyCredits} credits`, "u"));
  expect(card.channel).toBe(ada.direct().id);
  expect((await orders(galley)).keys.size).toBe(1);
});

test("an admin who enters the task id brings the translation back, paid once", async () => {
  await using galley = await openGalley();
  const { post, card } = await unknownOutcome(galley, "after");
  const { ada } = galley.slack.people;
  const [task] = (await orders(galley)).tasks;

  await ada.clicks(card, "settle.task_id");
  await galley.slack.until(() => ada.sees().modal, { what: "the form for the task id" });
  ada.fillsIn({ "settle.task_id": task?.taskId ?? "" });
  await ada.submits();
  await arrival(galley, post);

  expect(await orders(galley)).toMatchObject({ charged: storyCredits });
  await settledCard(galley);
});

test("a task id that the partner does not know is not believed", async () => {
  await using galley = await openGalley();
  const { card } = await unknownOutcome(galley, "after");
  const { ada } = galley.slack.people;

  await ada.clicks(card, "settle.task_id");
  await galley.slack.until(() => ada.sees().modal, { what: "the form for the task id" });
  ada.fillsIn({ "settle.task_id": "task_nowhere" });
  const answer = await ada.submits();

  expect(JSON.stringify(answer)).toContain("doesn’t know a task with this id");
  expect(ada.sees().modal).toBeDefined();
});

test("who is no admin any more when the form is sent reads so, and nothing is settled", async () => {
  await using galley = await openGalley({ group: "admins" });
  const { card } = await unknownOutcome(galley, "after");
  const { ada, ana } = galley.slack.people;
  const [task] = (await orders(galley)).tasks;
  const hers = await galley.slack.until(() =>
    galley.slack.state.messages.inChannel(ana.direct().id).find(({ text }) => text === card.text),
  );
  await ana.clicks(hers, "settle.task_id");
  await galley.slack.until(() => ana.sees().modal);
  galley.slack.state.people.setGroupMembers(galley.slack.approvers, []);
  galley.clock.skip(61_000);

  ana.fillsIn({ "settle.task_id": task?.taskId ?? "" });
  await ana.submits();

  expect(await galley.hears(ana, /Only Galley’s admins/u)).toBeDefined();
  expect(galley.drawn(await galley.direct(ada, /\[ Enter/u))).toContain("[ Enter");
});

test("closed as not created, it can be approved anew and is paid once", async () => {
  await using galley = await openGalley();
  const { post, card } = await unknownOutcome(galley, "before");
  const { ada, ana } = galley.slack.people;

  const { confirm } = await ada.clicks(card, "settle.not_created");
  const again = await galley.card(post, /An admin found[\s\S]*\[ Translate again ·/u);
  await ana.clicks(again, "quote.again");
  await arrival(galley, post);

  expect(confirm?.text).toContain("Only if the partner says there is no such task");
  expect(await orders(galley)).toMatchObject({ charged: storyCredits, outcomes: ["created"] });
});

test("sent again, it keeps its key: what was created before is found, not paid twice", async () => {
  await using galley = await openGalley();
  const { post, card } = await unknownOutcome(galley, "after");
  const { ada } = galley.slack.people;

  const { confirm } = await ada.clicks(card, "settle.send_again");
  await arrival(galley, post);

  expect(confirm?.text).toContain("charges 261 credits a second time");
  expect((await orders(galley)).keys.size).toBe(1);
  expect(await orders(galley)).toMatchObject({ charged: storyCredits });
});

test("a charge above what was approved is told to the admins once", async () => {
  await using galley = await openGalley();
  const { ada } = galley.slack.people;
  galley.partner.inject({ kind: "surcharge", credits: 40, ...create });

  const { post } = await approved(galley);
  await arrival(galley, post);
  await galley.slack.until(() => adminMessages(galley, /more than was approved/u)[0]);

  expect(adminMessages(galley, /more than was approved/u)).toHaveLength(1);
  expect(ada.sees().directMessages).toHaveLength(1);
});

/** Approves while the partner answers the create with 500, and waits until the resend window is over. */
async function unknownOutcome(galley: Galley, at: "before" | "after") {
  galley.partner.inject({ kind: "status", status: 500, at, times: 1, ...create });
  const { post } = await approved(galley);
  await galley.failed("send");
  galley.clock.skip(window);
  const card = await galley.slack.until(() => adminMessages(galley, /Used since it was sent/u)[0], {
    what: "the admins' card",
  });
  return { post, card };
}

async function settledCard(galley: Galley): Promise<Message> {
  return await galley.slack.until(() => adminMessages(galley, /Resolved/u)[0]);
}

function adminMessages(galley: Galley, fits: RegExp): readonly Message[] {
  return galley.slack.people.ada
    .sees()
    .directMessages.filter((message) =>
      fits.test(galley.slack.draw.message(message, { columns: 200 })),
    );
}

/** Approves while the channel is archived and the requester accepts no direct messages. */
async function stranded(galley: Galley) {
  const { ada, ana } = galley.slack.people;
  const { post, card } = await quoted(galley);
  await estimated(galley, await galley.card(post, /\[ Approve ·/u));
  galley.slack.faults.onCall("chat.update", { fault: "refused", error: "is_archived" });
  galley.slack.faults.onCall("chat.postMessage", { fault: "refused", error: "channel_not_found" });
  await ana.clicks(card, "quote.approve");
  const told = await galley.direct(ada, /I haven’t sent the French translation/u);
  return { post, card, told };
}

test("an approval whose card can be put up nowhere is told to the admins, and nothing is sent", async () => {
  await using galley = await openGalley();

  const { told } = await stranded(galley);

  expect(galley.drawn(told)).toContain(`${storyCredits} credits`);
  expect(galley.drawn(told)).toContain("channel_not_found");
  expect((await orders(galley)).posts.length).toBeGreaterThan(0);
  expect(await orders(galley)).toMatchObject({ tasks: [], outcomes: [], charged: 0 });
  const reply = await request(`${galley.origin()}/metrics`);
  const metrics = await reply.body.text();
  expect(metrics).toContain("galley_tasks_stranded 1");
});

test("an admin tries again, and it is sent once", async () => {
  await using galley = await openGalley();
  const { ada } = galley.slack.people;
  const { post, told } = await stranded(galley);

  await ada.clicks(told, "settle.try_again");
  await arrival(galley, post);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  await galley.direct(ada, /Resolved: /u);
});

test("an admin takes it back, and it is never sent", async () => {
  await using galley = await openGalley();
  const { ada } = galley.slack.people;
  const { post, told } = await stranded(galley);

  await ada.clicks(told, "settle.take_back");
  await galley.direct(ada, /undone before anything was sent/u);
  await galley.reply(post, /was undone before anything was sent/u);

  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
});

test("the requester who asks how it stands wakes it", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post } = await stranded(galley);

  await robin.commands("/translate", "status", { channel: "#translations" });
  await galley.hears(robin, /approved for .* but not sent/u);
  await arrival(galley, post);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});
