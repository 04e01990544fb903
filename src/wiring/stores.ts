import type { Clock } from "#clock.ts";
import type { Config } from "#config.ts";
import type { AppContext } from "#domain/context.ts";
import type { InquiryOff } from "#domain/estimate/inquiries.ts";
import { type AuditEvent, auditOf } from "#domain/settings/audit.ts";
import type { Setup } from "#domain/settings/setup.ts";
import type { LowBalance } from "#domain/spending/account.ts";
import { hasWorkLeft } from "#domain/steps.ts";
import { watchTerms } from "#features/glossary/update-book-terms.ts";
import { searchCards } from "#features/recovery/handlers.ts";
import { recordsLostCard } from "#features/recovery/recovery-view.ts";
import { createRecords } from "#features/recovery/restore-records.ts";
import { tellAdmins, type Alert } from "#features/shared/alerts.ts";
import { createLearnedSpeeds } from "#features/translation/run-task.ts";
import { isAcceptedName } from "#manuscripts/manuscripts.ts";
import { type Logger, throttled } from "#operator/log.ts";
import { type Gauges, type Metrics, createMetrics, createBacklogCount } from "#operator/metrics.ts";
import { type Budget, createBudget, createSharedTurns, shareBudget } from "#partner/budget.ts";
import type { SlackClients } from "#slack/clients.ts";
import type { Identity } from "#slack/identity.ts";
import { linkToMessage } from "#slack/messages.ts";
import type { ViewContexts } from "#slack/people.ts";
import { type WatchedQuoteStore, createQuoteStore } from "#store/quotes.ts";
import { createLeaderElection } from "#store/redis-jobs.ts";
import type { Redis } from "#store/redis.ts";
import { recordNamed } from "#store/small-records.ts";
import { createDeduplicator, openSmallStores } from "#store/small-stores.ts";
import type { CasStore } from "#store/store.ts";
import { createLeaderScheduler } from "#worker/dealt-worker.ts";
import type { Scheduler } from "#worker/loop.ts";

type Deps = Pick<
  AppContext,
  "workspace" | "now" | "tick" | "sleep" | "setup" | "quoteStore" | "wake" | "people" | "audit"
> & {
  readonly store: CasStore;
  readonly clients: SlackClients;
  readonly identity: Identity;
  readonly contexts: ViewContexts;
  readonly random: () => number;
  readonly log: Logger;
};

/** Watches over the store's marker, with Slack's cards as the second copy of the approvals. */
export function watchRecords(deps: Deps) {
  const { store, clients, identity, now, sleep, random, log } = deps;
  const onFault = throttled(deps, (err) => {
    log.warn({ err }, "the store's marker could not be looked at");
  });
  const client = clients.steady;
  const { botUserId } = identity;
  const search = { client, botUserId, accepts: isAcceptedName, now, sleep };
  return createRecords({
    ...deps,
    marker: openSmallStores(store).marker,
    search: (signal) => searchCards(search, signal),
    ask: async (cards) => {
      const links = await Promise.all(
        cards.shown.map(({ channel, ts }) => linkToMessage(client, channel, ts)),
      );
      const known = links.flatMap((link) => link ?? []);
      return await tellAdmins({ ...deps, onFault }, (context) =>
        recordsLostCard(cards, known, context),
      );
    },
    once: createDeduplicator(store, now),
    newId: () => `${now().toString(36)}-${random().toString(36).slice(2)}`,
    onFault,
  });
}

/** Opens the records beside the quotes; of accounts, only the one of this key. */
export function openStores(
  store: CasStore,
  { apiKeyFingerprint = "" }: Setup,
  {
    alert,
    log,
    quoteStore,
    wake,
  }: Pick<Deps, "quoteStore" | "wake" | "log"> & { readonly alert: (alert: Alert) => void },
) {
  const { accounts, inquiries, terms, speeds, ...others } = openSmallStores(store);
  return {
    ...others,
    terms: watchTerms(terms, {
      quoteStore,
      wake,
      onFault: (err) => log.warn({ err }, "the cards do not show changed terms yet"),
    }),
    account: recordNamed(accounts, apiKeyFingerprint),
    warnOfBalance: (low: LowBalance) => alert({ about: "low-balance", ...low }),
    inquiries: {
      ...recordNamed(inquiries, apiKeyFingerprint),
      tell: (off: InquiryOff) => {
        log.warn(off, "a kind of inquiry is off");
        alert({ about: "inquiry-off", ...off });
      },
    },
    speeds: createLearnedSpeeds({
      records: speeds,
      onFault: (err) => log.warn({ err }, "how fast the partner is could not be kept"),
    }),
  };
}

export type Observation = {
  readonly quoteStore: WatchedQuoteStore;
  readonly metrics: Metrics;
  readonly audit: (event: AuditEvent) => void;
};

/**
 * Creates the ledger and the operator's view of it: an audit line and the counters for each written
 * change, and the state of the open quotes whenever the metrics are read.
 *
 * @param seen facts that this process knows about itself.
 */
export function openQuoteStore(
  { setup }: Config,
  { now, tick, sleep, log }: Clock & Pick<Deps, "log">,
  { store, ...seen }: { readonly store: CasStore } & Omit<Gauges, "countBacklog">,
): Observation {
  const quoteStore = createQuoteStore(store, (quote) => hasWorkLeft(quote, setup), {
    onUnreadable: (quoteId, err) => log.error({ quoteId, err }, "a record cannot be read"),
    apiKeyFingerprint: setup.apiKeyFingerprint,
  });
  const list = (page: { offset: number; limit: number }) => quoteStore.list("open", "all", page);
  const countBacklog = createBacklogCount({ list, setup, now, tick, pause: () => sleep(0) });
  const metrics = createMetrics({ ...seen, countBacklog });
  const child = log.child({ audit: true });
  const audit = (event: AuditEvent) => {
    metrics.event(event.what);
    child.info(event, "audit");
  };
  quoteStore.watch((before, after) => {
    for (const event of auditOf(before, after)) audit(event);
    metrics.written(before, after);
  });
  return { quoteStore, metrics, audit };
}

type ReplicaDeps = Clock & Pick<Deps, "random" | "log">;

type Dealt = Pick<Parameters<typeof createLeaderScheduler>[0], "newScheduler" | "writtenSince"> & {
  readonly redis: Redis | undefined;
};

/**
 * Returns the agenda. On one machine the worker simply runs; replicas that share a Redis have it
 * dealt to one of them.
 */
export function electLeader(
  { setup: { apiKeyFingerprint: key = "" } }: Config,
  { now, tick, sleep, log }: ReplicaDeps,
  { redis, newScheduler, writtenSince }: Dealt,
): Scheduler {
  if (redis === undefined) return newScheduler();
  const onFault = throttled({ tick }, (err) => log.warn({ err }, "dealing out the worker failed"));
  const election = { connect: redis.connectPatient, key, now, sleep, onFault };
  return createLeaderScheduler({
    deal: (work) =>
      createLeaderElection({
        ...election,
        work: async (signal) => {
          log.info("the worker was dealt to this replica");
          await work(signal).finally(() => log.info("the worker was let go"));
        },
      }),
    newScheduler,
    writtenSince,
    sleep,
    onFault,
  });
}

/** Creates the budget of requests for the key, shared by replicas that share a Redis. */
export function createSharedBudget(
  config: Config,
  deps: ReplicaDeps,
  redis: Redis | undefined,
): Budget {
  const budget = createBudget({ ...deps, now: deps.tick });
  return redis === undefined
    ? budget
    : shareBudget(
        budget,
        createSharedTurns(redis, config.setup.apiKeyFingerprint ?? ""),
        deps.sleep,
      );
}

/** Connects to Redis, if `STORE_URL` names one. @throws RedisUnavailableError */
export async function connectStore(
  { store }: Config,
  deps: ReplicaDeps,
): Promise<Redis | undefined> {
  if (store.kind !== "redis") return undefined;
  const { connectRedis } = await import("#store/redis.ts");
  const onFault = throttled(deps, (err) => deps.log.warn({ err }, "Redis is in trouble"));
  return await connectRedis({ ...deps, url: store.url, onFault });
}
