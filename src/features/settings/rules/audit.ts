import { findTask, successorsOf, type Quote } from "../../../core/quote.ts";
import { type Approval, type Task, isPaid } from "../../../core/task.ts";

/** Everything that may stand in the audit log, in the order of a run's life. */
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

/** A decision that costs money, or that somebody has to look at. Ids and numbers only, no text of anybody. */
export type AuditEvent = {
  readonly what: (typeof auditWords)[number];
  /** Of what was decided on a card. */
  readonly quoteId?: string;
  readonly key?: string;
  readonly taskId?: string;
  readonly by?: string;
  readonly credits?: number;
  readonly why?: string;
};

/**
 * What one written change of a record decided. A record is changed by compare-and-set, so each of these is
 * seen by exactly one writer, whoever else tried the same at the same moment.
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

/** First approvals that wait for a second one. */
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

/** Who approved as well, or under which limit nobody was asked. */
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

/** How a run stands that stood otherwise before. */
function outcomeOf(quote: Quote, task: Task): readonly AuditEvent[] {
  const { key, price, state } = task;
  const about = { quoteId: quote.id, key };
  switch (state.status) {
    case "approved":
    case "sending":
    case "running":
      return [];
    case "rejected":
      return rejection(quote, { key, price, reason: state.reason });
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

type Rejected = {
  readonly key: string;
  readonly price: number;
  readonly reason: Extract<Task["state"], { status: "rejected" }>["reason"];
};

function rejection(
  { id: quoteId, decision }: Quote,
  { key, price: credits, reason }: Rejected,
): readonly AuditEvent[] {
  // An admin's word: told of as "settled", with who said it.
  if (reason === "not-created") return [];
  if (reason !== "cancelled") return [{ what: "send-failed", quoteId, key, credits, why: reason }];
  const by = decision.status === "declined" ? { by: decision.by } : {};
  return [{ what: "cancelled", quoteId, key, credits, ...by }];
}

/** Also of what Galley asks by itself: nobody approved any credits for that. */
function overcharge({ id: quoteId }: Quote, { key, price, state }: Task): readonly AuditEvent[] {
  const credits = state.status === "completed" ? (state.result.charged ?? 0) : 0;
  if (state.status !== "completed" || credits <= price) return [];
  const { taskId } = state;
  return [{ what: "overcharged", quoteId, key, taskId, credits, why: `approved ${price}` }];
}

/** Taken up again from its card after the ledger was lost: nothing of it was sent by this record. */
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
