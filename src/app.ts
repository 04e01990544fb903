import { App } from "@slack/bolt";

import type { AppContext, Records } from "#domain/context.ts";
import { coverageMoved } from "#domain/coverage.ts";
import { type AuditEvent, auditOf } from "#domain/settings/audit.ts";
import { hasWorkLeft } from "#domain/steps.ts";
import { redrawCards, watchTerms } from "#features/glossary/update-book-terms.ts";
import { shownOfFeatures, threadViews, workHourly } from "#features/index.ts";
import { recentManuscripts } from "#features/intake/events.ts";
import { createClaim } from "#features/recovery/claim-store.ts";
import { askAboutLoss, searchCards } from "#features/recovery/handlers.ts";
import { createRecords } from "#features/recovery/restore-records.ts";
import { registerListeners } from "#features/register.ts";
import { createAlerts } from "#features/shared/alerts.ts";
import { invalidateCoverage } from "#features/shared/read-coverage.ts";
import { createTroubles } from "#features/shared/tell-trouble.ts";
import { createThread } from "#features/shared/thread.ts";
import { reconcileOpen } from "#features/spending/update-account.ts";
import { createLearnedSpeeds } from "#features/translation/run-task.ts";
import { createServers } from "#http/http-server.ts";
import { type Clock, remember } from "#lib/clock.ts";
import { askForWhole } from "#manuscripts/documents/ask-worker.ts";
import { createDownload } from "#manuscripts/download.ts";
import {
  acceptedFiletypes,
  createManuscripts,
  createTermFiles,
  isAcceptedName,
  isIgnoredFile,
} from "#manuscripts/manuscripts.ts";
import type { Config } from "#operator/config.ts";
import { type Logger, throttled } from "#operator/log.ts";
import { createBacklogCount, createMetrics } from "#operator/metrics.ts";
import { checkRecords, checkWorker, createReadiness } from "#operator/readiness.ts";
import { createAccess } from "#partner/access.ts";
import { createBudget, createSharedTurns, shareBudget } from "#partner/budget.ts";
import { createOpenResult, createPartner } from "#partner/client.ts";
import { createRefusalNotes, createRefusals } from "#slack/answers.ts";
import {
  clientOptions,
  createBoltLog,
  createClients,
  createPace,
  quietClients,
  slackOnly,
} from "#slack/clients.ts";
import { findFile } from "#slack/files.ts";
import { createHttpReceiver, refusedWords } from "#slack/http-receiver.ts";
import { createSignIn } from "#slack/identity.ts";
import { createIntake, createUnreadable } from "#slack/intake.ts";
import { createPeople, createViewContexts } from "#slack/people.ts";
import { createSocketReceiver } from "#slack/socket-receiver.ts";
import { connectStore, openStore } from "#store/open-store.ts";
import { createQuoteStore } from "#store/quotes.ts";
import { createLeaderElection } from "#store/redis-jobs.ts";
import { recordNamed } from "#store/small-records.ts";
import {
  createDedupStore,
  createEventNote,
  openLastEvent,
  openSmallStores,
} from "#store/small-stores.ts";
import { advanceQuote, dueSteps } from "#worker/advance-quote.ts";
import { createLeaderScheduler } from "#worker/leader-scheduler.ts";
import { type Scheduler, createScheduler, withHourly } from "#worker/loop.ts";

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
  /** Resolves once Slack has accepted the token and the worker runs; rejects if it cannot start. */
  readonly opened: Promise<void>;
  /** Takes no new work, finishes the running work, and closes. */
  readonly stop: () => Promise<void>;
};

/**
 * Galley's composition root: creates every part from the settings, and starts them. It returns as
 * soon as the operator's pages are served; it then waits for Slack to accept the token, however
 * long Slack is away.
 *
 * @throws StoreInUseError, UnsafeRedisError, and the error that kept the port closed.
 */
export async function startBot(config: Config, deps: BotDeps): Promise<Bot> {
  const { slack } = config;
  const { apiUrl, botToken: token } = slack;
  const { now, tick, sleep, random, log } = deps;
  const { apiKeyFingerprint: key = "" } = config.setup;
  const closing = new AbortController();
  /** Undefined until Slack has accepted the token. */
  let running: { readonly scheduler: Scheduler; readonly records: Records } | undefined;
  let watching: Promise<void> | undefined;

  const warn = (why: string) => (err: unknown) => log.warn({ err }, why);
  const stopWorker = (why: string, err?: unknown): void => {
    log.error({ err }, `worker stopped: ${why}`);
    void running?.scheduler.stop();
  };

  // The store.
  const redis = await connectStore(config.store, {
    tick,
    sleep,
    onFault: throttled(deps, warn("Redis connection failed")),
  });
  const store = await (deps.openStore ?? openStore)(config.store, redis);
  const small = openSmallStores(store);
  /** The partner account: a new key of the same account keeps its name. */
  const apiKeyFingerprint = (await small.owner.read())?.keys?.[0] ?? key;
  const setup = { ...config.setup, apiKeyFingerprint };
  const quoteStore = createQuoteStore(store, (quote) => hasWorkLeft(quote, setup), {
    onUnreadable: (quoteId, err) => log.error({ quoteId, err }, "a record cannot be read"),
    apiKeyFingerprint,
  });
  const fitnessMemory = remember<readonly string[]>({ now: tick, ms: fitnessMs });
  /** Why the store cannot keep a record: one answer for readiness, purchases and sends. */
  const storeTroubles = () => fitnessMemory("store", store.writable);
  const lastEvent = openLastEvent(store);
  const heardAt = await lastEvent.read();
  const dedupStore = createDedupStore(store);
  const marks = dedupStore.at(now);
  const once = marks.first;

  // What the operator sees: readiness, metrics and the audit log of every written change.
  const onTrouble = (why: string, err: unknown) => log.warn({ err, why }, "waiting for Slack");
  const signIn = createSignIn({
    clients: quietClients(apiUrl, token),
    tick,
    sleep,
    onTrouble,
    // Slack accepts no revoked token again: Galley has to be started with another one.
    onLost: () => stopWorker("Slack revoked SLACK_BOT_TOKEN; restart with a new one"),
  });
  const checkSocket = () => socket?.check() ?? [];
  const ready = createReadiness(
    {
      "The store": storeTroubles,
      Slack: signIn.check,
      "Socket Mode": checkSocket,
      "The worker": () => checkWorker(running?.scheduler.turnedAt(), now()),
      "The records": async () =>
        checkRecords(await running?.records.status().catch(() => undefined)),
    },
    deps,
  );
  const refusalNotes = createRefusalNotes({ tick });
  const metrics = createMetrics({
    ready,
    notes: refusalNotes.lines,
    socket: slack.appToken === undefined ? undefined : checkSocket,
    waiting: () => running?.scheduler.waiting() ?? 0,
    countBacklog: createBacklogCount({
      list: (page) => quoteStore.list("open", "all", page),
      setup,
      now,
      tick,
      pause: () => sleep(0),
    }),
  });
  const auditLog = log.child({ audit: true });
  const audit = (event: AuditEvent) => {
    metrics.event(event.kind);
    auditLog.info(event, "audit");
  };
  quoteStore.watch((before, after) => {
    for (const event of auditOf(before, after)) audit(event);
    metrics.written(before, after);
  });

  // Slack's requests: through Socket Mode if there is an app token, else over HTTP.
  const unreadable = createUnreadable((fields, message) => log.warn(fields, message));
  const intake = createIntake({
    marks,
    onEvent: createEventNote(lastEvent, deps),
    onUnreadable: unreadable,
    onEnd: metrics.delivery,
  });
  const onFault = (err: unknown) => log.error({ err }, "a delivery from Slack failed");
  const socket =
    slack.appToken === undefined
      ? undefined
      : createSocketReceiver({
          appToken: slack.appToken,
          apiUrl,
          intake,
          tick,
          sleep,
          onFault,
          onTrouble,
          onConnected: (awayMs) => {
            const awaySeconds = Math.round(awayMs / 1000);
            log.info({ awaySeconds }, "Slack is connected through Socket Mode");
          },
        });
  const warnOfRefusal = throttled(deps, (words) => log.warn(words));
  const http =
    slack.appToken === undefined
      ? createHttpReceiver({
          signingSecret: slack.signingSecret ?? "",
          intake,
          first: once,
          now,
          sleep,
          onFault,
          onRefused: () => {
            metrics.delivery("refused");
            warnOfRefusal(refusedWords);
          },
        })
      : undefined;

  // The servers. The intake answers 503 until Slack has accepted the token.
  const servers = createServers(config, {
    slack: http,
    pages: { ready, notes: refusalNotes.lines, metrics },
  });
  const ports = await servers.listen();

  const open = async (): Promise<void> => {
    const identity = await signIn.untilAccepted(closing.signal);
    const { teamId: workspace, botUserId } = identity;
    const account = recordNamed(small.accounts, apiKeyFingerprint);
    const { owner } = small;
    const claim = createClaim({ owner, account, workspace, now, key, name: apiKeyFingerprint });
    await claim.take();

    // The clients of Slack.
    const logger = createBoltLog(log);
    const clients = createClients({ token, apiUrl, logger, onAnswer: refusalNotes.answered });
    const client = clients.steady;
    const isSlack = slackOnly(apiUrl);
    const records = createRecords({
      marker: small.marker,
      storeTroubles,
      hasAllCommits: store.hasAllCommits,
      now,
      newId: () => `${now().toString(36)}-${random().toString(36).slice(2)}`,
      audit,
    });
    const { admins, approvers } = config;
    const people = createPeople({
      client,
      workspace,
      admins,
      approvers,
      now: tick,
      onGroup: (group, code) => {
        refusalNotes.group(group, code);
        if (code !== undefined) alert({ about: "group-refused", group, code });
      },
    });
    const contexts = createViewContexts({
      client,
      find: people.find,
      context: { setup, approvers: [...admins, ...approvers], admins },
      hasLostRecords: records.isLossRecent,
      now: tick,
    });
    const alert = createAlerts({
      clients,
      people,
      contexts,
      once,
      onFault: warn("could not notify admins"),
    });
    const find = (fileId: string) => findFile(client, fileId);
    const files = {
      find,
      download: createDownload({
        token,
        mayHaveToken: isSlack,
        maxBytes: setup.maxManuscriptBytes,
      }),
      tick,
    };
    const manuscripts = createManuscripts(files);

    // The client of the partner, within the budget of the API key, which replicas share.
    const ownBudget = createBudget({ now: tick, sleep, random });
    const partner = createPartner({ ...config.partner, now });
    const { keyConfirmed: confirmed } = config.partner;
    await claim.admit({ ...deps, partner, confirmed, signal: closing.signal });
    const access = createAccess({
      partner,
      budget:
        redis === undefined
          ? ownBudget
          : shareBudget(ownBudget, createSharedTurns(redis, apiKeyFingerprint), sleep),
      tick,
      sleep,
      onEnd: metrics.asked,
      onRefused: () => {
        log.error("the partner refuses PARTNER_API_KEY: set a valid one and start again");
        metrics.partnerKey("refused");
        const notifyAdmins = () => alert("key-refused");
        void claim.giveUp().catch(warn("could not give up the store")).finally(notifyAdmins);
      },
      onAccepted: () => {
        claim.take().catch((err: unknown) => stopWorker("another process took the store", err));
        metrics.partnerKey("accepted");
        alert("key-accepted");
      },
    });

    // The context: all that the features use.
    const ctx: AppContext = {
      ...small,
      setup,
      workspace,
      now,
      tick,
      sleep,
      quoteStore,
      records,
      wake: (id) => scheduler.wake(id),
      audit,
      partner: access.forWork,
      openLink: access.openLink,
      tryKey: access.tryKey,
      aheadMs: partner.aheadMs,
      openResult: createOpenResult(config.partner),
      manuscripts,
      people,
      thread: createThread({
        views: threadViews,
        clients,
        contexts,
        people,
        pace: createPace({ now: tick }),
        botUserId,
        find: quoteStore.find,
        connections: redis?.connections ?? (() => 1),
        sample: manuscripts.sample,
        onRefused: metrics.slackRefused,
      }),
      terms: watchTerms(small.terms, {
        redraw: (home) => redrawCards(ctx, home),
        onFault: warn("could not redraw cards with changed terms"),
      }),
      account,
      refusals: createRefusals({ tick, unheard: refusalNotes.unheard }),
      warnOfBalance: (low) => alert({ about: "low-balance", ...low }),
      warnOfBudget: (spent) => alert({ about: "book-budget", ...spent }),
      inquiries: {
        ...recordNamed(small.inquiries, apiKeyFingerprint),
        tell: (news) => {
          log.warn(news, "the partner account differs from what was ordered");
          alert(news);
        },
      },
      speeds: createLearnedSpeeds({
        records: small.speeds,
        onFault: warn("could not save partner speed"),
      }),
    };
    quoteStore.watch((before, after) => {
      if (!coverageMoved(before, after)) return;
      invalidateCoverage(ctx, after).catch(warn("could not redraw cards of an approved text"));
    });

    const onFault = warn("could not note a failing step");
    const troubles = createTroubles({ ctx, clients, contexts, alert, onFault });

    // The worker. Replicas that share a Redis elect the one that runs it.
    const newScheduler = () =>
      createScheduler({
        openIds: async () => {
          await ctx.speeds.recall();
          return (await reconcileOpen(ctx)).map(({ id }) => id);
        },
        due: (id) => dueSteps(ctx, id),
        advance: async (id, step) => {
          await troubles.watch(id, step, () => advanceQuote(ctx, id, step));
          metrics.step(step.kind, "done");
        },
        turn: access.turn,
        setup,
        speeds: ctx.speeds.current,
        now,
        sleep,
        onFault: (quoteId, step, err) => {
          metrics.step(step.kind, "failed");
          log.warn({ quoteId, step: step.kind, err }, "step failed");
        },
      });
    const onLeaseFault = throttled(deps, warn("could not acquire worker lease"));
    const elected =
      redis === undefined
        ? newScheduler()
        : createLeaderScheduler({
            lease: (work) =>
              createLeaderElection({
                connect: redis.connectPatient,
                onDemoted: redis.onDemoted,
                key: apiKeyFingerprint,
                now,
                sleep,
                onFault: onLeaseFault,
                work: async (signal) => {
                  log.info("acquired worker lease");
                  await work(signal).finally(() => log.info("lost worker lease"));
                },
              }),
            newScheduler,
            writtenSince: quoteStore.writtenSince,
            sleep,
            onFault: onLeaseFault,
          });
    const scheduler = withHourly(elected, {
      work: async () => {
        await workHourly(ctx);
        await dedupStore.sweep(now());
        await store.purge?.();
      },
      sleep,
      onFault: warn("hourly work failed"),
    });

    // Start: first the worker, then the listeners.
    running = { scheduler, records };
    const onMarkerFault = throttled(deps, warn("could not check the store marker"));
    const cardSearch = { client, botUserId, accepts: isAcceptedName, now, sleep };
    watching = records.watch(
      {
        ctx,
        search: (signal, since) => searchCards(cardSearch, signal, since),
        heardAt,
        ask: (cards) => askAboutLoss({ clients, people, contexts, onFault: onMarkerFault }, cards),
        once,
        onFault: onMarkerFault,
      },
      closing.signal,
    );
    await scheduler.start();
    // Contract, Recommended flow 1. The answer tells the budget how many requests a minute it has.
    void access.forPeople.usage().catch(warn("could not read the partner account"));

    // The features, behind Bolt, which takes requests from here on. People who wait use the requests reserved for them.
    const app = new App({
      receiver: intake,
      logger,
      // Known since the start: otherwise Bolt asks Slack who it is on every request.
      authorize: async () => ({ botToken: token, ...identity }),
      clientOptions: {
        ...clientOptions({ apiUrl, logger }),
        retryConfig: { retries: 0 },
      },
      convoStore: false,
      extendedErrorHandler: true,
    });
    registerListeners(app, {
      ...shownOfFeatures,
      ctx: { ...ctx, partner: access.forPeople },
      contexts,
      clients,
      botUserId,
      isSlack,
      findFile: find,
      filetypes: acceptedFiletypes(),
      isIgnoredFile,
      recent: (place) =>
        recentManuscripts({ client, findFile: find, accepts: isAcceptedName }, place),
      termFiles: createTermFiles(files),
      writeBook: (format, book) => askForWhole({ kind: "write", format, book }, { tick }),
      checkToken: signIn.recheck,
      unreadable,
      once,
    });
    await socket?.start();
    await records.looked;
  };
  const opening = open();
  // A caller that awaits `opened` receives the error; after the closing nobody does.
  opening.catch(() => undefined);

  // The shutdown: new requests end first, then running ones, the worker, and the store last.
  const stop = async (): Promise<void> => {
    closing.abort();
    servers.refuseConnections();
    await socket?.stop();
    await Promise.allSettled([opening]);
    await intake.drain();
    await running?.scheduler.stop();
    servers.closeAllConnections();
    await watching;
    await store.close();
  };
  return { ...ports, opened: opening, stop };
}

/** How old the knowledge that the store is fit may be when something is sold or sent. */
const fitnessMs = 3000;
