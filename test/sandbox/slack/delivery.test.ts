import { expect, test } from "vitest";

import { startBolt, startSlack } from "./fixture.ts";

const aManuscript = { name: "manuscript.txt", content: "It rained." };

test("an upload with a mention reaches Bolt as message and mention, and as nothing that the app does not subscribe to", async () => {
  await using slack = await startSlack();
  const heard: string[] = [];
  await using _bot = await startBolt(slack, (app) => {
    app.event("message", async ({ event }) => void heard.push(`message ${event.subtype ?? ""}`));
    app.event("app_mention", async ({ event }) => void heard.push(`mention ${event.text}`));
    app.event("file_shared", async ({ event }) => void heard.push(`file ${event.file_id}`));
  });
  const text = `<@${slack.app.botUserId}> please`;

  await slack.people.robin.posts({
    channel: "#translations",
    text,
    files: [aManuscript],
  });

  await slack.deliveries.settled();
  expect(heard.toSorted()).toEqual([`mention ${text}`, "message file_share"]);
});

test("the bot hears nothing of a channel it is not in", async () => {
  await using slack = await startSlack();
  await using _bot = await startBolt(slack, () => undefined);

  await slack.people.robin.posts({ channel: "#general", text: "Hello" });

  await slack.deliveries.settled();
  expect(slack.deliveries.sent()).toEqual([]);
});

test("an event that finds the bot down comes again when it is back, and says so", async () => {
  await using slack = await startSlack();
  await slack.people.robin.posts({ channel: "#translations", text: "Anyone?" });
  const heard: unknown[] = [];
  await using _bot = await startBolt(slack, (app) => {
    app.event("message", async ({ context }) => void heard.push(context.retryNum));
  });

  await slack.deliveries.redeliver();

  expect(heard).toEqual([2]);
  expect(slack.deliveries.waiting()).toBe(0);
});

test("an answer that Slack does not see brings the same event again", async () => {
  await using slack = await startSlack();
  const ids: string[] = [];
  await using _bot = await startBolt(slack, (app) => {
    app.event("message", async ({ body }) => void ids.push(body.event_id));
  });
  slack.faults.onDelivery("message", { fault: "answer-lost" });

  await slack.people.robin.posts({ channel: "#translations", text: "Once" });

  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test("a delivery with a wrong signature is not heard", async () => {
  await using slack = await startSlack();
  const heard: string[] = [];
  await using _bot = await startBolt(slack, (app) => {
    app.command("/translate", async ({ ack, command }) => {
      heard.push(command.text);
      await ack();
    });
  });
  slack.faults.onDelivery("/translate", { fault: "bad-signature" });

  const { receipt } = await slack.people.robin.commands("/translate", "help");

  expect(receipt).toMatchObject({ status: "failed", httpStatus: 401 });
  expect(heard).toEqual([]);
});

test("a captured request can be sent again byte for byte", async () => {
  await using slack = await startSlack();
  const heard: string[] = [];
  await using _bot = await startBolt(slack, (app) => {
    app.command("/translate", async ({ ack, command }) => {
      heard.push(command.trigger_id);
      await ack();
    });
  });
  await slack.people.robin.commands("/translate", "help");
  const [captured] = slack.deliveries.sent();

  const receipt = captured && (await slack.deliveries.replay(captured));

  expect(receipt).toMatchObject({ status: "acknowledged" });
  expect(heard).toHaveLength(2);
  expect(new Set(heard).size).toBe(1);
});

test("a command that nobody acknowledges in time fails for the person", async () => {
  await using slack = await startSlack({ ackDeadlineMs: 50 });
  await using _bot = await startBolt(slack, (app) => {
    app.command("/translate", async () => undefined);
  });

  const { receipt } = await slack.people.robin.commands("/translate");

  expect(receipt).toMatchObject({ status: "failed", reason: "http_timeout" });
});

test("a command is answered to its person alone", async () => {
  await using slack = await startSlack();
  await using _bot = await startBolt(slack, (app) => {
    app.command("/translate", async ({ ack }) => ack({ text: "Say /translate fr." }));
  });

  const { answer } = await slack.people.robin.commands("/translate", "help", {
    channel: "#translations",
  });

  expect(answer).toMatchObject({ text: "Say /translate fr." });
  expect(slack.people.robin.sees().ephemerals).toMatchObject([{ text: "Say /translate fr." }]);
  expect(slack.records.posts()).toEqual([]);
});

test("the later tries are due after one minute and after five", async () => {
  let now = 1_700_000_000_000;
  await using slack = await startSlack({ now: () => now });
  await slack.people.robin.posts({ channel: "#translations", text: "Anyone?" });

  const early = await slack.deliveries.redeliverDue();
  now += 60_000;
  const second = await slack.deliveries.redeliverDue();
  now += 300_000;
  const third = await slack.deliveries.redeliverDue();

  expect([early, second, third].map((receipts) => receipts.length)).toEqual([0, 1, 1]);
  expect(slack.deliveries.waiting()).toBe(0);
});

test("the bot's own messages and updates come back to it as events", async () => {
  await using slack = await startSlack();
  const heard: string[] = [];
  await using bot = await startBolt(slack, (app) => {
    app.event("message", async ({ event }) => void heard.push(event.subtype ?? "plain"));
  });
  const channel = slack.translations.id;

  const { ts = "" } = await bot.app.client.chat.postMessage({ channel, text: "A" });
  await bot.app.client.chat.update({ channel, ts, text: "B" });
  await slack.deliveries.settled();

  const sent = slack.deliveries.sent().map(({ name }) => name);
  expect(sent).toEqual(["message", "message.message_changed"]);
  // Bolt drops the bot's own messages, but lets their changes through.
  expect(heard).toEqual(["message_changed"]);
});
