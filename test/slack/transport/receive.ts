import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, request } from "node:http";

import type { ReceiverEvent } from "@slack/bolt";

import { createHttpReceiver } from "../../../src/slack/http-receiver.ts";
import { createIntake } from "../../../src/slack/intake.ts";
import { createMemoryStore } from "../../../src/store/open-store.ts";
import { createMarks } from "../../../src/store/small-stores.ts";

const secret = "transport-secret";

type App = { readonly processEvent: (event: ReceiverEvent) => Promise<void> };

/** Opens the receiver on a port, before an app that records each event; the clock does not run. */
export async function openReceiver(app: Partial<App> = {}) {
  const reached: unknown[] = [];
  const naps: Array<() => void> = [];
  const faults: unknown[] = [];
  const intake = createIntake();
  const clock = { now: Date.parse("2026-11-20T12:00:00Z") };
  const receiver = createHttpReceiver({
    signingSecret: secret,
    intake,
    first: createMarks(createMemoryStore()).at(() => clock.now).first,
    now: () => clock.now,
    sleep: () =>
      new Promise((wake) => {
        naps.push(wake);
      }),
    onFault: (error) => void faults.push(error),
  });
  intake.init({
    processEvent: async (event) => {
      reached.push(event.body);
      await app.processEvent?.(event);
      await event.ack();
    },
  });
  const server = createServer((incoming, response) => void receiver(incoming, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    clock,
    reached,
    faults,
    /** Lets 2.5 s pass: a delivery from a person is then answered at once. */
    timeIsUp: () => {
      clock.now += 2500;
      naps.splice(0).forEach((wake) => wake());
    },
    intake,
    send: (delivery: Delivery) => send(port, clock.now, delivery),
    begin: (begun: Begun) => begin(port, clock.now, begun),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type Delivery = {
  readonly body?: string;
  /** Seconds by which the signed time is ahead of ours. */
  readonly ahead?: number;
  readonly type?: string;
  /** Headers that replace Slack's own; undefined removes one. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
};

export const anEvent = JSON.stringify({ type: "event_callback", event: { type: "message" } });
const blockActions = { type: "block_actions", user: { id: "U0ROBIN" }, actions: [] };
export const aClick = `payload=${encodeURIComponent(JSON.stringify(blockActions))}`;

type Answer = { readonly status: number; readonly body: string };

function send(port: number, now: number, delivery: Delivery): Promise<Answer> {
  const { body = anEvent, ahead = 0, headers = {} } = delivery;
  const { type = body.startsWith("{") ? "application/json" : form } = delivery;
  const timestamp = String(Math.floor(now / 1000) + ahead);
  const signature = createHmac("sha256", secret).update(`v0:${timestamp}:${body}`).digest("hex");
  const all = {
    "content-type": type,
    "x-slack-request-timestamp": timestamp,
    "x-slack-signature": `v0=${signature}`,
    ...headers,
  };
  const flat = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().flatMap((one) => [name, one]),
  );
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { port, host: "127.0.0.1", method: "POST", headers: [...flat, "host", "localhost"] },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
        );
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

type Begun = {
  /** The announced length of the body, in bytes. */
  readonly length: number;
  readonly signature?: string;
  readonly ahead?: number;
};

/** Begins a request and withholds its body. The answer is its status, undefined when the connection was cut. */
function begin(port: number, now: number, { length, signature, ahead = 0 }: Begun) {
  const outgoing = request({
    port,
    host: "127.0.0.1",
    method: "POST",
    headers: {
      "content-length": length,
      "x-slack-request-timestamp": String(Math.floor(now / 1000) + ahead),
      "x-slack-signature": signature ?? `v0=${"0".repeat(64)}`,
    },
  });
  outgoing.flushHeaders();
  const answer = new Promise<number | undefined>((resolve) => {
    outgoing.on("response", (response) => resolve(response.resume().statusCode));
    outgoing.on("error", () => resolve(undefined));
  });
  return { answer, write: (bytes: Buffer) => void outgoing.write(bytes) };
}

const form = "application/x-www-form-urlencoded";
