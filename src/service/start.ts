import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { answerPage, portOf } from "#http/http-server.ts";
import { createRoom } from "#http/room.ts";
import { sleep } from "#lib/clock.ts";
import type { Logger } from "#operator/log.ts";
import { createReadiness } from "#operator/readiness.ts";
import { answer, basePath, createCallers, openVisit } from "#service/contract/endpoints.ts";
import { refused, send } from "#service/contract/send.ts";
import type { ChatParts } from "#service/engines/chat.ts";
import type { Engine } from "#service/engines/engine.ts";
import { openEngine } from "#service/engines/open-engine.ts";
import { openStore } from "#service/records/open-store.ts";
import { createSeal } from "#service/records/seal.ts";

import type { ServiceConfig } from "./config.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import type { ServiceContext } from "./service-context.ts";
import { createWorker } from "./task-worker.ts";

type Parts = Omit<ChatParts, "metrics"> & {
  /** In place of the one that the settings name. */
  readonly engine?: Engine | undefined;
};

/** Starts the partner's contract as a service of one's own. */
export async function startService(config: ServiceConfig, parts: Parts) {
  const { host, port, keepMs } = config;
  const { log, now } = parts;
  const store = await openStore(config.store, { seal: createSeal(config.secrets), log });
  const metrics = createMetrics(store.books);
  const engine = parts.engine ?? (await openEngine(config, { ...parts, metrics }));
  const work = createWorker({ ...config, ...store, engine, now, log, metrics });
  const ctx: ServiceContext = {
    ...config,
    ...store,
    engine,
    callers: createCallers({ now }),
    room: createRoom(mostHeld),
    work,
    isFree: (action) => action === "token_estimate" || action === "preview_metadata",
    now,
  };
  const fitness = createReadiness(
    { "The store": store.books.writable },
    { tick: () => performance.now(), sleep },
  );
  const ready = async () => {
    const [troubles, reason] = await Promise.all([fitness(), engine.ready(10_000)]);
    return reason === undefined ? troubles : [...troubles, reason];
  };
  const server = createServer({ requestTimeout: 1_800_000 }, (request, response) => {
    serve({ ctx, config, metrics, log, ready }, request, response).catch((err: unknown) => {
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
  const erase = () => void eraseTexts(ctx, keepMs, log);
  erase();
  const erasing = setInterval(erase, 600_000).unref();
  await work.start();
  const sayEngine = async () => {
    const reason = await engine.ready(config.model.timeoutMs);
    if (reason === undefined) log.info({ engine: config.engine }, "the engine is ready");
    else log.warn({ engine: config.engine, reason }, "the engine is not ready");
  };
  // Only said: a model may be started later.
  void sayEngine();
  const origin = `http://${host.includes(":") ? `[${host}]` : host}:${portOf(server)}`;
  const close = async () => {
    clearInterval(erasing);
    server.close();
    server.closeAllConnections();
    await work.close();
    await store.close();
  };
  const { books } = store;
  return { origin, url: `${origin}${basePath}`, books, close, [Symbol.asyncDispose]: close };
}

/** Bytes of uploads in memory, over all requests. */
const mostHeld = 128 << 20;

type Served = {
  readonly ctx: ServiceContext;
  readonly config: ServiceConfig;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly ready: () => Promise<readonly string[]>;
};

async function serve(
  { ctx, config, metrics, log, ready }: Served,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (await answerPage({ ready, metrics }, request, response)) return;
  const visit = await openVisit(ctx, request, config);
  const reply = await answer(ctx, visit).catch((err: unknown) => {
    // A client that broke off its upload receives no answer, and its request did not fail here.
    if (request.complete) log.error({ err }, "a request failed");
    return refused(500, "The service failed; the same request may be sent again.");
  });
  // The rest of a body that was not read is not waited for.
  if (!request.complete) response.setHeader("connection", "close");
  const status = await send(response, reply);
  const endpoint = visit.path.replace(/task_[\w-]+/u, ":id");
  const { method } = visit;
  metrics.answered({ method, endpoint: known.has(endpoint) ? endpoint : "other", status });
  log.debug({ method, endpoint, status, key: visit.key?.prefix }, "answered");
}

const known = new Set(["/usage", "/tasks", "/tasks/:id", "/tasks/:id/download", "/files/:id"]);

/** Erases the texts of tasks that ended long ago, and those of no task. */
async function eraseTexts({ books: { tasks }, now }: ServiceContext, keepMs: number, log: Logger) {
  try {
    await tasks.forgetStrays(now() - 86_400_000);
    for (const task of await tasks.endedBefore(now() - keepMs)) {
      await tasks.erase(task);
      log.info({ task: task.id }, "the texts of the task were erased");
    }
  } catch (err) {
    log.warn({ err }, "texts could not be erased");
  }
}
