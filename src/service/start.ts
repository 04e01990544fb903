import type { IncomingMessage, ServerResponse } from "node:http";

import { createServers } from "#http/http-server.ts";
import { createRoom } from "#http/room.ts";
import type { Pace } from "#http/steady-body.ts";
import { sleep } from "#lib/clock.ts";
import { type Logger, throttled } from "#operator/log.ts";
import { createReadiness } from "#operator/readiness.ts";
import {
  answer,
  basePath,
  createCallers,
  createWindow,
  openVisit,
} from "#service/contract/endpoints.ts";
import { refused, send } from "#service/contract/send.ts";
import { isInquiry } from "#service/contract/task.ts";
import type { ChatParts } from "#service/engines/chat.ts";
import type { Engine } from "#service/engines/engine.ts";
import { openEngine } from "#service/engines/open-engine.ts";
import { openStore } from "#service/records/open-store.ts";
import { createSeal } from "#service/records/seal.ts";

import type { ServiceConfig } from "./config.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { startRemoval } from "./removal.ts";
import type { ServiceContext } from "./service-context.ts";
import { createWorker } from "./task-worker.ts";

type Parts = Omit<ChatParts, "metrics"> & {
  /** In place of the one that the settings name. */
  readonly engine?: Engine | undefined;
  readonly pace?: Pace | undefined;
};

/** A model that has to be loaded first. */
const longestQuestionMs = 60_000;
const longestUploadMs = 1_800_000;

/** Starts the partner's contract as a service of one's own. */
export async function startService(config: ServiceConfig, parts: Parts) {
  const { host } = config;
  const { log, now } = parts;
  const store = await openStore(config.store, { seal: createSeal(config.secrets), log });
  const metrics = createMetrics(store.records);
  const engine = parts.engine ?? (await openEngine(config, { ...parts, metrics }));
  const work = createWorker({ ...config, ...store, engine, now, log, metrics });
  const ctx: ServiceContext = {
    ...config,
    ...store,
    engine,
    callers: createCallers({ now, take: store.takeRequest ?? createWindow().take }),
    room: createRoom(mostHeld, mostHeld / 4),
    pace: parts.pace,
    work,
    isFree: isInquiry,
    now,
  };
  const tick = () => performance.now();
  const ready = createReadiness(
    {
      "The store": store.records.writable,
      "The queue": work.troubles,
      "The engine": async () => [await engine.ready(10_000)].filter((one) => one !== undefined),
    },
    { tick, sleep },
  );
  const warn = throttled({ tick }, (fault) => log.warn(fault));
  const servers = createServers(config, {
    pages: { ready, metrics },
    others: (request, response) => serve({ ctx, config, metrics, log, warn }, request, response),
    longestMs: longestUploadMs,
  });
  const { port, pagesPort } = await servers.listen().catch(async (cause: unknown) => {
    await store.close();
    throw cause;
  });
  const stopRemoval = startRemoval(ctx, config, log);
  await work.start();
  const sayEngine = async () => {
    const reason = await engine.ready(Math.min(config.model.timeoutMs, longestQuestionMs));
    if (reason === undefined) log.info({ engine: config.engine }, "the engine is ready");
    else log.warn({ engine: config.engine, reason }, "the engine is not ready");
  };
  // Only said: a model may be started later.
  void sayEngine();
  const originOf = (at: number) => `http://${host.includes(":") ? `[${host}]` : host}:${at}`;
  const [origin, pages] = [originOf(port), originOf(pagesPort)];
  const close = async () => {
    servers.refuseConnections();
    servers.closeAllConnections();
    await Promise.all([work.close(), stopRemoval()]);
    await store.close();
  };
  const { records } = store;
  const url = `${origin}${basePath}`;
  return { origin, pages, url, records, close, [Symbol.asyncDispose]: close };
}

/** Bytes of uploads in memory, over all requests; those of one account may fill a quarter. */
const mostHeld = 128 << 20;

type Served = {
  readonly ctx: ServiceContext;
  readonly config: ServiceConfig;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Logs a fault once a minute. */
  readonly warn: (fault: unknown) => void;
};

async function serve(
  { ctx, config, metrics, log, warn }: Served,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const visit = await openVisit(ctx, request, config);
  if (visit === undefined) {
    warn("requests with an odd address or Host are refused");
    response.setHeader("connection", "close");
    return void (await send(response, refused(400, "The address or its Host is malformed.")));
  }
  const reply = await answer(ctx, visit).catch((err: unknown) => {
    // A client that broke off its upload receives no answer, and its request did not fail here.
    if (request.complete) log.error({ err }, "a request failed");
    return refused(500, "The service failed; the same request may be sent again.");
  });
  // The rest of a body that was not read is not waited for.
  if (!request.complete || visit.key === undefined) response.setHeader("connection", "close");
  const status = await send(response, reply);
  const endpoint = visit.path.replace(/task_[\w-]+/u, ":id");
  const { method } = visit;
  metrics.answered({ method, endpoint: endpoints.has(endpoint) ? endpoint : "other", status });
  log.debug({ method, endpoint, status, key: visit.key?.prefix }, "answered");
}

const endpoints = new Set(["/usage", "/tasks", "/tasks/:id", "/tasks/:id/download", "/files/:id"]);
