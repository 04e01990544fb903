import type { Desk } from "../../../core/ports.ts";
import { type Quote, findTask } from "../../../core/quote.ts";
import type { Task } from "../../../core/task.ts";
import { type Click, findQuote } from "../../approval/actions/decide.ts";
import { isPresent } from "../../approval/actions/is-present.ts";

export type NoDelivery =
  | { readonly status: "unknown-card" }
  | { readonly status: "not-allowed" }
  | { readonly status: "not-finished" };

export type FoundDelivery = {
  readonly status: "found";
  readonly quote: Quote;
  readonly task: Task;
  readonly taskId: string;
};

/** The finished run that somebody clicked on: for full members who are in the conversation now. */
export async function findDelivery(
  desk: Pick<Desk, "ledger" | "people">,
  click: Click & { readonly key: string },
): Promise<FoundDelivery | NoDelivery> {
  const quote = await findQuote(desk, click);
  if (quote === undefined) return { status: "unknown-card" };
  if (!(await isPresent(desk, click))) return { status: "not-allowed" };
  const task = findTask(quote, click.key);
  return task?.state.status === "completed"
    ? { status: "found", quote, task, taskId: task.state.taskId }
    : { status: "not-finished" };
}
