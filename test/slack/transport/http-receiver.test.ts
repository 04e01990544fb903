import { expect, test } from "vitest";

import { type Delivery, aClick, anEvent, openReceiver } from "./receive.ts";

const signed = "x-slack-signature";
const zeros = "0".repeat(64);

const forged: readonly (readonly [string, Delivery])[] = [
  ["without a signature", { headers: { [signed]: undefined } }],
  ["with an empty signature", { headers: { [signed]: "" } }],
  ["with a short signature", { headers: { [signed]: "v0=abc" } }],
  ["with a signature of another version", { headers: { [signed]: `v1=${zeros}` } }],
  ["with a wrong signature", { headers: { [signed]: `v0=${zeros}` } }],
  ["with its signature sent twice", { headers: { [signed]: [`v0=${zeros}`, `v0=${zeros}`] } }],
  ["without a time", { headers: { "x-slack-request-timestamp": undefined } }],
  ["with a time that is none", { headers: { "x-slack-request-timestamp": "NaN" } }],
  ["signed five minutes and a second ago", { ahead: -301 }],
  ["signed for more than a minute ahead", { ahead: 61 }],
  ["signed for an hour ahead", { ahead: 3600 }],
  [
    "that calls itself an SSL check",
    { body: `ssl_check=1&${aClick}`, headers: { [signed]: undefined } },
  ],
];

test.for(forged)("a request %s is refused and reaches nobody", async ([, delivery], { expect }) => {
  await using receiver = await openReceiver();

  const { status } = await receiver.send(delivery);

  expect(status).toBe(401);
  expect(receiver.reached).toEqual([]);
});

test.for([
  ["without a signature", { signature: "" }],
  ["with what is no signature", { signature: "v0=abc" }],
  ["signed too long ago", { ahead: -301 }],
  ["signed for later", { ahead: 61 }],
] as const)("of a request %s no body is waited for", async ([, claim], { expect }) => {
  await using receiver = await openReceiver();

  const { answer } = receiver.begin({ length: 1000, ...claim });

  expect(await answer).toBe(401);
});

test("bodies that are read at one time have little room together, and leave it", async () => {
  await using receiver = await openReceiver();
  const length = 4 * 1024 * 1024;
  const most = Buffer.alloc(length - 1, "x");

  const begun = [1, 2, 3, 4, 5, 6].map(() => receiver.begin({ length }));
  for (const { write } of begun) write(most);
  const refused = await Promise.race(begun.map(({ answer }) => answer));
  for (const { write } of begun) write(Buffer.from("x"));
  await Promise.all(begun.map(({ answer }) => answer));
  const { status } = await receiver.send({});

  expect(refused).toBe(503);
  expect(status).toBe(200);
});

test.for([-300, -5, 0, 60])("a request signed %d s ahead is taken", async (ahead, { expect }) => {
  await using receiver = await openReceiver();

  const { status } = await receiver.send({ ahead });

  expect(status).toBe(200);
  expect(receiver.reached).toHaveLength(1);
});

test("the same bytes a hundred times reach the app once", async () => {
  await using receiver = await openReceiver();

  const answers = await Promise.all(
    Array.from({ length: 100 }, () => receiver.send({ body: aClick })),
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(receiver.reached).toHaveLength(1);
});

test("a body larger than anything Slack sends is refused", async () => {
  await using receiver = await openReceiver();

  const answer = await receiver
    .send({ body: `{"a":"${"x".repeat(4 * 1024 * 1024)}"}` })
    .catch(() => ({ status: 413 }));

  expect(answer.status).toBe(413);
  expect(receiver.reached).toEqual([]);
});

test.for([
  ["application/json; charset=utf-8", anEvent],
  ["Application/JSON", anEvent],
  ["application/x-www-form-urlencoded; charset=UTF-8", aClick],
] as const)("a content type such as %s is understood", async ([type, body], { expect }) => {
  await using receiver = await openReceiver();

  const { status } = await receiver.send({ type, body });

  expect(status).toBe(200);
  expect(receiver.reached).toHaveLength(1);
});

test.for([
  ["text/plain", anEvent],
  ["application/json", "{"],
  ["application/json", "[]"],
  ["application/x-www-form-urlencoded", "payload=%7B"],
] as const)("a signed %s body of %s is refused", async ([type, body], { expect }) => {
  await using receiver = await openReceiver();

  const { status } = await receiver.send({ type, body });

  expect(status).toBe(400);
  expect(receiver.reached).toEqual([]);
});

test("Slack’s question for the address is answered with its challenge", async () => {
  await using receiver = await openReceiver();

  const body = JSON.stringify({ type: "url_verification", challenge: "3eZbrw1a" });
  const answer = await receiver.send({ body });

  expect(answer).toEqual({ status: 200, body: '{"challenge":"3eZbrw1a"}' });
});

test("an event that could not be recorded is not acknowledged, and taken when it comes again", async () => {
  let isBroken = true;
  const processEvent = async () => {
    if (isBroken) throw new Error("the store is down");
  };
  await using receiver = await openReceiver({ processEvent });

  const first = await receiver.send({});
  isBroken = false;
  const second = await receiver.send({});

  expect([first.status, second.status]).toEqual([500, 200]);
  expect(receiver.faults).toHaveLength(1);
});

test("an event is acknowledged only once it was recorded", async () => {
  const recorded = Promise.withResolvers<void>();
  await using receiver = await openReceiver({ processEvent: () => recorded.promise });
  const order: string[] = [];

  const answer = receiver.send({}).then(() => order.push("answered"));
  await expect.poll(() => receiver.reached).toHaveLength(1);
  receiver.timeIsUp();
  order.push("recorded");
  recorded.resolve();
  await answer;

  expect(order).toEqual(["recorded", "answered"]);
});

test("a click that takes long is acknowledged in time, and still carried out", async () => {
  const recorded = Promise.withResolvers<void>();
  await using receiver = await openReceiver({ processEvent: () => recorded.promise });

  const answer = receiver.send({ body: aClick });
  await expect.poll(() => receiver.reached).toHaveLength(1);
  receiver.timeIsUp();
  const { status } = await answer;
  recorded.resolve();
  await receiver.intake.drain();

  expect(status).toBe(200);
  expect(receiver.faults).toEqual([]);
});

test("stopping waits for what is under way", async () => {
  const recorded = Promise.withResolvers<void>();
  await using receiver = await openReceiver({ processEvent: () => recorded.promise });
  const order: string[] = [];
  const answer = receiver.send({});
  await expect.poll(() => receiver.reached).toHaveLength(1);

  const drained = receiver.intake.drain().then(() => order.push("drained"));
  order.push("recorded");
  recorded.resolve();
  await drained;
  await answer;

  expect(order).toEqual(["recorded", "drained"]);
});
