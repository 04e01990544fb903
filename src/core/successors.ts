import type { Quote } from "./quote.ts";
import { meet } from "./slice.ts";
import { type Task, isLive, isPaid } from "./task.ts";

/**
 * What was approved after this run of the same text, because the run seemed lost: if it comes back all the
 * same, both are charged.
 */
export function successorsOf({ tasks }: Quote, { key }: Pick<Task, "key">): readonly Task[] {
  const index = tasks.findIndex((task) => task.key === key);
  const run = tasks[index];
  return run === undefined
    ? []
    : tasks
        .slice(index + 1)
        .filter((task) => isPaid(task) && isLive(task) && sharesText(task, run));
}

/** Both are the same kind of run, into the same language, of the same characters or of some of them. */
function sharesText(one: Task, other: Task): boolean {
  return (
    one.kind === other.kind &&
    one.target === other.target &&
    (one.slice === undefined || other.slice === undefined || meet(one.slice, other.slice))
  );
}
