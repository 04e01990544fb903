import type { Config } from "../config.ts";
import { isOpen } from "../core/steps.ts";
import { type AuditEvent, auditOf } from "../features/settings/rules/audit.ts";
import type { Logger } from "../operator/log.ts";
import {
  type Gauges,
  type Metrics,
  createMetrics,
  createBacklogCount,
} from "../operator/metrics.ts";
import { type Ledger, createLedger, observe } from "../store/quotes.ts";
import type { CasStore } from "../store/store.ts";

type ObservationDeps = {
  readonly now: () => number;
  readonly tick: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: Logger;
};

export type Observation = {
  readonly ledger: Ledger;
  readonly metrics: Metrics;
  readonly audit: (event: AuditEvent) => void;
};

/**
 * Creates the ledger and the operator's view of it: an audit line and the counters for each written
 * change, and the state of the open quotes whenever the metrics are read.
 *
 * @param seen facts that this process knows about itself.
 */
export function observeWork(
  { rules }: Config,
  deps: ObservationDeps,
  { store, ...seen }: { readonly store: CasStore } & Omit<Gauges, "countBacklog">,
): Observation {
  const { now, tick, sleep, log } = deps;
  const ledger = createLedger(store, (quote) => isOpen(quote, rules), {
    onUnreadable: (err) => log.error({ err }, "a record cannot be read"),
    keyPrint: rules.keyPrint,
  });
  const list = (page: { offset: number; limit: number }) => ledger.list("open", "all", page);
  const countBacklog = createBacklogCount({ list, rules, now, tick, pause: () => sleep(0) });
  const metrics = createMetrics({ ...seen, countBacklog });
  const child = log.child({ audit: true });
  const audit = (event: AuditEvent) => {
    metrics.event(event.what);
    child.info(event, "audit");
  };
  const observed = observe(ledger, (before, after) => {
    for (const event of auditOf(before, after)) audit(event);
    metrics.written(before, after);
  });
  return { ledger: observed, metrics, audit };
}
