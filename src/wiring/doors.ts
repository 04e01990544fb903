import { once } from "node:events";
import type { Server } from "node:http";

import { App, type Receiver } from "@slack/bolt";

import type { Clock } from "#clock.ts";
import type { Config } from "#config.ts";
import type { Records } from "#domain/context.ts";
import { registerListeners } from "#features/register.ts";
import type { ListenerDeps } from "#features/shared/action.ts";
import { type Pages, createHttpServer, portOf, createReadiness } from "#operator/http-server.ts";
import { type Logger, throttled } from "#operator/log.ts";
import type { Metrics } from "#operator/metrics.ts";
import { clientOptions, type createBoltLog, quietClients } from "#slack/clients.ts";
import { type HttpReceiver, createHttpReceiver } from "#slack/http-receiver.ts";
import { type Identity, createSignIn } from "#slack/identity.ts";
import { type Intake, createIntake, createUnreadable } from "#slack/intake.ts";
import { createSocketReceiver } from "#slack/socket-receiver.ts";
import { type DedupMarks, createDedupStore, openLastEvent } from "#store/small-stores.ts";
import type { CasStore } from "#store/store.ts";
import type { Scheduler } from "#worker/loop.ts";

import { openQuoteStore } from "./stores.ts";

type Deps = Clock & { readonly log: Logger };

/**
 * Opens the ways in for Slack and the operator. The operator's requests are answered from the
 * beginning. Slack's are taken once Slack has named the bot and the work has begun.
 */
export function createServers(config: Config, deps: Deps, store: CasStore) {
  const { slack } = config;
  const { tick, sleep, log } = deps;
  const onTrouble = (why: string, err: unknown) => log.warn({ err, why }, "waiting for Slack");
  const clients = quietClients(slack.apiUrl, slack.botToken);
  const running: { scheduler?: Scheduler; records?: Records } = {};
  // A later token is another one: Galley has to be started with it.
  const onLost = () => {
    log.error("the work has stopped: Slack took SLACK_BOT_TOKEN back; start with a new one");
    void running.scheduler?.stop();
  };
  const signIn = createSignIn({ clients, tick, sleep, onTrouble, onLost });
  const checkSocket = () => receivers.socket?.check() ?? [];
  const checks = {
    "The store": store.writable,
    Slack: signIn.check,
    "Socket Mode": checkSocket,
    "The worker": () => checkWork(running.scheduler, deps.now()),
    "The records": () => checkRecords(running.records),
  };
  const ready = createReadiness(checks, deps);
  const waiting = () => running.scheduler?.waiting() ?? 0;
  const socket = slack.appToken === undefined ? undefined : checkSocket;
  const observation = openQuoteStore(config, deps, { store, waiting, ready, socket });
  const { metrics } = observation;
  const marks = createDedupStore(store).at(deps.now);
  const unreadable = createUnreadable((fields, message) => log.warn(fields, message));
  const intake = createIntake({
    marks,
    onEvent: noteEvents(store, deps),
    onUnreadable: unreadable,
    onEnd: metrics.delivery,
  });
  const receivers = openReceivers(slack, { ...deps, ...marks, ...metrics, onTrouble }, intake);
  const servers = openServers(config, receivers.http, { ready, metrics });
  return {
    observation,
    unreadable,
    signIn: signIn.untilAccepted,
    checkToken: signIn.recheck,
    /** Resolves with the ports when they are open. */
    listen: servers.listen,
    startScheduler: async (scheduler: Scheduler, records: Records): Promise<void> => {
      Object.assign(running, { scheduler, records });
      await scheduler.start();
    },
    /** In Socket Mode it resolves once the socket is connected. */
    acceptSlackRequests: async ({
      listening,
      ...session
    }: Session & { readonly listening: ListenerDeps }): Promise<void> => {
      registerListeners(createApp(slack, { ...session, receiver: intake }), listening);
      await receivers.socket?.start();
    },
    close: (opened: Promise<void>) => close({ servers, receivers, intake, opened, running }),
  };
}

/**
 * Notes once an hour that an event came, so that the doctor can tell whether Slack's events arrive.
 */
function noteEvents(store: CasStore, { now, tick }: Deps): () => void {
  const lastEvent = openLastEvent(store);
  let notedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (tick() - notedAt < hourMs) return;
    notedAt = tick();
    // After a failed note, the next one is an hour later.
    lastEvent.change(now).catch(() => undefined);
  };
}

const hourMs = 3_600_000;

type Session = {
  readonly logger: ReturnType<typeof createBoltLog>;
  readonly identity: Identity;
};

/** A replica that does not run the worker is ready as well, as long as it queues for it. */
function checkWork(scheduler: Scheduler | undefined, now: number): readonly string[] {
  const turnedAt = scheduler?.turnedAt();
  if (turnedAt === undefined) return ["The worker has not started yet."];
  const seconds = Math.round((now - turnedAt) / 1000);
  return seconds > longestStillSeconds ? [`The worker has not run for ${seconds} s.`] : [];
}

async function checkRecords(records: Records | undefined): Promise<readonly string[]> {
  // Another check reports a store that cannot answer.
  switch (await records?.status().catch(() => undefined)) {
    case "sought":
      return ["The store is empty: looking through Slack for cards that tell what was bought."];
    case "undecided":
      return ["The store was emptied: nothing is sold before an admin decides, who was asked."];
    case "open":
    case undefined:
      return [];
  }
}

type ReceiverDeps = Deps &
  Pick<DedupMarks, "first"> &
  Pick<Metrics, "delivery"> &
  Pick<Parameters<typeof createSocketReceiver>[0], "onTrouble">;

/** Creates the receiver for Socket Mode if there is an app token, else the one for HTTP. */
function openReceivers(
  { appToken, signingSecret = "", apiUrl }: Config["slack"],
  { now, tick, sleep, log, onTrouble, first, delivery }: ReceiverDeps,
  intake: Intake,
): Receivers {
  const onFault = (err: unknown) => log.error({ err }, "a delivery from Slack failed");
  if (appToken === undefined) {
    const warn = throttled({ tick }, (words) => log.warn(words));
    const onRefused = () => {
      delivery("refused");
      warn(unsigned);
    };
    const own = { signingSecret, intake, first, now, sleep, onFault, onRefused };
    return { http: createHttpReceiver(own) };
  }
  const onConnected = (awayMs: number) => {
    const awaySeconds = Math.round(awayMs / 1000);
    log.info({ awaySeconds }, "Slack is connected through Socket Mode");
  };
  const watch = { onFault, onTrouble, onConnected };
  return { socket: createSocketReceiver({ appToken, apiUrl, intake, tick, sleep, ...watch }) };
}

const unsigned =
  "a request to /slack/events was refused: if it was Slack’s, correct SLACK_SIGNING_SECRET (Basic Information) or the clock (NTP)";

type Receivers = {
  readonly http?: HttpReceiver;
  readonly socket?: ReturnType<typeof createSocketReceiver>;
};

function createApp(
  { botToken, apiUrl }: Config["slack"],
  { logger, identity, receiver }: Session & { readonly receiver: Receiver },
): App {
  return new App({
    receiver,
    logger,
    // Known since the start: otherwise Bolt asks Slack who it is on every request.
    authorize: async () => ({ botToken, ...identity }),
    clientOptions: { ...clientOptions({ apiUrl, logger }), retryConfig: { retries: 0 } },
    convoStore: false,
    extendedErrorHandler: true,
  });
}

/** Opens one port for Slack and the operator's pages, or two; for Socket Mode that of the pages. */
function openServers(
  { host, port, operatorPort }: Pick<Config, "host" | "port" | "operatorPort">,
  slack: HttpReceiver | undefined,
  pages: Pages,
) {
  const isOne = operatorPort === undefined;
  const front = createHttpServer({ slack, pages: isOne ? pages : undefined });
  const own = isOne ? front : createHttpServer({ pages });
  const isFrontUsed = isOne || slack !== undefined;
  return {
    all: isOne ? [front] : [front, own],
    listen: async () => {
      if (isFrontUsed) await listen(front, { host, port });
      if (!isOne) await listen(own, { host, port: operatorPort });
      return { port: portOf(isFrontUsed ? front : own), pagesPort: portOf(own) };
    },
  };
}

async function listen(server: Server, at: { readonly host: string; readonly port: number }) {
  server.listen(at);
  await once(server, "listening");
}

/**
 * Closes in this order: new deliveries, running ones, then Galley's steps; the caller closes the
 * store last.
 */
async function close(parts: {
  readonly servers: { readonly all: readonly Server[] };
  readonly receivers: Receivers;
  readonly intake: Intake;
  readonly opened: Promise<void>;
  readonly running: { readonly scheduler?: Scheduler };
}): Promise<void> {
  const { servers, receivers, intake, opened, running } = parts;
  for (const server of servers.all) {
    server.close();
    server.closeIdleConnections();
  }
  await receivers.socket?.stop();
  await Promise.allSettled([opened]);
  await intake.drain();
  await running.scheduler?.stop();
  for (const server of servers.all) server.closeAllConnections();
}

const longestStillSeconds = 30;
