import { once } from "node:events";
import net from "node:net";

import { describe, expect, test } from "vitest";

import { createHttpServer } from "#http/http-server.ts";
import { sleep } from "#lib/clock.ts";
import { createHttpReceiver } from "#slack/http-receiver.ts";

import { noon } from "../../builders.ts";
import { aService } from "../../service/running.ts";
import { openIntake, secret, sign } from "../../slack/sign.ts";

type Door = AsyncDisposable & {
  readonly port: number;
  /** A whole request of a known caller. */
  readonly good: string;
  /** The head of a stranger's request with a body. */
  readonly stranger: string;
};

const metrics = { contentType: "text/plain", text: async () => "" };

/** The two servers that share the front door. */
const doors: (readonly [string, () => Promise<Door>])[] = [
  ["the bot", aBot],
  ["the service", aServiceDoor],
];

async function aBot(): Promise<Door> {
  const slack = createHttpReceiver({
    signingSecret: secret,
    now: () => noon,
    sleep,
    first: async () => true,
    onFault: () => undefined,
    onRefused: () => undefined,
    intake: openIntake(async ({ answer }) => answer()),
  });
  const server = createHttpServer({ slack, pages: { ready: async () => [], metrics } });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const body = JSON.stringify({ type: "event_callback", event_id: "Ev1" });
  const { timestamp, signature } = sign(body, { at: noon });
  const start = "POST /slack/events HTTP/1.1\r\nhost: galley\r\n";
  const signed = `x-slack-request-timestamp: ${timestamp}\r\nx-slack-signature: ${signature}\r\n`;
  return {
    port: typeof address === "object" ? (address?.port ?? 0) : 0,
    good: `${start}content-type: application/json\r\ncontent-length: ${body.length}\r\n${signed}\r\n${body}`,
    stranger: `${start}content-length: 1000000\r\n\r\n`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function aServiceDoor(): Promise<Door> {
  const service = await aService();
  const host = `HTTP/1.1\r\nhost: galley\r\n`;
  return {
    port: Number(new URL(service.url).port),
    good: `GET /api/b2b/v1/usage ${host}authorization: Bearer ${service.key}\r\n\r\n`,
    stranger: `POST /api/b2b/v1/tasks ${host}authorization: Bearer nobody\r\ncontent-length: 1000000\r\n\r\n`,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

const healthz = "GET /healthz HTTP/1.1\r\nhost: galley\r\n\r\n";

/** Sends these bytes; returns the status of the answer, undefined when the connection was cut. */
async function statusOf({ port }: Door, bytes: string): Promise<number | undefined> {
  const socket = net.connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(bytes);
  const answer = await Promise.race([
    once(socket, "data").then(([data]) => String(data)),
    once(socket, "close").then(() => ""),
  ]);
  socket.destroy();
  const [, status] = /^HTTP\/1\.1 (\d+)/u.exec(answer) ?? [];
  return status === undefined ? undefined : Number(status);
}

async function expectOpen(door: Door): Promise<void> {
  expect(await statusOf(door, door.good)).toBe(200);
  expect(await statusOf(door, healthz)).toBe(200);
}

describe.each(doors)("The front door of %s", (_, open) => {
  test.each([
    ["an odd Host", "GET /x HTTP/1.1\r\nhost: [\r\n\r\n"],
    ["a Host that is an address", "GET /x HTTP/1.1\r\nhost: http://a/b?c\r\n\r\n"],
    ["a Host with a space", "GET /x HTTP/1.1\r\nhost: a b\r\n\r\n"],
    ["no Host", "GET /x HTTP/1.1\r\n\r\n"],
    ["an address of another host", "GET http://[ HTTP/1.1\r\nhost: galley\r\n\r\n"],
    ["two slashes", "GET //x HTTP/1.1\r\nhost: galley\r\n\r\n"],
    ["an asterisk", "OPTIONS * HTTP/1.1\r\nhost: galley\r\n\r\n"],
    ["a tunnel", "CONNECT a:1 HTTP/1.1\r\nhost: galley\r\n\r\n"],
    ["an upgrade", "GET /x HTTP/1.1\r\nhost: galley\r\nconnection: upgrade\r\nupgrade: a\r\n\r\n"],
    [
      "two lengths",
      "POST /x HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
    ],
    ["a huge header", `GET /x HTTP/1.1\r\nhost: galley\r\nx: ${"a".repeat(100_000)}\r\n\r\n`],
    ["another protocol", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
  ])("refuses %s, and goes on", async (_case, bytes) => {
    await using door = await open();

    const status = await statusOf(door, bytes);

    expect(status === undefined || (status >= 400 && status < 500)).toBe(true);
    await expectOpen(door);
  });

  test("refuses a stranger before the body, and closes", async () => {
    await using door = await open();
    const socket = net.connect(door.port, "127.0.0.1");
    let answer = "";
    socket.on("data", (data) => (answer += String(data)));
    socket.write(door.stranger);

    await once(socket, "close");

    expect(answer).toMatch(/^HTTP\/1\.1 401 [\s\S]*connection: close/iu);
  });

  test("answers known callers and /healthz beside 500 slow connections", async () => {
    await using door = await open();
    const slow = Array.from({ length: 500 }, () => net.connect(door.port, "127.0.0.1"));
    for (const socket of slow) socket.on("error", () => undefined);
    for (const socket of slow) socket.write("POST /x HTTP/1.1\r\nhost: ");
    await Promise.all(slow.map((socket) => once(socket, "connect")));

    expect(await statusOf(door, door.good)).toBe(200);
    expect(await statusOf(door, healthz)).toBe(200);
    for (const socket of slow) socket.destroy();
  });
});
