import { describe, expect, test } from "vitest";

import { fetch } from "../../src/http.ts";
import { createHttpReceiver } from "../../src/slack/http-receiver.ts";
import type { Delivery } from "../../src/slack/intake.ts";
import { createMemoryStore } from "../../src/store/open-store.ts";
import { createMarks } from "../../src/store/small-stores.ts";
import { minute, noon, second } from "../builders.ts";
import { handClock } from "../partner/hand-clock.ts";
import { serve } from "../partner/serve.ts";
import { secret, sign } from "./sign.ts";

type Taker = (delivery: Delivery) => Promise<void>;
type Sent = {
  readonly body: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly at?: number;
};

const recorded: Taker = async ({ answer }) => answer();
const event = JSON.stringify({ type: "event_callback", event_id: "Ev1" });
const click = new URLSearchParams({ payload: JSON.stringify({ type: "block_actions" }) });

/** Opens a receiver on a port, with a sender that signs as Slack does. */
async function aReceiver(taker: Taker = recorded) {
  const clock = handClock();
  const taken: Delivery[] = [];
  const faults: unknown[] = [];
  const state = { taker };
  const handle = createHttpReceiver({
    signingSecret: secret,
    now: () => noon + clock.now(),
    sleep: clock.sleep,
    first: createMarks(createMemoryStore()).at(() => noon + clock.now()).first,
    onFault: (error) => faults.push(error),
    intake: {
      init: () => undefined,
      start: async () => undefined,
      stop: async () => undefined,
      isOpen: () => true,
      drain: async () => undefined,
      take: async (delivery) => {
        taken.push(delivery);
        await state.taker(delivery);
      },
    },
  });
  const server = await serve((request, response) => void handle(request, response));
  const send = async ({ body, type = "application/json", headers, at }: Sent) => {
    const { timestamp, signature } = sign(body, { at: at ?? noon + clock.now() });
    const reply = await fetch(server.origin, {
      method: "POST",
      body,
      headers: {
        "content-type": type,
        "x-slack-request-timestamp": timestamp,
        "x-slack-signature": signature,
        ...headers,
      },
    });
    return { status: reply.status, text: await reply.text(), headers: reply.headers };
  };
  const sendClick = (at?: number) =>
    send({
      body: click.toString(),
      type: "application/x-www-form-urlencoded",
      ...(at !== undefined && { at }),
    });
  return { ...server, clock, taken, faults, state, send, sendClick };
}

describe("a delivery", () => {
  test("that Slack signed is taken and answered", async () => {
    await using receiver = await aReceiver();

    expect(await receiver.send({ body: event })).toMatchObject({ status: 200, text: "" });
    expect(receiver.taken).toMatchObject([{ body: { type: "event_callback", event_id: "Ev1" } }]);
  });

  test.each<readonly [string, Partial<Sent>]>([
    ["without a signature", { headers: { "x-slack-signature": "" } }],
    ["with another's signature", { headers: { "x-slack-signature": `v0=${"0".repeat(64)}` } }],
    ["from six minutes ago", { at: noon - 6 * minute }],
    ["from an hour ahead", { at: noon + 60 * minute }],
  ])("%s is refused", async (_, changes) => {
    await using receiver = await aReceiver();

    expect(await receiver.send({ body: event, ...changes })).toMatchObject({ status: 401 });
    expect(receiver.taken).toEqual([]);
  });

  test("with a header that came twice is refused", async () => {
    await using receiver = await aReceiver();
    const { timestamp, signature } = sign(event, { at: noon });

    const reply = await fetch(receiver.origin, {
      method: "POST",
      body: event,
      headers: [
        ["content-type", "application/json"],
        ["x-slack-request-timestamp", timestamp],
        ["x-slack-signature", signature],
        ["x-slack-signature", signature],
      ],
    });

    expect(reply.status).toBe(401);
  });

  test("that asks for a certificate check is answered only with a signature", async () => {
    await using receiver = await aReceiver();
    const body = "ssl_check=1&payload=%7B%22type%22%3A%22block_actions%22%7D";
    const type = "application/x-www-form-urlencoded";

    const unsigned = await receiver.send({ body, type, headers: { "x-slack-signature": "" } });

    expect(unsigned.status).toBe(401);
    expect(receiver.taken).toEqual([]);
  });

  test("larger than anything Slack sends is refused before it is read whole", async () => {
    await using receiver = await aReceiver();

    const huge = await receiver.send({ body: "x".repeat(5 * 1024 * 1024) });

    expect(huge.status).toBe(413);
    expect(receiver.taken).toEqual([]);
    // A delivery that follows on this connection would be lost with it.
    expect(huge.headers.get("connection")).toBe("close");
    expect(await receiver.send({ body: event })).toMatchObject({ status: 200 });
  });

  test.each([
    ["application/json", "{"],
    ["application/json", "[]"],
    ["application/json", "null"],
    ["application/x-www-form-urlencoded", "payload=%7B"],
    ["text/plain", event],
    ["", event],
  ])("that cannot be read (%s, %s) is refused", async (type, body) => {
    await using receiver = await aReceiver();

    expect(await receiver.send({ body, type })).toMatchObject({ status: 400 });
    expect(receiver.taken).toEqual([]);
  });

  test.each([
    ["application/json; charset=utf-8", event, { event_id: "Ev1" }],
    ["Application/JSON", event, { event_id: "Ev1" }],
    [
      "application/x-www-form-urlencoded; charset=UTF-8",
      click.toString(),
      { type: "block_actions" },
    ],
    [
      "application/x-www-form-urlencoded",
      "command=%2Ftranslate&text=fr+%E6%97%A5",
      { text: "fr 日" },
    ],
  ])("of content type %s is read", async (type, body, read) => {
    await using receiver = await aReceiver();

    expect(await receiver.send({ body, type })).toMatchObject({ status: 200 });
    expect(receiver.taken).toMatchObject([{ body: read }]);
  });

  test("that verifies the address is answered with its challenge", async () => {
    await using receiver = await aReceiver();
    const body = JSON.stringify({ type: "url_verification", challenge: "c".repeat(30) });

    const { status, text } = await receiver.send({ body });

    expect([status, JSON.parse(text)]).toEqual([200, { challenge: "c".repeat(30) }]);
    expect(receiver.taken).toEqual([]);
  });
});

describe("a delivery that is replayed", () => {
  test("byte for byte is taken once, however often", async () => {
    await using receiver = await aReceiver();

    const replies = await Promise.all(Array.from({ length: 100 }, () => receiver.sendClick(noon)));

    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(receiver.taken).toHaveLength(1);
  });

  test("by Slack itself carries a new time, and is taken", async () => {
    await using receiver = await aReceiver();

    await receiver.sendClick(noon);
    await receiver.sendClick(noon + second);

    expect(receiver.taken).toHaveLength(2);
  });
});

describe("an event that could not be recorded", () => {
  test("is answered with 500, and its next delivery works, even byte for byte", async () => {
    await using receiver = await aReceiver(async () => {
      throw new Error("the store is down");
    });
    expect(await receiver.send({ body: event })).toMatchObject({ status: 500 });

    receiver.state.taker = recorded;

    expect(await receiver.send({ body: event })).toMatchObject({ status: 200 });
    expect(receiver.faults).toMatchObject([{ message: "the store is down" }]);
    expect(receiver.taken).toHaveLength(2);
  });
});

describe("a click", () => {
  test("is answered with what its listener says", async () => {
    await using receiver = await aReceiver(async ({ answer }) => answer({ text: "done" }));

    const { text, headers } = await receiver.sendClick();

    expect(JSON.parse(text)).toEqual({ text: "done" });
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  test("that takes long is answered after two and a half seconds, and goes on", async () => {
    const door = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    await using receiver = await aReceiver(async ({ answer }) => {
      begun.resolve();
      await door.promise;
      await answer({ text: "too late to be seen" });
      ended.resolve();
    });
    const reply = receiver.sendClick();
    await begun.promise;

    await receiver.clock.pass(2.5 * second);

    expect(await reply).toMatchObject({ status: 200, text: "" });
    door.resolve();
    await ended.promise;
    expect(receiver.faults).toEqual([]);
  });

  test("that comes while another one is slow has its own two and a half seconds", async () => {
    const doors = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const begun = doors.map(() => Promise.withResolvers<void>());
    await using receiver = await aReceiver(async () => {
      const which = receiver.taken.length - 1;
      begun[which]?.resolve();
      await doors[which]?.promise;
    });
    const answered: string[] = [];
    const first = receiver.sendClick().then(() => answered.push("first"));
    await begun[0]?.promise;
    await receiver.clock.pass(second);
    const late = receiver.sendClick().then(() => answered.push("second"));
    await begun[1]?.promise;

    await receiver.clock.pass(1.5 * second);
    await first;
    expect(answered).toEqual(["first"]);

    await receiver.clock.pass(second);
    await late;
    expect(answered).toEqual(["first", "second"]);
    for (const door of doors) door.resolve();
  });

  test("that fails is answered all the same: its failure is told in a message", async () => {
    await using receiver = await aReceiver(async () => {
      throw new Error("a bug");
    });

    expect(await receiver.sendClick()).toMatchObject({ status: 200 });
    expect(receiver.faults).toHaveLength(1);
    await receiver.clock.pass(2.5 * second);
    expect(receiver.clock.sleepers()).toBe(0);
  });
});
