import { once } from "node:events";
import net from "node:net";

import { createClient } from "redis";
import { expect, vi } from "vitest";

import { patience } from "./patience.ts";
import { startRedisServer } from "./redis-server.ts";

/** An address that leads to one server, and to another from some moment on. Open connections stay. */
async function switchable(first: string) {
  const state = { port: Number(new URL(first).port), connections: 0 };
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    state.connections += 1;
    const out = net.connect(state.port, "127.0.0.1");
    for (const [one, other] of [
      [socket, out],
      [out, socket],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `redis://127.0.0.1:${port}`,
    connections: () => state.connections,
    leadTo: (url: string) => {
      state.port = Number(new URL(url).port);
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

async function tell(url: string, ...command: string[]): Promise<string> {
  const client = createClient({ url });
  await client.connect();
  try {
    return JSON.stringify(await client.sendCommand(command));
  } finally {
    client.destroy();
  }
}

/** Returns how much of the primary's writes this server has. */
async function offsetOf(url: string): Promise<string | undefined> {
  const said = await tell(url, "INFO", "replication");
  const [, own] =
    /slave_repl_offset:(\d+)/u.exec(said) ?? /master_repl_offset:(\d+)/u.exec(said) ?? [];
  return own;
}

/** Whether an address leads to the new primary before the old one is demoted, or a while after. */
export const failoverOrders = [
  ["before", "the address leads to the new one first"],
  ["after", "new connections still reach the old one for a while"],
] as const;

/** Two Redis servers behind one address: the second copies the first until it takes over. */
export async function openFailover() {
  const old = await startRedisServer({ "repl-diskless-sync-delay": "0" });
  const next = await startRedisServer();
  const front = await switchable(old.url);
  await tell(next.url, "REPLICAOF", "127.0.0.1", new URL(old.url).port);
  await vi.waitFor(
    async () => expect(await tell(next.url, "INFO", "replication")).toContain("status:up"),
    patience,
  );
  return {
    url: front.url,
    /** Demotes the old primary under its open connections. */
    demote: async (order: (typeof failoverOrders)[number][0]): Promise<void> => {
      // A write that the copy lacks would be a loss, after which nothing is sold.
      await tell(old.url, "CLIENT", "PAUSE", "60000", "WRITE");
      await vi.waitFor(
        async () => expect(await offsetOf(next.url)).toBe(await offsetOf(old.url)),
        patience,
      );
      await tell(next.url, "REPLICAOF", "NO", "ONE");
      if (order === "before") front.leadTo(next.url);
      const before = front.connections();
      await tell(old.url, "REPLICAOF", "127.0.0.1", new URL(next.url).port);
      await tell(old.url, "CLIENT", "UNPAUSE");
      if (order === "before") return;
      // Every client has left the old server once, and was led to it again.
      await vi.waitFor(() => {
        if (front.connections() <= 2 * before) throw new Error("the old server was not left");
      }, patience);
      front.leadTo(next.url);
    },
    [Symbol.asyncDispose]: async () => {
      await front[Symbol.asyncDispose]();
      await Promise.all([old[Symbol.asyncDispose](), next[Symbol.asyncDispose]()]);
    },
  };
}
