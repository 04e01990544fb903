import { findTask, successorsOf, type Quote } from "#domain/quote.ts";
import { type Approval, type Task, isPaid } from "#domain/task.ts";

/** All events of the audit log, in the order of a run's life. */
export const auditKinds = [
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
  "book",
  "emptied",
  "went-on",
  "erased",
] as const;

/** Holds ids and numbers only, no text that people wrote. */
export type AuditEvent = {
  readonly kind: (typeof auditKinds)[number];
  readonly quoteId?: string;
  readonly key?: string;
  readonly taskId?: string | undefined;
  readonly by?: string | undefined;
  readonly credits?: number | undefined;
  readonly why?: string | undefined;
};

/** The events of one written change: by compare-and-set exactly one writer sees each of them. */
export function auditOf(before: Quote, after: Quote): readonly AuditEvent[] {
  const { id: quoteId, decision } = after;
  const declined: readonly AuditEvent[] =
    decision.status === "declined" && before.decision.status !== "declined"
      ? [{ kind: "declined", quoteId, by: decision.by }]
      : [];
  const runs = after.tasks.flatMap((task) => eventsOf(after, task, findTask(before, task.key)));
  return [...declined, ...endorsed(before, after), ...runs];
}

function endorsed(before: Quote, { id: quoteId, approval }: Quote): readonly AuditEvent[] {
  const earlier = before.approval?.endorsements ?? [];
  return (approval?.endorsements ?? [])
    .filter((one) => !earlier.some(({ at, by }) => at === one.at && by === one.by))
    .map(({ by, price, product }) => ({
      kind: "endorsed",
      quoteId,
      by,
      credits: price,
      why: product,
    }));
}

function groundsOf({ first, upTo }: Approval): string | undefined {
  const second = first && `second after ${first.by}`;
  const automatic = upTo === undefined ? undefined : `automatic up to ${upTo}`;
  return [second, automatic].filter(Boolean).join(", ") || undefined;
}

type NewEvent = (
  kind: AuditEvent["kind"],
  more: Omit<AuditEvent, "kind" | "quoteId" | "key">,
) => AuditEvent;

function eventsOf(quote: Quote, task: Task, was: Task | undefined): readonly AuditEvent[] {
  const { key, price: credits, approval, state } = task;
  const event: NewEvent = (kind, more) => ({ kind, quoteId: quote.id, key, ...more });
  const moved = was?.state.status === state.status ? [] : outcomeOf(quote, task, event);
  if (!isPaid(task)) return moved.filter(({ kind }) => kind === "overcharged");
  const taskId = "taskId" in state ? state.taskId : undefined;
  const isBack = isRecovered(task, was);
  const isNew = was === undefined && !isBack;
  const isSent = wasCreated(task) && !(was !== undefined && wasCreated(was));
  const why = approval && groundsOf(approval);
  return [
    ...(isBack ? [event("recovered", { credits, taskId })] : []),
    ...(isNew ? [event("approved", { credits, by: approval?.by, why })] : []),
    ...(isSent ? [event("sent", { credits, taskId })] : []),
    ...moved,
  ];
}

function outcomeOf(quote: Quote, task: Task, event: NewEvent): readonly AuditEvent[] {
  const { price: credits, state } = task;
  const { decision } = quote;
  switch (state.status) {
    case "approved":
    case "sending":
    case "running":
      return [];
    case "rejected": {
      const why = state.reason;
      // An admin's decision: audited as "settled", with the admin's id.
      if (why === "not-created") return [];
      const by = decision.status === "declined" ? decision.by : undefined;
      return [
        why === "cancelled" ? event(why, { credits, by }) : event("send-failed", { credits, why }),
      ];
    }
    case "unknown":
      return [event("unknown", { credits, why: state.fault })];
    case "completed": {
      const ending = { taskId: state.taskId, credits: state.result.charged };
      const twice = successorsOf(quote, task.key).map(({ key: why }) =>
        event("charged-twice", { ...ending, why }),
      );
      return [event("completed", ending), ...overcharge(task, event), ...twice];
    }
    case "failed":
    case "vanished":
      return [event(state.status, { taskId: state.taskId })];
  }
}

/** Covers Galley's own inquiries too: nobody approved any credits for those. */
function overcharge({ price, state }: Task, event: NewEvent): readonly AuditEvent[] {
  const credits = state.status === "completed" ? (state.result.charged ?? 0) : 0;
  if (state.status !== "completed" || credits <= price) return [];
  return [event("overcharged", { taskId: state.taskId, credits, why: `approved ${price}` })];
}

/** True for a run restored from its card: this record itself sent nothing. */
function isRecovered({ state, attempts }: Task, was: Task | undefined): boolean {
  const isNew = was === undefined || was.state.status === "approved";
  const mayExist = "taskId" in state || state.status === "unknown";
  return isNew && mayExist && attempts.length === 0;
}

function wasCreated({ attempts }: Task): boolean {
  return attempts.some(({ outcome }) => outcome === "created");
}
