import type { AppContext } from "#domain/context.ts";
import { coverageMoved } from "#domain/coverage.ts";
import { eraseClosed } from "#features/erasure/erase-records.ts";
import { probeEntry } from "#features/estimate/send-inquiry.ts";
import { shownOfFeatures, threadViews } from "#features/index.ts";
import { recentManuscripts } from "#features/intake/events.ts";
import { claimStore } from "#features/recovery/claim-store.ts";
import type { ListenerDeps } from "#features/shared/action.ts";
import { createAlerts } from "#features/shared/alerts.ts";
import { invalidateCoverage } from "#features/shared/read-coverage.ts";
import { openQuotes } from "#features/shared/records.ts";
import { createThread } from "#features/shared/thread.ts";
import { reconcile } from "#features/spending/update-account.ts";
import { askForWhole } from "#manuscripts/documents/ask-worker.ts";
import { createDownload } from "#manuscripts/download.ts";
import {
  acceptedFiletypes,
  isAcceptedName,
  isIgnoredFile,
  createManuscripts,
  createTermFiles,
} from "#manuscripts/manuscripts.ts";
import type { Logger } from "#operator/log.ts";
import type { Metrics } from "#operator/metrics.ts";
import { type PartnerAccess, createAccess } from "#partner/access.ts";
import { createPartner, createOpenResult } from "#partner/client.ts";
import {
  type SlackClients,
  createBoltLog,
  createClients,
  createPace,
  slackOnly,
} from "#slack/clients.ts";
import { findFile } from "#slack/files.ts";
import type { Identity } from "#slack/identity.ts";
import { createPeople, createViewContexts } from "#slack/people.ts";
import { openStore } from "#store/open-store.ts";
import type { Redis } from "#store/redis.ts";
import { createDedupStore, createDeduplicator, openSmallStores } from "#store/small-stores.ts";
import type { CasStore } from "#store/store.ts";
import { createServers } from "#wiring/doors.ts";
import {
  type Observation,
  watchRecords,
  openStores,
  connectStore,
  createSharedBudget,
  electLeader,
} from "#wiring/stores.ts";
import { advanceQuote, dueSteps } from "#worker/advance-quote.ts";
import { type Scheduler, createScheduler, withHourly } from "#worker/loop.ts";

import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";

/** Time, chance and the log, from `main.ts` or from a test. */
export type BotDeps = Clock & {
  readonly random: () => number;
  readonly log: Logger;
  /** For tests that kill the process around a write. */
  readonly openStore?: typeof openStore;
};

export type Bot = {
  readonly port: number;
  /** The port of the operator's pages. */
  readonly pagesPort: number;
  /** Resolves once Slack knows Galley and the work has begun; rejects when it cannot begin. */
  readonly opened: Promise<void>;
  /** Takes no new work, finishes the running work, and closes. */
  readonly stop: () => Promise<void>;
};

/**
 * Wires Galley from its settings and starts it. The operator's pages are there at once. Galley
 * waits for a Slack that is away, or refuses the token.
 *
 * @throws StoreInUseError, UnsafeRedisError, and the error that kept the port closed.
 */
export async function startBot(config: Config, deps: BotDeps): Promise<Bot> {
  const redis = await connectStore(config, deps);
  const store = await (deps.openStore ?? openStore)(config.store, redis);
  const doors = createServers(config, deps, store);
  const portNumbers = await doors.listen();
  const closing = new AbortController();
  let watching = Promise.resolve();
  const open = async (): Promise<void> => {
    const identity = await doors.signIn(closing.signal);
    await claimStore(openSmallStores(store).owner, { workspace: identity.teamId, at: deps.now() });
    const logger = createBoltLog(deps.log);
    const { botToken: token, apiUrl } = config.slack;
    const clients = createClients({ token, apiUrl, logger });
    const { observation } = doors;
    const { checkToken, unreadable } = doors;
    const parts = { store, redis, clients, identity, observation, checkToken, unreadable };
    const { scheduler, listening, records } = wire(config, deps, parts);
    watching = records.watch(closing.signal);
    await doors.startScheduler(scheduler, records);
    // Contract, Recommended flow 1. The answer tells the budget how many requests a minute it has.
    void listening.ctx.partner.usage().catch((err: unknown) => {
      deps.log.warn({ err }, "the partner account could not be read");
    });
    await doors.acceptSlackRequests({ listening, identity, logger });
    await records.looked;
  };
  const opened = open();
  // A caller that awaits `opened` receives the error; after the closing nobody does.
  opened.catch(() => undefined);
  const stop = async (): Promise<void> => {
    closing.abort();
    await doors.close(opened);
    await watching;
    await store.close();
  };
  return { ...portNumbers, opened, stop };
}

type Parts = {
  readonly store: CasStore;
  readonly redis: Redis | undefined;
  readonly clients: SlackClients;
  readonly identity: Identity;
  readonly observation: Observation;
  readonly checkToken: ListenerDeps["checkToken"];
  readonly unreadable: ListenerDeps["unreadable"];
};

function wire(config: Config, deps: BotDeps, parts: Parts) {
  const { store, redis, clients, identity, observation } = parts;
  const { metrics, audit, quoteStore } = observation;
  quoteStore.watch((before, after) => {
    if (!coverageMoved(before, after)) return;
    invalidateCoverage(ctx, after).catch((err: unknown) => {
      deps.log.warn({ err }, "other cards do not show yet what was approved");
    });
  });
  const { setup } = config;
  const { now, tick, sleep } = deps;
  const { people, contexts } = openPeople(config, deps, parts, () => records.isLossRecent());
  const find = (fileId: string) => findFile(clients.steady, fileId);
  const access = openAccess(config, deps, { ...parts, people, contexts, metrics });
  const pace = createPace({ now: tick, sleep });
  const download = downloadFor(config);
  const manuscripts = createManuscripts({ find, download, tick });
  const given = {
    views: threadViews,
    contexts,
    find: quoteStore.find,
    onRefused: metrics.slackRefused,
  };
  const thread = createThread({ clients, ...identity, pace, sample: manuscripts.sample, ...given });
  const wake = (id: string) => scheduler.wake(id);
  const records = watchRecords({
    ...deps,
    ...parts,
    ...observation,
    workspace: identity.teamId,
    setup,
    people,
    contexts,
    wake,
  });
  const ctx: AppContext = {
    records,
    setup,
    workspace: identity.teamId,
    now,
    tick,
    quoteStore,
    ...access.ctx,
    manuscripts,
    thread,
    people,
    wake,
    audit,
    ...openStores(store, setup, { alert: access.alert, log: deps.log, quoteStore, wake }),
    sleep,
  };
  const newScheduler = () => createWorkScheduler(ctx, deps, { turn: access.turn, metrics });
  const leader = { redis, newScheduler, writtenSince: quoteStore.writtenSince };
  const scheduler = withHourly(electLeader(config, deps, leader), {
    work: () => clearOld(ctx, store),
    sleep,
    onFault: (err) => deps.log.warn({ err }, "old quotes could not be cleared of names"),
  });
  const portsForPeople = { ...ctx, partner: access.forPeople };
  const own = { ...listenerParts(config, deps, parts, find), ...identity, contexts };
  const termFiles = createTermFiles({ find, download, tick });
  const listening: ListenerDeps = { ctx: portsForPeople, ...own, termFiles, ...shownOfFeatures };
  return { scheduler, listening, records };
}

/** Erases old records, expired once-marks, and the store's remains of both. */
async function clearOld(
  ctx: Pick<AppContext, "quoteStore" | "now">,
  store: CasStore,
): Promise<void> {
  await eraseClosed(ctx);
  await createDedupStore(store).sweep(ctx.now());
  await store.scrub?.();
}

/** Opens the people with their rights, and the language in which each is answered. */
function openPeople(
  { setup, admins, approvers }: Config,
  { tick }: BotDeps,
  { clients: { steady: client }, identity: { teamId: workspace } }: Parts,
  hasLostRecords: () => boolean,
) {
  const people = createPeople({ client, workspace, admins, approvers, now: tick });
  const context = { setup, approvers: [...admins, ...approvers], admins };
  const contexts = createViewContexts({ ...people, client, context, hasLostRecords, now: tick });
  return { people, contexts };
}

function listenerParts(
  { slack }: Config,
  { now, tick }: BotDeps,
  { clients, store, checkToken, unreadable }: Parts,
  find: ListenerDeps["findFile"],
) {
  const posts = { client: clients.steady, findFile: find, accepts: isAcceptedName };
  return {
    findFile: find,
    checkToken,
    unreadable,
    isSlack: slackOnly(slack.apiUrl),
    once: createDeduplicator(store, now),
    clients,
    filetypes: acceptedFiletypes(),
    isIgnoredFile,
    writeBook: ((format, book) =>
      askForWhole({ ask: "write", format, book }, { tick })) satisfies ListenerDeps["writeBook"],
    recent: (place: Parameters<ListenerDeps["recent"]>[0]) => recentManuscripts(posts, place),
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
    contexts,
    metrics,
  }: Parts &
    Pick<ListenerDeps, "contexts"> & {
      readonly people: AppContext["people"];
      readonly metrics: Metrics;
    },
) {
  const { now, tick, sleep, log } = deps;
  const alert = createAlerts({
    clients,
    people,
    contexts,
    once: createDeduplicator(store, now),
    onFault: (err) => log.warn({ err }, "the admins could not be told"),
  });
  const client = createPartner({ ...config.partner, now });
  const access = createAccess({
    partner: client,
    budget: createSharedBudget(config, deps, redis),
    tick,
    sleep,
    onEnd: metrics.asked,
    onRefused: () => {
      log.error("the partner refuses PARTNER_API_KEY: set a valid one and start again");
      metrics.partnerKey("refused");
      alert("key-refused");
    },
    onAccepted: () => {
      metrics.partnerKey("accepted");
      alert("key-accepted");
    },
  });
  const openResult = createOpenResult(config.partner);
  const { forWork: partner, tryKey, openLink } = access;
  const { aheadMs } = client;
  return { ...access, alert, ctx: { partner, tryKey, openLink, aheadMs, openResult } };
}

function createWorkScheduler(
  ctx: AppContext,
  { now, sleep, log }: BotDeps,
  { turn, metrics }: { turn: PartnerAccess["turn"]; metrics: Metrics },
): Scheduler {
  return createScheduler({
    openIds: async () => {
      await ctx.speeds.recall();
      const quotes = await openQuotes(ctx);
      await reconcile(ctx, quotes);
      return [...quotes.map(({ id }) => id), probeEntry];
    },
    due: (id) => dueSteps(ctx, id),
    advance: async (id, step) => {
      await advanceQuote(ctx, id, step);
      metrics.step(step.do, "done");
    },
    turn,
    setup: ctx.setup,
    speeds: ctx.speeds.current,
    now,
    sleep,
    onFault: (quoteId, step, err) => {
      metrics.step(step.do, "failed");
      log.warn({ quoteId, step: step.do, err }, "step failed");
    },
  });
}

function downloadFor({ slack, setup }: Config) {
  return createDownload({
    token: slack.botToken,
    mayHaveToken: slackOnly(slack.apiUrl),
    maxBytes: setup.maxManuscriptBytes,
  });
}
