import { Counter, Gauge, Registry, collectDefaultMetrics } from "prom-client";

import type { Notice } from "#domain/notices.ts";
import { type Quote, findTask, paidTasks } from "#domain/quote.ts";
import { auditKinds } from "#domain/settings/audit.ts";
import type { Setup } from "#domain/settings/setup.ts";
import { type Step, stepsOf, isDue } from "#domain/steps.ts";
import { type Attempt, type Task, endOf, isPaid } from "#domain/task.ts";
import { unsendableTasks } from "#domain/translation/sending.ts";
import { remember, type Clock } from "#lib/clock.ts";
import type { Endpoint } from "#partner/access.ts";

/** Prometheus metrics of this process, and of the ledger where `gauges` reads it. */
export function createMetrics(gauges: Gauges) {
  const registry = new Registry();
  const counters = createCounters(registry);
  let isKeyRefused = false;
  collectDefaultMetrics({ register: registry });
  registerGauges(registry, { ...gauges, isKeyRefused: () => isKeyRefused });
  return {
    text: () => registry.metrics(),
    contentType: registry.contentType,
    /** A line of the audit log, by its kind. */
    event: (kind: string): void => counters.events.inc({ kind }),
    written: (before: Quote, after: Quote): void => {
      for (const attempt of endedAttempts(before, after)) counters.attempts.inc(attempt);
      counters.undeliverable.inc(newlyUndeliverable(before, after));
    },
    step: (step: Step["kind"], outcome: "done" | "failed"): void =>
      counters.steps.inc({ step, outcome }),
    delivery: (outcome: "taken" | "failed" | "refused"): void =>
      counters.deliveries.inc({ outcome }),
    /** A post or an update that Slack refused, by Slack's own word. */
    slackRefused: (code: string): void => counters.slackRefusals.inc({ code }),
    /** A request to the partner, by its outcome: `ok` or the fault's name. */
    asked: (endpoint: Endpoint, outcome: string): void =>
      counters.partner.inc({ endpoint, outcome }),
    partnerKey: (state: "accepted" | "refused"): void => {
      isKeyRefused = state === "refused";
    },
  };
}

function createCounters(registry: Registry) {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const counters = {
    events: counter("galley_events_total", "Lines of the audit log, by their kind", ["kind"]),
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
    undeliverable: counter("galley_parked_total", "Cards and notices that are undeliverable", []),
    partner: counter("galley_partner_requests_total", "Requests to the partner", [
      "endpoint",
      "outcome",
    ]),
  };
  // Every series begins at 0: otherwise nobody can be alerted to its first event.
  for (const kind of auditKinds) counters.events.inc({ kind }, 0);
  for (const kind of ["paid", "inquiry"]) {
    for (const outcome of ["created", "rejected", "ambiguous", "not-sent"]) {
      counters.attempts.inc({ kind, outcome }, 0);
    }
  }
  for (const endpoint of ["usage", "create", "task", "download"] satisfies Endpoint[]) {
    for (const outcome of ["ok", "RateLimited"]) counters.partner.inc({ endpoint, outcome }, 0);
  }
  for (const outcome of ["taken", "failed", "refused"]) counters.deliveries.inc({ outcome }, 0);
  return counters;
}

export type Gauges = {
  /** Returns the reasons why Galley cannot work; none when it can. */
  readonly ready: () => Promise<readonly string[]>;
  /** Returns the trouble with the socket, in Socket Mode. */
  readonly socket?: (() => readonly string[]) | undefined;
  /** Returns what a person has to look at although Galley works. */
  readonly notes: () => readonly string[];
  readonly waiting: () => number;
  /** Counts the open quotes by state. Throws when the store cannot answer. */
  readonly countBacklog: () => Promise<BacklogCount>;
};

/** Registers gauges of the present state, read on request. What is not known is NaN, never 0. */
function registerGauges(
  registry: Registry,
  gauges: Gauges & { readonly isKeyRefused: () => boolean },
): void {
  const { ready, notes, socket, waiting, countBacklog, isKeyRefused } = gauges;
  const gauge = (
    name: string,
    help: string,
    readValue: () => number | boolean | Promise<number | boolean>,
  ) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect: async function collect() {
        this.set(Number(await readValue()));
      },
    });
  const countOnce = () => countBacklog().catch(() => undefined);
  gauge(
    "galley_partner_key_refused",
    "1 while the partner refuses our API key and is left alone",
    isKeyRefused,
  );
  gauge("galley_ready", "1 while /readyz answers 200", async () => (await ready()).length === 0);
  gauge("galley_notes", "Lines below ready on /readyz, each for a person", () => notes().length);
  gauge("galley_slack_socket_connected", "1 while Socket Mode is connected", () =>
    socket === undefined ? Number.NaN : socket().length === 0,
  );
  gauge("galley_agenda_quotes", "Quotes that this process has in hand", waiting);
  gauge(
    "galley_survey_ok",
    "1 when the ledger was read whole for the numbers below",
    async () => (await countOnce())?.isWhole === true,
  );
  for (const [name, [help]] of Object.entries(ledgerGauges)) {
    gauge(name, help, async () => (await countOnce())?.backlog[name] ?? Number.NaN);
  }
}

type Seen = { readonly quote: Quote; readonly steps: readonly Step[]; readonly now: number };

/** What one open quote adds to a number, and how two quotes' become one: the sum, if not told. */
type LedgerGauge = readonly [help: string, of: (entry: Seen) => number, join?: typeof Math.max];

const ledgerGauges: Readonly<Record<string, LedgerGauge>> = {
  galley_quotes_open: ["Quotes for which something is due or undecided", () => 1],
  galley_tasks_sending: [
    "Approved, not known to exist at the partner yet",
    ({ quote }) => paidIn(quote, "approved", "sending"),
  ],
  galley_tasks_running: [
    "Paid tasks that run at the partner",
    ({ quote }) => paidIn(quote, "running"),
  ],
  galley_tasks_unknown: [
    "Tasks of which an admin has to say whether they exist",
    ({ quote }) => paidIn(quote, "unknown"),
  ],
  galley_tasks_stranded: [
    "Approved, with a card that can be put up nowhere",
    ({ quote }) => unsendableTasks(quote).length,
  ],
  galley_cards_stale: [
    "Cards that do not show what the record says",
    ({ steps, now }) =>
      steps.some((step) => step.kind === "show-card" && isDue(step, now)) ? 1 : 0,
  ],
  galley_deliveries_pending: [
    "Things to be said that were not said yet",
    ({ quote }) => quote.notices.filter(isUnsaid).length,
  ],
  galley_deliveries_oldest_seconds: [
    "Age of the oldest of them",
    ({ quote, now }) =>
      Math.max(0, ...quote.notices.filter(isUnsaid).map((one) => now - dueSince(quote, one))) /
      1000,
    Math.max,
  ],
};

/** Numbers of the open quotes, by the names of their gauges. */
type Backlog = Record<string, number>;

/** `isWhole` is false when there were more open quotes than are ever read at once. */
type BacklogCount = { readonly backlog: Readonly<Backlog>; readonly isWhole: boolean };

export function emptyBacklog(): Backlog {
  return Object.fromEntries(Object.keys(ledgerGauges).map((name) => [name, 0]));
}

/** Adds a quote to the numbers; `steps` are its due steps. */
export function countQuote(backlog: Backlog, entry: Seen): void {
  for (const [name, [, of, join]] of Object.entries(ledgerGauges)) {
    const sum = backlog[name] ?? 0;
    backlog[name] = join === undefined ? sum + of(entry) : join(sum, of(entry));
  }
}

function paidIn(quote: Quote, ...words: readonly Task["state"]["status"][]): number {
  return paidTasks(quote).filter(({ state }) => words.includes(state.status)).length;
}

type BacklogOptions = Pick<Clock, "now" | "tick"> & {
  /** Open quotes, newest first. */
  readonly list: (page: { offset: number; limit: number }) => Promise<readonly Quote[]>;
  readonly setup: Setup;
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
export function createBacklogCount(deps: BacklogOptions): () => Promise<BacklogCount> {
  const recall = remember<BacklogCount>({ now: deps.tick, ms: 10_000 });
  return () => recall("", () => count(deps));
}

async function count({
  list,
  setup,
  now,
  pause,
  largest = 20_000,
}: BacklogOptions): Promise<BacklogCount> {
  const backlog = emptyBacklog();
  for (let offset = 0; offset < largest; offset += pageSize) {
    const page = await list({ offset, limit: pageSize });
    const at = now();
    for (const quote of page) countQuote(backlog, { quote, steps: stepsOf(quote, setup), now: at });
    if (page.length < pageSize) return { backlog, isWhole: true };
    await pause();
  }
  return { backlog, isWhole: false };
}

/** Few enough that reading them delays nobody. */
const pageSize = 50;

/** Returns the attempts that a write closed; one that a dead process left is ambiguous. */
export function endedAttempts(before: Quote, after: Quote) {
  return after.tasks.flatMap((task) => {
    const earlier = closedAttempts(findTask(before, task.key));
    const starts = new Set(earlier.map(({ startedAt }) => startedAt));
    const fresh = closedAttempts(task).filter(({ startedAt }) => !starts.has(startedAt));
    const kind = isPaid(task) ? "paid" : "inquiry";
    return fresh.map(({ outcome = "ambiguous" }) => ({ kind, outcome }));
  });
}

/** Returns how many cards and notices a write made undeliverable, because nobody could be reached. */
export function newlyUndeliverable(before: Quote, after: Quote): number {
  return Math.max(0, undeliverableIn(after) - undeliverableIn(before));
}

function closedAttempts(task: Task | undefined): readonly Attempt[] {
  const { attempts = [], state } = task ?? {};
  return attempts.filter(
    ({ outcome }, index) =>
      outcome !== undefined || index < attempts.length - 1 || state?.status !== "sending",
  );
}

function isUnsaid({ state }: Notice): boolean {
  return state.status === "due" || state.status === "saying";
}

function dueSince(quote: Quote, { about }: Notice): number {
  const { decision, request } = quote;
  const declinedAt = decision.status === "declined" ? decision.at : request.at;
  const task = "key" in about ? findTask(quote, about.key) : undefined;
  return task === undefined ? declinedAt : (endOf(task) ?? task.approval?.at ?? request.at);
}

function undeliverableIn({ card, notices }: Quote): number {
  const undeliverable = notices.filter(({ state }) => state.status === "undeliverable").length;
  return undeliverable + (card.status === "undeliverable" ? 1 : 0);
}
