import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

import { type Delivery, signedHeaders } from "./slack-signs.ts";

export type Sample = {
  /** Wall clock, ms. */
  readonly at: number;
  readonly ms: number;
  readonly status: number;
};

type Load = {
  readonly port: number;
  readonly secret: string;
  readonly perSecond: number;
  readonly delivery: (n: number) => Delivery;
  /** Ends the load; requests under way are still awaited. */
  readonly signal: AbortSignal;
};

/** Sends this many signed deliveries a second, however long the answers take; returns the wait of each. */
export async function load({ port, secret, perSecond, delivery, signal }: Load) {
  const agent = new Agent({ keepAlive: true });
  const underWay: Promise<Sample>[] = [];
  const start = performance.now();
  while (!signal.aborted) {
    const due = Math.floor(((performance.now() - start) / 1000) * perSecond);
    while (underWay.length < due) {
      const one = delivery((count += 1));
      underWay.push(send({ agent, port, body: one.body, headers: signedHeaders(one, secret) }));
    }
    await delay(1);
  }
  const samples = await Promise.all(underWay);
  agent.destroy();
  return samples;
}

/** Makes each delivery different: a replay is answered without being looked at. */
let count = 0;

type Sending = {
  readonly agent: Agent;
  readonly port: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Sends one delivery. An answer that never comes has the status 0. */
function send(sending: Sending): Promise<Sample> {
  const { agent, port, body, headers } = sending;
  const at = Date.now();
  const start = performance.now();
  const length = { "content-length": Buffer.byteLength(body) };
  const to = { agent, port, host: "127.0.0.1", path: "/slack/events", method: "POST" };
  return new Promise((resolve) => {
    const done = (status: number) => resolve({ at, ms: performance.now() - start, status });
    const outgoing = request({ ...to, headers: { ...headers, ...length } }, (response) => {
      response.resume().on("end", () => done(response.statusCode ?? 0));
    });
    // The server closes a connection after five idle seconds: a request that meets this is sent once more.
    outgoing.on("error", () => (outgoing.reusedSocket ? resolve(send(sending)) : done(0)));
    outgoing.end(body);
  });
}
