import { Counter, Gauge, Registry, collectDefaultMetrics } from "prom-client";

import {
  type Backlog,
  countQuote,
  emptyBacklog,
  endedAttempts,
  newlyParked,
} from "../core/backlog.ts";
import { PartnerFault } from "../core/faults.ts";
import type { Partner } from "../core/partner.ts";
import type { Quote } from "../core/quote.ts";
import type { Rules } from "../core/rules.ts";
import { type Step, stepsOf } from "../core/steps.ts";
import { auditWords } from "../features/settings/rules/audit.ts";
import { type Endpoint, askedBy } from "../partner/access.ts";

export type Metrics = ReturnType<typeof createMetrics>;

/** Prometheus metrics of this process, and of the ledger where `gauges` reads it. */
export function createMetrics(gauges: Gauges) {
  const registry = new Registry();
  const counters = createCounters(registry);
  const keyRefused = new Gauge({
    name: "galley_partner_key_refused",
    help: "1 while the partner refuses our API key and is left alone",
    registers: [registry],
  });
  collectDefaultMetrics({ register: registry });
  const readGauges = createGauges(registry, gauges);
  return {
    text: async (): Promise<string> => {
      await readGauges();
      return await registry.metrics();
    },
    contentType: registry.contentType,
    /** A line of the audit log, by its word. */
    event: (what: string): void => counters.events.inc({ what }),
    written: (before: Quote, after: Quote): void => {
      for (const ended of endedAttempts(before, after)) counters.attempts.inc(ended);
      counters.parked.inc(newlyParked(before, after));
    },
    step: (step: Step["do"], outcome: "done" | "failed"): void =>
      counters.steps.inc({ step, outcome }),
    delivery: (outcome: "taken" | "failed"): void => counters.deliveries.inc({ outcome }),
    /** A post or an update that Slack refused, by Slack's own word. */
    slackRefused: (code: string): void => counters.slackRefusals.inc({ code }),
    /** A request to the partner, by its outcome: `ok` or the fault's name. */
    asked: (endpoint: Endpoint, outcome: string): void =>
      counters.partner.inc({ endpoint, outcome }),
    partnerKey: (state: "accepted" | "refused"): void =>
      keyRefused.set(state === "refused" ? 1 : 0),
  };
}

function createCounters(registry: Registry) {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const counters = {
    events: counter("galley_events_total", "Lines of the audit log, by their word", ["what"]),
    attempts: counter("galley_attempts_total", "Creates sent to the partner, once closed", [
      "kind",
      "outcome",
    ]),
    steps: counter("galley_steps_total", "Steps of quotes taken by the worker", [
      "step",
      "outcome",
    ]),
    deliveries: counter("galley_slack_deliveries_total", "Deliveries from Slack", ["outcome"]),
    slackRefusals: counter("galley_slack_refusals_total", "Posts and updates refused by Slack", [
      "code",
    ]),
    parked: counter("galley_parked_total", "Cards and notices that could be said to nobody", []),
    partner: counter("galley_partner_requests_total", "Requests to the partner", [
      "endpoint",
      "outcome",
    ]),
  };
  // Every series begins at 0: otherwise nobody can be alerted to its first event.
  for (const what of auditWords) counters.events.inc({ what }, 0);
  for (const kind of ["paid", "inquiry"]) {
    for (const outcome of ["created", "rejected", "ambiguous", "not-sent"]) {
      counters.attempts.inc({ kind, outcome }, 0);
    }
  }
  for (const endpoint of ["usage", "create", "task", "download"] satisfies Endpoint[]) {
    for (const outcome of ["ok", "RateLimited"]) counters.partner.inc({ endpoint, outcome }, 0);
  }
  for (const outcome of ["taken", "failed"]) counters.deliveries.inc({ outcome }, 0);
  return counters;
}

export type Gauges = {
  /** Returns the reasons why Galley cannot work; none when it can. */
  readonly ready: () => Promise<readonly string[]>;
  /** Returns the trouble with the socket, in Socket Mode. */
  readonly socket?: (() => readonly string[]) | undefined;
  /** Quotes that the worker of this process has in hand. */
  readonly waiting: () => number;
  /** Counts the open quotes by state. Throws when the store cannot answer. */
  readonly countBacklog: () => Promise<BacklogCount>;
};

/**
 * Gauges of the present state, read on request. Without the store's answer a gauge is NaN, never 0.
 *
 * @returns a function that never throws: the gauges of the process itself are set even while the
 * store is gone.
 */
function createGauges(registry: Registry, { waiting, countBacklog, ready, socket }: Gauges) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const isReady = gauge("galley_ready", "1 while /readyz answers 200");
  const connected = gauge("galley_slack_socket_connected", "1 while Socket Mode is connected");
  const inHand = gauge("galley_agenda_quotes", "Quotes that this process has in hand");
  const whole = gauge("galley_survey_ok", "1 when the ledger was read whole for the numbers below");
  const counts: readonly (readonly [keyof Backlog, Gauge])[] = [
    ["quotes", gauge("galley_quotes_open", "Quotes for which something is due or undecided")],
    ["sending", gauge("galley_tasks_sending", "Approved, not known to exist at the partner yet")],
    ["running", gauge("galley_tasks_running", "Paid tasks that run at the partner")],
    [
      "unknown",
      gauge("galley_tasks_unknown", "Tasks of which an admin has to say whether they exist"),
    ],
    [
      "stranded",
      gauge("galley_tasks_stranded", "Approved, with a card that can be put up nowhere"),
    ],
    ["staleCards", gauge("galley_cards_stale", "Cards that do not show what the record says")],
    ["unsaid", gauge("galley_deliveries_pending", "Things to be said that were not said yet")],
  ];
  const oldest = gauge("galley_deliveries_oldest_seconds", "Age of the oldest of them");
  const oneIfNone = (reasons: readonly string[]) => (reasons.length === 0 ? 1 : 0);
  return async (): Promise<void> => {
    inHand.set(waiting());
    isReady.set(oneIfNone(await ready()));
    connected.set(socket === undefined ? Number.NaN : oneIfNone(socket()));
    const backlog = await countBacklog().catch(() => undefined);
    whole.set(backlog?.isWhole === true ? 1 : 0);
    oldest.set(backlog === undefined ? Number.NaN : backlog.oldestUnsaidMs / 1000);
    for (const [name, one] of counts) one.set(backlog?.[name] ?? Number.NaN);
  };
}

/** `isWhole` is false when there were more open quotes than are ever read at once. */
type BacklogCount = Backlog & { readonly isWhole: boolean };

type Deps = {
  /** Open quotes, newest first. */
  readonly list: (page: { offset: number; limit: number }) => Promise<readonly Quote[]>;
  readonly rules: Rules;
  readonly now: () => number;
  /** Monotonic clock, ms. */
  readonly tick: () => number;
  /** Lets all other work go first. */
  readonly pause: () => Promise<void>;
  readonly largest?: number;
};

/**
 * Counts the open quotes by state: at most once in ten seconds, in small pieces between which
 * clicks are answered, and never more than `largest` quotes.
 *
 * @returns a function that throws when the store cannot answer.
 */
export function createBacklogCount(deps: Deps): () => Promise<BacklogCount> {
  let last: { readonly at: number; readonly countBacklog: Promise<BacklogCount> } | undefined;
  return () => {
    if (last !== undefined && deps.tick() - last.at < freshMs) return last.countBacklog;
    const countBacklog = count(deps);
    last = { at: deps.tick(), countBacklog };
    countBacklog.catch(() => {
      last = undefined;
    });
    return countBacklog;
  };
}

async function count({ list, rules, now, pause, largest = 20_000 }: Deps): Promise<BacklogCount> {
  let backlog = emptyBacklog;
  for (let offset = 0; offset < largest; offset += pageSize) {
    const page = await list({ offset, limit: pageSize });
    const at = now();
    for (const quote of page) {
      backlog = countQuote(backlog, quote, { steps: stepsOf(quote, rules), now: at });
    }
    if (page.length < pageSize) return { ...backlog, isWhole: true };
    await pause();
  }
  return { ...backlog, isWhole: false };
}

const freshMs = 10_000;
/** Few enough that reading them delays nobody. */
const pageSize = 50;

/**
 * Returns `partner`, which reports the outcome of each request: `ok`, or the fault's name. A
 * request that we cut short is `CutShort`, and any error that is no fault of the partner is
 * `other`.
 */
export function watchPartner(
  partner: Partner,
  onEnd: (endpoint: Endpoint, outcome: string) => void,
): Partner {
  return askedBy(partner, async (call, endpoint) => {
    try {
      const value = await call();
      onEnd(endpoint, "ok");
      return value;
    } catch (error) {
      onEnd(endpoint, error instanceof PartnerFault ? error.name : "other");
      throw error;
    }
  });
}
