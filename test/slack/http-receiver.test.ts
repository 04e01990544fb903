import { request } from "node:http";

import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";

import { fetch } from "#lib/http.ts";
import { createHttpReceiver, isSigned } from "#slack/http-receiver.ts";
import type { Delivery } from "#slack/intake.ts";
import { createMemoryStore } from "#store/open-store.ts";
import { createDedupStore } from "#store/small-stores.ts";

import { noon, second, minute } from "../builders.ts";
import { handClock } from "../partner/hand-clock.ts";
import { serve } from "../partner/serve.ts";
import { openIntake, secret, sign } from "./sign.ts";

type Taker = (delivery: Delivery) => Promise<void>;
type Sent = {
  readonly body: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly at?: number;
};
type Begun = { readonly length: number; readonly signature?: string; readonly at?: number };

const recorded: Taker = async ({ answer }) => answer();
const event = JSON.stringify({ type: "event_callback", event_id: "Ev1" });
const click = new URLSearchParams({ payload: JSON.stringify({ type: "block_actions" }) });

/** Opens a receiver on a port, with a sender that signs as Slack does. */
async function aReceiver(taker: Taker = recorded) {
  const clock = handClock();
  const taken: Delivery[] = [];
  const faults: unknown[] = [];
  const state = { taker, refused: 0 };
  const handle = createHttpReceiver({
    signingSecret: secret,
    now: () => noon + clock.now(),
    sleep: clock.sleep,
    first: createDedupStore(createMemoryStore()).at(() => noon + clock.now()).first,
    onFault: (error) => faults.push(error),
    onRefused: () => (state.refused += 1),
    intake: openIntake(async (delivery) => {
      taken.push(delivery);
      await state.taker(delivery);
    }),
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
  /** Begins a request and withholds its body; no status: the connection was cut. */
  const begin = ({ length, signature = `v0=${"0".repeat(64)}`, at = noon }: Begun) => {
    const outgoing = request(server.origin, {
      method: "POST",
      headers: {
        "content-length": length,
        "x-slack-request-timestamp": String(at / second),
        "x-slack-signature": signature,
      },
    });
    outgoing.flushHeaders();
    const status = new Promise<number | undefined>((resolve) => {
      outgoing.on("response", (response) => resolve(response.resume().statusCode));
      outgoing.on("error", () => resolve(undefined));
    });
    return { status, write: (bytes: Buffer) => void outgoing.write(bytes) };
  };
  /** Waits until a body is being read. */
  const reading = () => vi.waitUntil(() => clock.sleepers() > 0);
  const sendClick = (at?: number) =>
    send({
      body: click.toString(),
      type: "application/x-www-form-urlencoded",
      ...(at !== undefined && { at }),
    });
  return { ...server, clock, taken, faults, state, send, begin, reading, sendClick };
}

describe("a delivery", () => {
  test("that Slack signed is taken and answered", async () => {
    await using receiver = await aReceiver();

    expect(await receiver.send({ body: event })).toMatchObject({ status: 200, text: "" });
    expect(receiver.taken).toMatchObject([{ body: { type: "event_callback", event_id: "Ev1" } }]);
  });

  // The check of signatures, below, and the cases of `test/proofs/rights/` have the other ways to forge one.
  test("that is forged is refused, and reaches nobody", async () => {
    await using receiver = await aReceiver();
    const forged = { "x-slack-signature": `v0=${"0".repeat(64)}` };

    expect(await receiver.send({ body: event, headers: forged })).toMatchObject({ status: 401 });
    expect(receiver.taken).toEqual([]);
    expect(receiver.state.refused).toBe(1);
  });

  test.each([
    ["without a signature", { signature: "" }],
    ["with what is no signature", { signature: "v0=abc" }],
    ["from too long ago", { at: noon - 301 * second }],
    ["from later", { at: noon + 61 * second }],
  ])("%s is refused before its body is waited for", async (_, claim) => {
    await using receiver = await aReceiver();

    expect(await receiver.begin({ length: 1000, ...claim }).status).toBe(401);
    expect(receiver.state.refused).toBe(1);
  });

  test.each([
    ["well below the limit", 1024 * 1024 - 1, 40],
    ["far above it", 4 * 1024 * 1024 - 1, 4],
  ])("is taken while others keep bodies back that are %s", async (_, length, callers) => {
    await using receiver = await aReceiver();

    const begun = Array.from({ length: callers }, () => receiver.begin({ length }));
    for (const { write } of begun) write(Buffer.alloc(length - 10, "x"));
    const small = await receiver.send({ body: event });
    const large = JSON.stringify({ type: "event_callback", text: "x".repeat(900_000) });

    expect(small).toMatchObject({ status: 200 });
    expect(await receiver.send({ body: large })).toMatchObject({ status: 200 });
  });

  test("whose body is slow is cut after a second", async () => {
    await using receiver = await aReceiver();
    const slow = receiver.begin({ length: 200_000 });
    slow.write(Buffer.alloc(100_000, "x"));
    await receiver.reading();

    await receiver.clock.pass(second);
    slow.write(Buffer.alloc(100, "x"));
    await receiver.clock.pass(second);

    expect(await slow.status).toBe(408);
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

test("a click that Slack itself sends again carries a new time, and is taken", async () => {
  await using receiver = await aReceiver();

  for (const at of [noon, noon, noon + second]) await receiver.sendClick(at);

  expect(receiver.taken).toHaveLength(2);
});

describe("an event", () => {
  test("is acknowledged only once it was recorded, however long that takes", async () => {
    const recording = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    await using receiver = await aReceiver(async ({ answer }) => {
      begun.resolve();
      await recording.promise;
      await answer();
    });
    const order: string[] = [];
    const answered = receiver.send({ body: event }).then(() => order.push("answered"));
    await begun.promise;

    await receiver.clock.pass(3 * second);
    order.push("recorded");
    recording.resolve();
    await answered;

    expect(order).toEqual(["recorded", "answered"]);
  });

  test("that could not be recorded is answered with 500, and its next delivery works, even byte for byte", async () => {
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

  test("leaves no timer once it is answered", async () => {
    await using receiver = await aReceiver(async () => {});

    expect(await receiver.sendClick()).toMatchObject({ status: 200 });
    expect(receiver.clock.sleepers()).toBe(0);
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

const body = '{"type":"event_callback"}';
const signed = sign(body, { at: noon });

type Given = { timestamp?: string | undefined; signature?: string | undefined; body?: string };

function check(given: Given = {}, now = noon, key = secret): boolean {
  const { timestamp = "", signature = "", body: sent } = { ...signed, body, ...given };
  return isSigned({ timestamp, signature, body: Buffer.from(sent) }, { secret: key, now });
}

test("what Slack signed just now is taken", () => {
  expect(check()).toBe(true);
});

describe("it is refused", () => {
  test.each<readonly [string, Given]>([
    ["without a signature", { signature: undefined }],
    ["with an empty one", { signature: "" }],
    ["with a short one", { signature: signed.signature.slice(0, -1) }],
    ["with a long one", { signature: `${signed.signature}0` }],
    ["with one that is no hex", { signature: `v0=${"z".repeat(64)}` }],
    ["with another version", { signature: signed.signature.replace("v0=", "v1=") }],
    ["with another body", { body: body.replace("event", "other") }],
    ["with the signature of another secret", sign(body, { at: noon, key: "guess" })],
    ["with the signature of an empty secret", sign(body, { at: noon, key: "" })],
    ["without a time", { timestamp: undefined }],
    ["with a time that is no number", { timestamp: "NaN" }],
    ["with a time in other words", { timestamp: `+${signed.timestamp}` }],
    ["with a fraction of a time", { timestamp: `${signed.timestamp}.0` }],
    ["with an endless time", { timestamp: "9".repeat(400) }],
    ["with another time than the signed one", { timestamp: String(Number(signed.timestamp) + 1) }],
  ])("%s", (_, given) => {
    expect(check(given)).toBe(false);
  });

  test("whenever a byte of it is changed", () => {
    const flips = fc.record({
      index: fc.nat(body.length - 1),
      by: fc.integer({ min: 1, max: 255 }),
    });

    fc.assert(
      fc.property(flips, ({ index, by }) => {
        const bytes = Buffer.from(body);
        bytes[index] = ((bytes[index] ?? 0) + by) % 256;

        expect(isSigned({ ...signed, body: bytes }, { secret, now: noon })).toBe(false);
      }),
    );
  });
});

test.each([
  [0, true],
  [300 * second, true],
  [301 * second, false],
  [-60 * second, true],
  [-61 * second, false],
  [-60 * minute, false],
])("a delivery that is %i ms old: taken %j", (age, taken) => {
  expect(check({}, noon + age)).toBe(taken);
});

test("an empty secret takes nothing, not even what is signed with it", () => {
  const forged = sign(body, { at: noon, key: "" });

  expect(check(forged, noon, "")).toBe(false);
});
