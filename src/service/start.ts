import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";

import type { Logger } from "../operator/log.ts";
import type { ServiceConfig } from "./config.ts";
import { createCallers } from "./contract/callers.ts";
import { basePath } from "./contract/endpoints.ts";
import { refused, send } from "./contract/send.ts";
import type { Engine } from "./engines/engine.ts";
import { startErasing } from "./erasing.ts";
import { createMetrics } from "./metrics.ts";
import type { Metrics } from "./metrics.ts";
import { openStore } from "./records/open-store.ts";
import { createSeal } from "./records/seal.ts";
import { answer, openVisit } from "./serve.ts";
import { createWorker } from "./task-worker.ts";
import type { World } from "./world.ts";

type Parts = {
  readonly engine: (metrics: Metrics) => Promise<Engine>;
  readonly log: Logger;
  readonly now: () => number;
};

/** Starts the partner's contract as a service of one's own. */
export async function startService(config: ServiceConfig, { engine, log, now }: Parts) {
  const { host, port } = config;
  const store = await openStore(config.store, { seal: createSeal(config.secrets), log });
  const { books, texts, openQueue } = store;
  const metrics = createMetrics(books);
  const { giveUpMs, keepMs, tasksAtOnce: atOnce } = config;
  const worker = createWorker({
    world: () => world,
    openQueue,
    atOnce,
    giveUpMs,
    log,
    metrics,
  });
  const world: World = {
    books,
    texts,
    engine: await engine(metrics),
    callers: createCallers({ now }),
    work: worker,
    isFree: (action) => action === "token_estimate" || action === "preview_metadata",
    origin: config.origin,
    maxBytes: config.maxBytes,
    now,
  };
  const parts = { world, config, metrics, log };
  const server = createServer({ requestTimeout: 1_800_000 }, (request, response) => {
    serve(parts, request, response).catch((err: unknown) => {
      log.warn({ err }, "a request could not be answered");
      response.destroy();
    });
  });
  server.maxConnections = 500;
  server.listen(port, host);
  await once(server, "listening").catch(async (cause: unknown) => {
    await store.close();
    throw cause;
  });
  const stopErasing = startErasing({ world, keepMs, log });
  await worker.start();
  const bound = server.address();
  const bare = host.includes(":") ? `[${host}]` : host;
  const origin = `http://${bare}:${typeof bound === "object" ? (bound?.port ?? port) : port}`;
  const close = async () => {
    stopErasing();
    server.close();
    server.closeAllConnections();
    await worker.close();
    await store.close();
  };
  return { origin, url: `${origin}${basePath}`, books, close, [Symbol.asyncDispose]: close };
}

type Served = {
  readonly world: World;
  readonly config: ServiceConfig;
  readonly metrics: Metrics;
  readonly log: Logger;
};

async function serve(
  served: Served,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (await showPage(served, request, response)) return;
  const { world, config, metrics, log } = served;
  const visit = await openVisit(world, request, config);
  const reply = await answer(world, visit).catch((err: unknown) => {
    // A client that broke off its upload receives no answer, and its request did not fail here.
    if (request.complete) log.error({ err }, "a request failed");
    return refused(500, "The service failed; the same request may be sent again.");
  });
  // An unread body would block the connection.
  request.resume();
  const status = await send(response, reply);
  const endpoint = visit.path.replace(/task_[\w-]+/u, ":id");
  const { method } = visit;
  metrics.answered({ method, endpoint: known.has(endpoint) ? endpoint : "other", status });
  log.debug({ method, endpoint, status, key: visit.key?.prefix }, "answered");
}

const known = new Set(["/usage", "/tasks", "/tasks/:id", "/tasks/:id/download", "/files/:id"]);

/** Serves the operator's pages; returns true for a request of one. */
async function showPage(
  { world, metrics }: Served,
  { method, url = "" }: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (method !== "GET") return false;
  switch (url) {
    case "/healthz":
      response.end("ok\n");
      return true;
    case "/readyz": {
      const reason = await world.engine.ready();
      response.writeHead(reason === undefined ? 200 : 503).end(`${reason ?? "ready"}\n`);
      return true;
    }
    case "/metrics":
      response.setHeader("content-type", metrics.contentType).end(await metrics.text());
      return true;
    default:
      return false;
  }
}
