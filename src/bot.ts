import { once } from "node:events";
import type { Server } from "node:http";

import { App, type Receiver } from "@slack/bolt";

import { type Agenda, createAgenda } from "./agenda/agenda.ts";
import { openBooks } from "./books.ts";
import type { Config } from "./config.ts";
import { withErasing } from "./housekeeping.ts";
import { createOnce } from "./ledger/once.ts";
import { openStore } from "./ledger/open-store.ts";
import type { CasStore } from "./ledger/store.ts";
import { createDownload, slackOnly } from "./manuscripts/download.ts";
import { acceptedFiletypes, isAcceptedName } from "./manuscripts/kinds.ts";
import { createManuscripts } from "./manuscripts/manuscripts.ts";
import { createTermFiles } from "./manuscripts/terms/term-files.ts";
import { createHttpServer, portOf } from "./operator/http-server.ts";
import type { Logger } from "./operator/log.ts";
import type { Metrics } from "./operator/metrics.ts";
import { watchPartner } from "./operator/watch-partner.ts";
import { countDeliveries, oversee } from "./oversight.ts";
import { type PartnerAccess, createAccess } from "./partner/access.ts";
import { createPartner } from "./partner/client.ts";
import { createResults } from "./partner/results.ts";
import type { Redis } from "./redis.ts";
import { connectStore, createDeskBudget, dealAgenda } from "./replicas.ts";
import { createAlerts } from "./slack/alerts.ts";
import { createBoltLog } from "./slack/bolt-log.ts";
import { type SlackClients, clientOptions, createClients } from "./slack/clients.ts";
import { findFile } from "./slack/files.ts";
import { type HttpReceiver, createHttpReceiver } from "./slack/http-receiver.ts";
import { type Identity, readIdentity } from "./slack/identity.ts";
import { type Intake, createIntake } from "./slack/intake.ts";
import type { Front } from "./slack/listeners/front.ts";
import { registerListeners } from "./slack/listeners/register.ts";
import { createPace } from "./slack/pace.ts";
import { createPeople } from "./slack/people.ts";
import { recentManuscripts, threadManuscripts } from "./slack/recent-manuscripts.ts";
import { createSocketReceiver } from "./slack/socket-receiver.ts";
import { createSpeaking } from "./slack/speaking.ts";
import { createThread } from "./slack/thread.ts";
import { watchThread } from "./slack/watched-thread.ts";
import { createSteadyClock } from "./steady-clock.ts";
import { advanceQuote, dueSteps } from "./usecases/advance-quote.ts";
import type { Desk } from "./usecases/deps.ts";
import { reconcile } from "./usecases/money/reconcile.ts";
import { openQuotes } from "./usecases/quote/open-quotes.ts";

/** Time, chance and the log: what `main.ts` brings, and tests bring otherwise. */
export type BotDeps = {
  /** Wall clock, ms. */
  readonly now: () => number;
  /** Monotonic clock, ms. */
  readonly tick: () => number;
  readonly random: () => number;
  /** Resolves after the time, or at once when the signal is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly log: Logger;
  /** For tests that kill the process around a write. */
  readonly openStore?: typeof openStore;
};

export type Bot = {
  readonly port: number;
  /** Takes no new work, finishes what runs, and closes. */
  readonly stop: () => Promise<void>;
};

/**
 * Wires the desk from its settings and starts it.
 *
 * @throws StoreInUse, SlackRefused, and what keeps the port from being opened.
 */
export async function startBot(config: Config, machine: BotDeps): Promise<Bot> {
  const deps = { ...machine, now: createSteadyClock(machine) };
  const redis = await connectStore(config, deps);
  const store = await (deps.openStore ?? openStore)(config.store, redis);
  const logger = createBoltLog(deps.log);
  const { botToken: token, apiUrl } = config.slack;
  const clients = createClients({ token, apiUrl, logger });
  const identity = await readIdentity(clients);
  const house = furnish(config, deps, { store, redis, clients, identity });
  const intake = createIntake();
  // Slack signs by the true time, which a clock that was set back has found again.
  const receiver = createReceiver(config, machine, countDeliveries(intake, house.metrics));
  const app = createApp(config, { logger, identity, receiver });
  registerListeners(app, house.front);
  const server = createHttpServer({
    slack: "handle" in receiver ? receiver.handle : undefined,
    ready: () => store.ping(),
    metrics: house.metrics,
  });
  await house.agenda.start();
  // Contract, Recommended flow 1: it also teaches the budget how many requests a minute are allowed.
  void house.front.desk.partner.usage().catch((err: unknown) => {
    deps.log.warn({ err }, "the partner account could not be read");
  });
  server.listen(config.port);
  await once(server, "listening");
  await receiver.start();
  return {
    port: portOf(server),
    stop: () => stop({ server, receiver, intake, agenda: house.agenda, store }),
  };
}

type Parts = {
  readonly store: CasStore;
  readonly redis: Redis | undefined;
  readonly clients: SlackClients;
  readonly identity: Identity;
};

/** The rooms of the house, each given what it may know of the others. */
function furnish(config: Config, deps: BotDeps, parts: Parts) {
  const { store, redis, clients, identity } = parts;
  const { rules, admins, approvers } = config;
  const { now, tick, sleep } = deps;
  const facts = { rules, approvers: [...admins, ...approvers], admins };
  const speaking = createSpeaking({ client: clients.steady, desk: facts, now: tick });
  const find = (fileId: string) => findFile(clients.steady, fileId);
  const people = createPeople({ client: clients.steady, admins, approvers, now: tick });
  const waiting = () => agenda.waiting();
  const { ledger, metrics, audit } = oversee(config, deps, { store, waiting });
  const access = openAccess(config, deps, { ...parts, people, speaking, metrics });
  const pace = createPace({ now: tick, sleep });
  const download = downloadFor(config);
  const manuscripts = createManuscripts({ find, download, tick });
  const { sample } = manuscripts;
  const thread = createThread({ clients, speaking, ...identity, pace, sample, find: ledger.find });
  const wake = (id: string) => agenda.wake(id);
  const desk: Desk = {
    rules,
    now,
    tick,
    ledger,
    ...access.desk,
    manuscripts,
    thread: watchThread(thread, metrics.slackRefused),
    people,
    wake,
    audit,
    ...openBooks(store, rules, { alert: access.alert, log: deps.log, ledger, wake }),
    sleep,
  };
  const newAgenda = () => createDeskAgenda(desk, deps, { turn: access.turn, metrics });
  const dealt = { redis, newAgenda, wakes: ledger.wakes };
  const agenda = withErasing(dealAgenda(config, deps, dealt), desk, deps);
  const atFront = { ...desk, partner: access.forPeople };
  const termFiles = createTermFiles({ find, download });
  const looks = { findFile: find, ...lookAround(config, deps, parts) };
  const front: Front = { desk: atFront, speaking, ...identity, ...looks, termFiles };
  return { agenda, front, metrics };
}

function lookAround({ slack }: Config, { now }: BotDeps, { clients, store }: Parts) {
  return {
    isSlack: slackOnly(slack.apiUrl),
    once: createOnce(store, now),
    clients,
    filetypes: acceptedFiletypes(),
    recent: (channel: string) => recentManuscripts(clients.steady, channel, isAcceptedName),
    inThread: (place: Parameters<Front["inThread"]>[0]) =>
      threadManuscripts(clients.steady, place, isAcceptedName),
  };
}

function openAccess(
  config: Config,
  deps: BotDeps,
  {
    store,
    redis,
    clients,
    people,
    speaking,
    metrics,
  }: Parts &
    Pick<Front, "speaking"> & { readonly people: Desk["people"]; readonly metrics: Metrics },
) {
  const { now, sleep, log } = deps;
  const alert = createAlerts({
    clients,
    people,
    speaking,
    once: createOnce(store, now),
    onFault: (err) => log.warn({ err }, "the admins could not be told"),
  });
  const access = createAccess({
    partner: watchPartner(createPartner({ ...config.partner, now }), metrics.asked),
    budget: createDeskBudget(config, deps, redis),
    sleep,
    onRefused: () => {
      log.error("the partner refuses our key");
      metrics.partnerKey("refused");
      alert("key-refused");
    },
    onAccepted: () => {
      metrics.partnerKey("accepted");
      alert("key-accepted");
    },
  });
  const open = createResults(config.partner);
  return { ...access, alert, desk: { partner: access.forWork, results: { open } } };
}

function createDeskAgenda(
  desk: Desk,
  { now, sleep, log }: BotDeps,
  { turn, metrics }: { turn: PartnerAccess["turn"]; metrics: Metrics },
): Agenda {
  return createAgenda({
    openQuotes: async () => {
      await desk.speeds.recall();
      const quotes = await openQuotes(desk);
      await reconcile(desk, quotes);
      return quotes.map(({ id }) => id);
    },
    due: (id) => dueSteps(desk, id),
    advance: async (id, step) => {
      await advanceQuote(desk, id, step);
      metrics.step(step.do, "done");
    },
    turn,
    rules: desk.rules,
    speeds: desk.speeds.current,
    now,
    sleep,
    onFault: (quoteId, step, err) => {
      metrics.step(step.do, "failed");
      log.warn({ quoteId, step: step.do, err }, "step failed");
    },
  });
}

function createReceiver(config: Config, deps: BotDeps, intake: Intake): Receiver | HttpReceiver {
  const { appToken, signingSecret = "", apiUrl } = config.slack;
  const { now, tick, sleep, log } = deps;
  if (appToken !== undefined) {
    return createSocketReceiver({ appToken, apiUrl, intake, logger: createBoltLog(log) });
  }
  const onFault = (err: unknown) => log.error({ err }, "a delivery from Slack failed");
  return createHttpReceiver({ signingSecret, intake, now, tick, sleep, onFault });
}

function createApp(
  config: Config,
  {
    logger,
    identity,
    receiver,
  }: {
    logger: ReturnType<typeof createBoltLog>;
    identity: Identity;
    receiver: Receiver;
  },
): App {
  const { botToken, apiUrl } = config.slack;
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

function downloadFor({ slack, rules }: Config) {
  return createDownload({
    token: slack.botToken,
    mayHaveToken: slackOnly(slack.apiUrl),
    maxBytes: rules.maxManuscriptBytes,
  });
}

/** Order matters: no new deliveries, then the running ones, then the desk's steps, then the store. */
async function stop(parts: {
  server: Server;
  receiver: Receiver;
  intake: Intake;
  agenda: Agenda;
  store: CasStore;
}): Promise<void> {
  const { server, receiver, intake, agenda, store } = parts;
  server.close();
  server.closeIdleConnections();
  await receiver.stop();
  await intake.drain();
  await agenda.stop();
  server.closeAllConnections();
  await store.close();
}
