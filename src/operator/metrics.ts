import { Counter, Gauge, Registry, collectDefaultMetrics } from "prom-client";

import {
  type Backlog,
  countQuote,
  emptyBacklog,
  endedAttempts,
  newlyParked,
} from "../core/backlog.ts";
import type { Quote } from "../core/quote.ts";
import type { Rules } from "../core/rules.ts";
import { type Step, stepsOf } from "../core/steps.ts";
import { auditWords } from "../features/settings/rules/audit.ts";
import type { Endpoint } from "./watch-partner.ts";

export type Metrics = {
  readonly text: () => Promise<string>;
  readonly contentType: string;
  /** A line of the audit log, by its word. */
  readonly event: (what: string) => void;
  readonly written: (before: Quote, after: Quote) => void;
  readonly step: (step: Step["do"], outcome: "done" | "failed") => void;
  readonly delivery: (outcome: "taken" | "failed") => void;
  /** A post or an update that Slack refused, by Slack's own word. */
  readonly slackRefused: (code: string) => void;
  /** A request to the partner, by its outcome: `ok` or the fault's name. */
  readonly asked: (endpoint: Endpoint, outcome: string) => void;
  readonly partnerKey: (state: "accepted" | "refused") => void;
};

/** Prometheus metrics of this process, and of the ledger where `gauges` reads it. */
export function createMetrics(gauges: Gauges): Metrics {
  const registry = new Registry();
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const counters = createCounters(counter);
  const keyRefused = new Gauge({
    name: "galley_partner_key_refused",
    help: "1 while the partner refuses our API key and is left alone",
    registers: [registry],
  });
  collectDefaultMetrics({ register: registry });
  const ledger = createGauges(registry, gauges);
  return {
    text: async () => {
      await ledger.read();
      return await registry.metrics();
    },
    contentType: registry.contentType,
    event: (what) => counters.events.inc({ what }),
    written: (before, after) => {
      for (const ended of endedAttempts(before, after)) counters.attempts.inc(ended);
      counters.parked.inc(newlyParked(before, after));
    },
    step: (step, outcome) => counters.steps.inc({ step, outcome }),
    delivery: (outcome) => counters.deliveries.inc({ outcome }),
    slackRefused: (code) => counters.slackRefusals.inc({ code }),
    asked: (endpoint, outcome) => counters.partner.inc({ endpoint, outcome }),
    partnerKey: (state) => keyRefused.set(state === "refused" ? 1 : 0),
  };
}

type NewCounter = <Label extends string>(
  name: string,
  help: string,
  labelNames: Label[],
) => Counter<Label>;

function createCounters(counter: NewCounter) {
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
 */
function createGauges(registry: Registry, { waiting, countBacklog, ...health }: Gauges) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const readHealth = createHealth(gauge, health);
  const inHand = gauge("galley_agenda_quotes", "Quotes that this process has in hand");
  const whole = gauge("galley_survey_ok", "1 when the ledger was read whole for the numbers below");
  const known = {
    quotes: gauge("galley_quotes_open", "Quotes for which something is due or undecided"),
    sending: gauge("galley_tasks_sending", "Approved, not known to exist at the partner yet"),
    running: gauge("galley_tasks_running", "Paid tasks that run at the partner"),
    unknown: gauge("galley_tasks_unknown", "Tasks of which an admin has to say whether they exist"),
    stranded: gauge("galley_tasks_stranded", "Approved, with a card that can be put up nowhere"),
    unsaid: gauge("galley_deliveries_pending", "Things to be said that were not said yet"),
    oldestUnsaidMs: gauge("galley_deliveries_oldest_seconds", "Age of the oldest of them"),
    staleCards: gauge("galley_cards_stale", "Cards that do not show what the record says"),
  } satisfies Record<keyof Backlog, Gauge>;
  const set = (backlog: Backlog): void => {
    known.quotes.set(backlog.quotes);
    known.sending.set(backlog.sending);
    known.running.set(backlog.running);
    known.unknown.set(backlog.unknown);
    known.stranded.set(backlog.stranded);
    known.unsaid.set(backlog.unsaid);
    known.oldestUnsaidMs.set(backlog.oldestUnsaidMs / 1000);
    known.staleCards.set(backlog.staleCards);
  };
  return {
    /** Never throws: the gauges of the process itself are set even while the store is gone. */
    read: async (): Promise<void> => {
      inHand.set(waiting());
      await readHealth();
      try {
        const { isWhole, ...backlog } = await countBacklog();
        set(backlog);
        whole.set(isWhole ? 1 : 0);
      } catch {
        for (const one of Object.values(known)) one.set(Number.NaN);
        whole.set(0);
      }
    },
  };
}

function createHealth(
  gauge: (name: string, help: string) => Gauge,
  { ready, socket }: Pick<Gauges, "ready" | "socket">,
) {
  const isReady = gauge("galley_ready", "1 while /readyz answers 200");
  const connected = gauge("galley_slack_socket_connected", "1 while Socket Mode is connected");
  const whole = (reasons: readonly string[]) => (reasons.length === 0 ? 1 : 0);
  return async (): Promise<void> => {
    isReady.set(whole(await ready()));
    connected.set(socket === undefined ? Number.NaN : whole(socket()));
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
