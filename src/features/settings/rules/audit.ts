import { findTask, successorsOf, type Quote } from "../../../core/quote.ts";
import { type Approval, type Task, isPaid } from "../../../core/task.ts";

/** All events of the audit log, in the order of a run's life. */
export const auditWords = [
  "endorsed",
  "approved",
  "already-approved",
  "refused",
  "declined",
  "cancelled",
  "recovered",
  "sent",
  "sent-twice",
  "send-failed",
  "unknown",
  "settled",
  "completed",
  "overcharged",
  "charged-twice",
  "failed",
  "vanished",
  "settings",
  "terms",
  "emptied",
  "went-on",
  "erased",
] as const;

/**
 * A decision that costs money or needs attention. Holds ids and numbers only, no text that people
 * wrote.
 */
export type AuditEvent = {
  readonly what: (typeof auditWords)[number];
  readonly quoteId?: string;
  readonly key?: string;
  readonly taskId?: string;
  readonly by?: string;
  readonly credits?: number;
  readonly why?: string;
};

/**
 * Returns the events of one written change of a record. A record is changed by compare-and-set, so
 * exactly one writer sees each event, whoever else tried the same change at once.
 */
export function auditOf(before: Quote, after: Quote): readonly AuditEvent[] {
  const { id: quoteId, decision } = after;
  const declined: readonly AuditEvent[] =
    decision.status === "declined" && before.decision.status !== "declined"
      ? [{ what: "declined", quoteId, by: decision.by }]
      : [];
  const runs = after.tasks.flatMap((task) =>
    eventsOf(after, { task, was: findTask(before, task.key) }),
  );
  return [...declined, ...endorsed(before, after), ...runs];
}

/** Returns new first approvals that need a second one. */
function endorsed(before: Quote, { id: quoteId, approval }: Quote): readonly AuditEvent[] {
  return (approval?.endorsements ?? [])
    .filter(
      (one) =>
        before.approval?.endorsements?.some(({ at, by }) => at === one.at && by === one.by) !==
        true,
    )
    .map((one) => ({
      what: "endorsed",
      quoteId,
      by: one.by,
      credits: one.price,
      why: one.product,
    }));
}

/** Returns the first of two approvers, or the limit of an automatic approval. */
function groundsOf(approval: Approval): Pick<AuditEvent, "why"> {
  const { first, upTo } = approval;
  const grounds = [
    ...(first === undefined ? [] : [`second after ${first.by}`]),
    ...(upTo === undefined ? [] : [`automatic up to ${upTo}`]),
  ];
  return grounds.length === 0 ? {} : { why: grounds.join(", ") };
}

type Step = { readonly task: Task; readonly was: Task | undefined };

function eventsOf(quote: Quote, { task, was }: Step): readonly AuditEvent[] {
  const { key, price: credits, approval } = task;
  const about = { quoteId: quote.id, key };
  if (!isPaid(task)) return was?.state.status === task.state.status ? [] : overcharge(quote, task);
  const events: AuditEvent[] = [];
  if (isRecovered(task, was)) {
    events.push({ what: "recovered", ...about, credits, ...taskIdOf(task) });
  } else if (was === undefined) {
    events.push({
      what: "approved",
      ...about,
      credits,
      ...(approval && { by: approval.by, ...groundsOf(approval) }),
    });
  }
  if (wasCreated(task) && !(was !== undefined && wasCreated(was))) {
    events.push({ what: "sent", ...about, credits, ...taskIdOf(task) });
  }
  return was?.state.status === task.state.status ? events : [...events, ...outcomeOf(quote, task)];
}

function outcomeOf(quote: Quote, task: Task): readonly AuditEvent[] {
  const { key, price, state } = task;
  const about = { quoteId: quote.id, key };
  switch (state.status) {
    case "approved":
    case "sending":
    case "running":
      return [];
    case "rejected":
      return rejection(quote, task, state.reason);
    case "unknown":
      return [{ what: "unknown", ...about, credits: price, why: state.fault }];
    case "completed": {
      const { charged: credits } = state.result;
      const known = credits === undefined ? {} : { credits };
      return [
        { what: "completed", ...about, taskId: state.taskId, ...known },
        ...overcharge(quote, task),
        ...successorsOf(quote, task).map(({ key: why }): AuditEvent => ({
          what: "charged-twice",
          ...about,
          taskId: state.taskId,
          ...known,
          why,
        })),
      ];
    }
    case "failed":
    case "vanished":
      return [{ what: state.status, ...about, taskId: state.taskId }];
  }
}

function rejection(
  { id: quoteId, decision }: Quote,
  { key, price: credits }: Task,
  reason: Extract<Task["state"], { status: "rejected" }>["reason"],
): readonly AuditEvent[] {
  // An admin's decision: audited as "settled", with the admin's id.
  if (reason === "not-created") return [];
  if (reason !== "cancelled") return [{ what: "send-failed", quoteId, key, credits, why: reason }];
  const by = decision.status === "declined" ? { by: decision.by } : {};
  return [{ what: "cancelled", quoteId, key, credits, ...by }];
}

/** Covers Galley's own inquiries too: nobody approved any credits for those. */
function overcharge({ id: quoteId }: Quote, { key, price, state }: Task): readonly AuditEvent[] {
  const credits = state.status === "completed" ? (state.result.charged ?? 0) : 0;
  if (state.status !== "completed" || credits <= price) return [];
  const { taskId } = state;
  return [{ what: "overcharged", quoteId, key, taskId, credits, why: `approved ${price}` }];
}

/**
 * True for a run restored from its card after the ledger was lost: this record itself sent nothing.
 */
function isRecovered({ state, attempts }: Task, was: Task | undefined): boolean {
  const isNew = was === undefined || was.state.status === "approved";
  const mayExist = "taskId" in state || state.status === "unknown";
  return isNew && mayExist && attempts.length === 0;
}

function wasCreated({ attempts }: Task): boolean {
  return attempts.some(({ outcome }) => outcome === "created");
}

function taskIdOf({ state }: Task): Pick<AuditEvent, "taskId"> {
  return "taskId" in state ? { taskId: state.taskId } : {};
}
