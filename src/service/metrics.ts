import { Counter, Gauge, Registry, collectDefaultMetrics } from "prom-client";

import type { Stretch, TaskEnd } from "#service/contract/task.ts";
import type { ServiceRecords } from "#service/records/records.ts";

type Ended = Pick<TaskEnd, "status" | "charged" | "untranslated" | "doubtful"> & {
  readonly action: string;
};
type Answered = { readonly method: string; readonly endpoint: string; readonly status: number };
type Asked = Tokens & { readonly outcome: string; readonly cost: number };
/** Tokens that a model read and wrote. */
export type Tokens = { input: number; output: number };

export function createMetrics(records: {
  readonly tasks: Pick<ServiceRecords["tasks"], "pending">;
}) {
  const registry = new Registry();
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const asLabels = ["method", "endpoint", "status"];
  const requests = counter("service_requests_total", "Requests answered", asLabels);
  const tasks = counter("service_tasks_ended_total", "Tasks ended", ["action", "status"]);
  const credits = counter("service_credits_charged_total", "Credits charged", []);
  const modelRequests = counter("service_model_requests_total", "Requests to the model", [
    "outcome",
  ]);
  const tokens = counter("service_model_tokens_total", "Tokens of the model", ["kind"]);
  const cost = counter("service_model_cost_total", "Cost of the model by MODEL_PRICE_*", []);
  const paragraphs = counter("service_paragraphs_total", "Paragraphs by outcome", ["outcome"]);
  const pending: Gauge = new Gauge({
    name: "service_tasks_pending",
    help: "Tasks that run or wait",
    registers: [registry],
    collect: async () => {
      pending.set((await records.tasks.pending()).length);
    },
  });
  const modelAway = new Gauge({
    name: "service_model_away",
    help: "1 while the model answers nobody",
    registers: [registry],
  });
  collectDefaultMetrics({ register: registry });
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    answered: (labels: Answered) => requests.inc(labels),
    ended: ({ action, status, charged, untranslated, doubtful }: Ended) => {
      tasks.inc({ action, status });
      credits.inc(charged);
      paragraphs.inc({ outcome: "untranslated" }, numberOf(untranslated));
      paragraphs.inc({ outcome: "doubtful" }, numberOf(doubtful));
    },
    asked: ({ outcome, input, output, cost: spent }: Asked) => {
      cost.inc(spent);
      modelRequests.inc({ outcome });
      tokens.inc({ kind: "input" }, input);
      tokens.inc({ kind: "output" }, output);
    },
    modelIs: (state: "here" | "away") => modelAway.set(state === "away" ? 1 : 0),
  };
}

function numberOf(stretches: readonly Stretch[] = []): number {
  return stretches.reduce((sum, { from, to }) => sum + to - from + 1, 0);
}

export type Metrics = ReturnType<typeof createMetrics>;
