import { expect, test } from "vitest";

import { clientOf, refusalOf, startBolt, startSlack } from "./fixture.ts";

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => "no failure",
    (error: unknown) => error,
  );

test("a rate limit names its seconds, once", async () => {
  await using slack = await startSlack();
  const client = clientOf(slack);
  slack.faults.onCall("chat.postMessage", { fault: "rate-limited", retryAfter: "7" });
  const channel = slack.translations.id;

  const limited = await failureOf(client.chat.postMessage({ channel, text: "One" }));
  const { ok } = await client.chat.postMessage({ channel, text: "Two" });

  expect(limited).toMatchObject({ retryAfter: 7 });
  expect(ok).toBe(true);
});

test("a lost reply leaves the message posted", async () => {
  await using slack = await startSlack();
  slack.faults.onCall("chat.postMessage", { fault: "lost-reply" });
  const said = { channel: slack.translations.id, text: "Once" };

  const failure = await failureOf(clientOf(slack).chat.postMessage(said));

  expect(failure).toMatchObject({ code: "slack_webapi_request_error" });
  expect(slack.records.botPosts().map(({ text }) => text)).toEqual(["Once"]);
});

test("a 500 comes before the deed or after it", async () => {
  await using slack = await startSlack();
  const client = clientOf(slack);
  const channel = slack.translations.id;
  slack.faults.onCall("chat.postMessage", { fault: "500-before" });
  slack.faults.onCall("chat.postMessage", { fault: "500-after" });

  const before = await failureOf(client.chat.postMessage({ channel, text: "Never" }));
  const after = await failureOf(client.chat.postMessage({ channel, text: "Done" }));

  expect([before, after]).toMatchObject([{ statusCode: 500 }, { statusCode: 500 }]);
  expect(slack.records.botPosts().map(({ text }) => text)).toEqual(["Done"]);
});

test("any refusal can be made", async () => {
  await using slack = await startSlack();
  slack.faults.onCall("chat.update", { fault: "refused", error: "edit_window_closed" });

  const refusal = await refusalOf(
    clientOf(slack).chat.update({ channel: slack.translations.id, ts: "1.000001", text: "Late" }),
  );

  expect(refusal).toMatchObject({ error: "edit_window_closed" });
});

test("a stale read misses what was said after the fault was set", async () => {
  await using slack = await startSlack();
  const client = clientOf(slack);
  const channel = slack.translations.id;
  const { ts = "" } = await client.chat.postMessage({ channel, text: "root" });
  slack.faults.onCall("conversations.replies", { fault: "stale" });
  await client.chat.postMessage({ channel, thread_ts: ts, text: "new" });

  const stale = await client.conversations.replies({ channel, ts });
  const fresh = await client.conversations.replies({ channel, ts });

  expect(stale.messages?.map(({ text }) => text)).toEqual(["root"]);
  expect(fresh.messages?.map(({ text }) => text)).toEqual(["root", "new"]);
});

test("an event can arrive twice at once", async () => {
  await using slack = await startSlack();
  const ids: string[] = [];
  await using _bot = await startBolt(slack, (app) => {
    app.event("message", async ({ body }) => void ids.push(body.event_id));
  });
  slack.faults.onDelivery("message", { fault: "twice" });

  await slack.people.robin.posts({ channel: "#translations", text: "Hello" });

  await slack.until(() => ids.length === 2);
  expect(new Set(ids).size).toBe(1);
});

test("a late event arrives when it is released, a lost one never", async () => {
  await using slack = await startSlack();
  const heard: string[] = [];
  await using _bot = await startBolt(slack, (app) => {
    app.message(/.*/, async ({ context }) => void heard.push(String(context["matches"])));
  });
  slack.faults.onDelivery("message", { fault: "late" });
  slack.faults.onDelivery("message", { fault: "lost" });
  await slack.people.robin.posts({ channel: "#translations", text: "late" });
  await slack.people.robin.posts({ channel: "#translations", text: "lost" });

  await slack.deliveries.redeliver();

  expect(heard).toEqual(["late"]);
});

test("a signature of the future still passes stock Bolt", async () => {
  await using slack = await startSlack();
  await using _bot = await startBolt(slack, (app) => {
    app.command("/translate", async ({ ack }) => ack());
  });
  slack.faults.onDelivery("/translate", { fault: "timestamp", aheadSeconds: 3600 });
  slack.faults.onDelivery("/translate", { fault: "timestamp", aheadSeconds: -301 });

  const ahead = await slack.people.robin.commands("/translate");
  const behind = await slack.people.robin.commands("/translate");

  expect(ahead.receipt).toMatchObject({ status: "acknowledged" });
  expect(behind.receipt).toMatchObject({ status: "failed", httpStatus: 401 });
});
