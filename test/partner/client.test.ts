import { once } from "node:events";
import { type Socket, createServer } from "node:net";

import { expect, test } from "vitest";

import { createPartner } from "#partner/client.ts";

import {
  aCreate,
  answer,
  aPartner,
  apiKey,
  aTask,
  aText,
  arrivedOf,
  envelope,
} from "./a-partner.ts";
import { serve } from "./serve.ts";

test("each question goes to its own path, with the key", async () => {
  const asked: string[] = [];
  await using service = await aPartner((request, reply) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    reply.writeHead(503).end();
  });

  await Promise.allSettled([
    service.partner.usage(),
    service.partner.task("a/b ?"),
    service.partner.download("task-1"),
    service.partner.createTask(aCreate()),
  ]);

  expect(asked.sort()).toEqual([
    `GET /api/b2b/v1/tasks/a%2Fb%20%3F Bearer ${apiKey}`,
    `GET /api/b2b/v1/tasks/task-1/download Bearer ${apiKey}`,
    `GET /api/b2b/v1/usage Bearer ${apiKey}`,
    `POST /api/b2b/v1/tasks Bearer ${apiKey}`,
  ]);
});

test("whatever slashes the address ends with, each question goes to the same path", async () => {
  const asked: unknown[] = [];
  await using service = await serve((request, reply) => {
    asked.push(request.url);
    reply.writeHead(503).end();
  });
  const ask = (path: string) =>
    createPartner({ baseUrl: `${service.origin}${path}`, apiKey, now: () => 0 }).usage();

  await Promise.allSettled(["/api/b2b/v1", "/api/b2b/v1/", "/api/b2b/v1//"].map(ask));

  expect(asked).toEqual(Array(3).fill("/api/b2b/v1/usage"));
});

test("the reply is asked for as plain JSON, which is what is read", async () => {
  const asked: unknown[] = [];
  await using service = await aPartner((request, reply) => {
    asked.push([request.headers.accept, request.headers["accept-encoding"]]);
    reply.end(JSON.stringify(envelope(aUsage())));
  });

  await service.partner.usage();

  expect(asked).toEqual([["application/json", "identity"]]);
});

test("over TLS only HTTP/1.1 is spoken: there half a body is never taken for a whole one", async () => {
  const hello = Promise.withResolvers<Buffer>();
  await using server = await listen((socket) => {
    socket.once("data", (bytes) => {
      hello.resolve(bytes);
      socket.destroy();
    });
  });
  const baseUrl = `https://127.0.0.1:${server.port}/api/b2b/v1`;

  await createPartner({ baseUrl, apiKey, now: () => 0 })
    .usage()
    .catch(() => undefined);

  // The list of protocols that TLS offers has 9 bytes, with one entry of 8.
  expect((await hello.promise).includes("\u0000\u0009\u0008http/1.1")).toBe(true);
});

test("a task is created by one whole request with its key and its length", async () => {
  const seen: unknown[] = [];
  await using service = await aPartner(async (request, reply) => {
    const { whole, body } = await arrivedOf(request);
    const { "content-length": length, "idempotency-key": key } = request.headers;
    const isFile = body.includes('; name="file"; filename="manuscript.txt"');
    seen.push({ whole, key, announced: Number(length) === body.length, isFile });
    reply.end(JSON.stringify(envelope(aTask())));
  });

  const task = await service.partner.createTask(aCreate());

  expect(task).toMatchObject({ taskId: "task-1", outcome: "pending" });
  expect(seen).toEqual([{ whole: true, key: aCreate().key, announced: true, isFile: true }]);
});

test("a request that is cut short never reaches the partner as a whole one", async () => {
  const arrived = Promise.withResolvers<{ readonly whole: boolean }>();
  const begun = Promise.withResolvers<void>();
  await using service = await aPartner((request) => {
    begun.resolve();
    arrived.resolve(arrivedOf(request));
  });
  const text = {
    ...aText("It rained."),
    open: async function* open() {
      yield Buffer.from("It ");
      await begun.promise;
      yield Buffer.from("reined.");
    },
  };

  const creating = service.partner.createTask(aCreate({ text }));

  await expect(creating).rejects.toMatchObject({
    name: "RequestAbortedError",
    why: "text-changed",
  });
  expect(await arrived.promise).toMatchObject({ whole: false });
});

test("a no before the last bytes is heard, and the partner gets half a request", async () => {
  const arrived = Promise.withResolvers<{ readonly whole: boolean }>();
  const begun = Promise.withResolvers<void>();
  const storeIsDown = new Error("the store is down");
  await using service = await aPartner((request) => {
    begun.resolve();
    arrived.resolve(arrivedOf(request));
  });
  const beforeLastBytes = async (): Promise<void> => {
    await begun.promise;
    throw storeIsDown;
  };

  const creating = service.partner.createTask(aCreate({ beforeLastBytes }));

  await expect(creating).rejects.toMatchObject({ name: "RequestAbortedError", cause: storeIsDown });
  expect(await arrived.promise).toMatchObject({ whole: false });
});

test("a usage record that gives the whole key away is refused", async () => {
  await using service = await aPartner(answer(200, envelope(aUsage({ api_key_prefix: apiKey }))));

  await expect(service.partner.usage()).rejects.toMatchObject({ name: "UnexpectedReplyError" });
});

test("usage is read", async () => {
  await using service = await aPartner(answer(200, envelope(aUsage())));

  expect(await service.partner.usage()).toEqual({
    keyPrefix: "gk_live",
    balanceCredits: 250_000,
    periodUsedCredits: 1200,
    periodStart: "2026-11-01T00:00:00Z",
    periodEnd: undefined,
    requestsPerMinute: 60,
  });
});

test("a download link that is not safe to show is refused", async () => {
  const body = envelope({ download_url: "javascript:alert(1)", expires_in: 900 });
  await using service = await aPartner(answer(200, body));

  await expect(service.partner.download("task-1")).rejects.toMatchObject({
    name: "UnexpectedReplyError",
  });
});

test("a text of some megabytes passes whole", async () => {
  const piece = "It rained for forty days. ".repeat(2000);
  const pieces = Array.from({ length: 100 }, () => piece);
  await using service = await aPartner(async (request, reply) => {
    const { body } = await arrivedOf(request);
    reply.end(JSON.stringify(envelope(aTask({ char_count: body.length }))));
  });

  const task = await service.partner.createTask(aCreate({ text: aText(pieces.join(""), pieces) }));

  expect(task.characters).toBeGreaterThan(100 * piece.length);
});

function aUsage(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    api_key_prefix: "gk_live",
    balance_credits: 250_000,
    period_used_credits: 1200,
    period_start: "2026-11-01T00:00:00Z",
    period_end: null,
    rate_limit_per_minute: 60,
    ...fields,
  };
}

/** Starts a server without a protocol; `onConnection` handles each connection. */
async function listen(onConnection: (socket: Socket) => void) {
  const server = createServer(onConnection).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, "close");
    },
  };
}
