import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { answerPage, portOf } from "../operator/http-server.ts";
import type { Logger } from "../operator/log.ts";
import type { ServiceConfig } from "./config.ts";
import { createCallers } from "./contract/callers.ts";
import { basePath } from "./contract/endpoints.ts";
import { refused, send } from "./contract/send.ts";
import type { Engine } from "./engines/engine.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
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
export async function startService(config: ServiceConfig, { engine: openEngine, log, now }: Parts) {
  const { host, port, keepMs, origin, maxBytes } = config;
  const store = await openStore(config.store, { seal: createSeal(config.secrets), log });
  const { books, texts } = store;
  const metrics = createMetrics(books);
  const engine = await openEngine(metrics);
  const work = createWorker({ ...config, ...store, engine, now, log, metrics });
  const world: World = {
    books,
    texts,
    engine,
    callers: createCallers({ now }),
    work,
    isFree: (action) => action === "token_estimate" || action === "preview_metadata",
    origin,
    maxBytes,
    now,
  };
  const served = { world, config, metrics, log };
  const server = createServer({ requestTimeout: 1_800_000 }, (request, response) => {
    serve(served, request, response).catch((err: unknown) => {
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
  await work.start();
  const own = `http://${host.includes(":") ? `[${host}]` : host}:${portOf(server)}`;
  const close = async () => {
    stopErasing();
    server.close();
    server.closeAllConnections();
    await work.close();
    await store.close();
  };
  return { origin: own, url: `${own}${basePath}`, books, close, [Symbol.asyncDispose]: close };
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
  const { world, config, metrics, log } = served;
  const ready = async () => [await world.engine.ready()].filter((reason) => reason !== undefined);
  if (await answerPage({ ready, metrics }, request, response)) return;
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

type Options = {
  readonly world: Pick<World, "books" | "texts" | "now">;
  readonly keepMs: number;
  readonly log: Logger;
};

const everyMs = 600_000;

/**
 * Erases the texts of tasks that ended long ago, now and every ten minutes; returns a function that
 * stops it.
 */
function startErasing({ world, keepMs, log }: Options): () => void {
  const { books, texts, now } = world;
  const eraseAll = async (): Promise<void> => {
    for (const task of await books.tasks.endedBefore(now() - keepMs)) {
      for (const kind of ["source", "output"] as const) await texts.discard(task.id, kind);
      await books.tasks.erase(task);
      log.info({ task: task.id }, "the texts of the task were erased");
    }
  };
  const erase = (): void => {
    eraseAll().catch((err: unknown) => log.warn({ err }, "texts could not be erased"));
  };
  erase();
  const timer = setInterval(erase, everyMs).unref();
  return () => clearInterval(timer);
}
