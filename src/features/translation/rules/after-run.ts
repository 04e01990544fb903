import { awaitsComparing } from "../../../core/comparing.ts";
import { type Task, unbookedEnd } from "../../../core/task.ts";
import { unkeptTerms } from "../../glossary/rules/term-home.ts";

/** What is still to be done about a run once it has ended. */
export type AfterRun = {
  readonly at: number;
  readonly key: string;
  /**
   * `book` takes its end into the account's books, `keep-terms` what it found into the glossary of the manuscript's book; `deliver` looks up how the
   * workspace wants to have what it brought; `compare` holds that against its source.
   */
  readonly do: (typeof afterRunSteps)[number];
};

const afterRunSteps = ["book", "keep-terms", "deliver", "compare"] as const;

export function isAfterRun(step: { readonly do: string }): step is AfterRun {
  return afterRunSteps.some((one) => one === step.do);
}

/** In this order. */
export function afterRun(task: Task): readonly AfterRun[] {
  const { key, delivery } = task;
  const end = unbookedEnd(task);
  const due: readonly AfterRun["do"][] = [
    ...(end === undefined ? [] : ["book" as const]),
    ...(unkeptTerms(task) === undefined ? [] : ["keep-terms" as const]),
    ...(delivery === "due" ? ["deliver" as const] : []),
    ...(awaitsComparing(task) ? ["compare" as const] : []),
  ];
  return due.map((step) => ({ do: step, key, at: 0 }));
}
