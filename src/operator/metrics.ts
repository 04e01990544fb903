import { Counter, Gauge, Registry, collectDefaultMetrics } from "prom-client";

import { endedAttempts, newlyParked } from "../core/backlog.ts";
import type { Quote } from "../core/quote.ts";
import type { Step } from "../core/steps.ts";
import { auditWords } from "../features/settings/rules/audit.ts";
import { type Gauges, createGauges } from "./gauges.ts";
import type { Endpoint } from "./watch-partner.ts";

export type Metrics = {
  readonly text: () => Promise<string>;
  readonly contentType: string;
  /** A line of the audit log, by its word. */
  readonly event: (what: string) => void;
  /** A change of a record that was written. */
  readonly written: (before: Quote, after: Quote) => void;
  readonly step: (step: Step["do"], outcome: "done" | "failed") => void;
  /** A delivery from Slack. */
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
    steps: counter("galley_steps_total", "Steps of quotes taken by the desk loop", [
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
  // What was never counted is told as 0: otherwise nobody can be alerted to the first of it.
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
