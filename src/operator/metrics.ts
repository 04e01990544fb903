import { Counter, Gauge, Registry } from "prom-client";

import type { Step } from "../domain/steps.ts";

export type Metrics = {
  readonly text: () => Promise<string>;
  readonly contentType: string;
  /** A decision or an event that costs money, by its name. */
  readonly event: (what: string) => void;
  readonly step: (step: Step["do"], outcome: "done" | "failed") => void;
  readonly delivery: (kind: string) => void;
};

/** Prometheus metrics of this process. `waiting` counts the quotes for which something is due. */
export function createMetrics({ waiting }: { readonly waiting: () => number }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const events = new Counter({
    name: "galley_events_total",
    help: "Decisions and task events: approved, sent, completed, unknown, …",
    labelNames: ["what"],
    registers,
  });
  const steps = new Counter({
    name: "galley_steps_total",
    help: "Steps of quotes taken by the desk loop",
    labelNames: ["step", "outcome"],
    registers,
  });
  const deliveries = new Counter({
    name: "galley_slack_deliveries_total",
    help: "Requests from Slack by their outcome",
    labelNames: ["outcome"],
    registers,
  });
  const open: Gauge = new Gauge({
    name: "galley_quotes_open",
    help: "Quotes for which something is due",
    registers,
    collect: () => open.set(waiting()),
  });
  return {
    text: () => registry.metrics(),
    contentType: registry.contentType,
    event: (what) => events.inc({ what }),
    step: (step, outcome) => steps.inc({ step, outcome }),
    delivery: (outcome) => deliveries.inc({ outcome }),
  };
}
