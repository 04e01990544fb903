import { hash } from "node:crypto";

import { z } from "zod";

import { suppliedSchema } from "../features/glossary/rules/book-terms.ts";
import { deliveryWays } from "../features/settings/rules/settings.ts";
import { comparingSchema } from "./comparing.ts";
import { type ReadonlyOf, at, count, id, maybe, optional, language, fraction } from "./fields.ts";
import { type Action, deliveryFileSchema, termSchema } from "./partner.ts";
import { type Slice, lengthOf, measuredSchema, sliceSchema } from "./slice.ts";

/**
 * Credits of the partner account. `at` is the time before the request left. `recorded` is what all runs of
 * this Galley had come to by then, as far as their ends were seen.
 */
const usageSeenSchema = z.object({
  balance: z.number(),
  used: count,
  at,
  recorded: optional(count),
});
export type UsageSeen = ReadonlyOf<typeof usageSeenSchema>;

/** The end of a run is recorded in the account: see `features/spending/rules/account.ts`. */
const recordedSchema = z.object({
  /** How the run stood; one that comes back from `failed` is recorded once more. */
  as: z.enum(["completed", "failed", "vanished"]),
  /** The account after the end. */
  after: usageSeenSchema,
});
export type RecordedCharge = ReadonlyOf<typeof recordedSchema>;

const approver = {
  /** A person's Slack id, or `thePolicy`. */
  by: id,
  at,
};

/** Who said yes, and when. */
const approvalSchema = z.object({
  ...approver,
  /** Who approved before, where the policy asks for two people. */
  first: optional(z.object(approver)),
  /** The limit under which Galley approved by itself, in credits. */
  upTo: optional(count),
});
export type Approval = ReadonlyOf<typeof approvalSchema>;

/** Stands for a person where Galley approved by itself; no Slack id looks like this. */
export const thePolicy = "policy";

/** One POST. Without an outcome it is still under way, or the process died under it. */
const attemptSchema = z.object({
  startedAt: at,
  /** How far our clock was ahead of the partner's then; undefined: the partner had told no time. */
  aheadMs: optional(z.number()),
  endedAt: maybe(at),
  outcome: maybe(z.enum(["created", "rejected", "ambiguous", "not-sent"])),
  /** Name of the fault, for the people who look into it. */
  fault: maybe(z.string()),
});
export type Attempt = ReadonlyOf<typeof attemptSchema>;

/** A definite no: nothing was created and nothing was charged. */
const rejection = z.enum([
  "bad-request",
  "unauthorized",
  "short-of-credits",
  "text-changed",
  "file-gone",
  "cancelled",
  /** An inquiry that is not free, or may not be, or is switched off: it was not made. */
  "not-asked",
  /** An admin looked into an unknown outcome and found that there is no such task. */
  "not-created",
]);
export type Rejection = z.output<typeof rejection>;

const resultSchema = z.object({
  /** Credits; undefined when the partner did not say. */
  charged: maybe(count),
  characters: maybe(count),
  estimatedCredits: maybe(count),
  estimatedTokens: maybe(count),
  sourceLang: maybe(language),
  terms: maybe(z.array(termSchema)),
  /** The terms are in the glossary of the manuscript's book. */
  termsKept: optional(z.boolean()),
  files: maybe(z.array(deliveryFileSchema)),
});
export type Result = ReadonlyOf<typeof resultSchema>;

const stateSchema = z.discriminatedUnion("status", [
  z.object({ status: z.literal("approved") }),
  z.object({ status: z.literal("sending") }),
  z.object({
    status: z.literal("running"),
    taskId: id,
    since: at,
    lookedAt: at,
    /** The partner's own word. */
    word: z.string(),
    progress: maybe(fraction),
    msLeft: maybe(count),
    /** When the people were told that it takes unusually long. */
    overdueSince: maybe(at),
    /** Looks in a row that the partner answered with "no such task". */
    missing: count,
  }),
  z.object({
    status: z.literal("completed"),
    taskId: id,
    since: at,
    endedAt: at,
    result: resultSchema,
  }),
  z.object({
    status: z.literal("rejected"),
    at,
    reason: rejection,
    /** Why, in the partner's own words. */
    why: optional(z.string()),
  }),
  z.object({
    status: z.literal("unknown"),
    since: at,
    fault: z.string(),
    usageAfter: optional(usageSeenSchema),
  }),
  z.object({ status: z.literal("failed"), taskId: id, at, word: z.string(), lookedAt: at }),
  z.object({
    status: z.literal("vanished"),
    taskId: id,
    at,
    /** Undefined until it was looked for once more. */
    lookedAt: optional(at),
  }),
]);
export type TaskState = ReadonlyOf<typeof stateSchema>;

/** What is known of its sends beside the attempts. */
const sentSchema = z.object({
  /** The partner account just before the first one: what a person compares when the outcome is unknown. */
  usageBefore: optional(usageSeenSchema),
  /** The key of the partner account that they went to: `Rules.keyPrint`. */
  keyPrint: optional(z.string()),
  /** Proves later bodies to be the same bytes as the first. */
  bodySha256: optional(z.string()),
  /** When an admin let an unknown task be sent once more; earlier attempts may have created it. */
  reopenedAt: optional(at),
  /** Taken up from its card after the ledger was lost: what became of it may have been said already. */
  isFromCard: optional(z.boolean()),
});

/** What becomes of the text that it brought. */
const deliverySchema = z.object({
  /** How it reaches people; `due` until the workspace’s choice was looked up. */
  way: z.enum(["due", ...deliveryWays]),
  /** Whether it was held against its source, for a translation of the whole or of some chapters. */
  comparison: optional(comparingSchema),
});

/** People approve the first three; Galley asks for the others by itself, for the card's sake. */
export const taskKinds = ["translation", "preview", "glossary", "language", "estimate"] as const;
export type TaskKind = (typeof taskKinds)[number];

/** What a run is at the partner. */
export const partnerActions = {
  translation: "translation",
  // Contract, POST /tasks rule 1: a translation with char_limit is the preview.
  preview: "translation",
  glossary: "glossary_extraction",
  language: "preview_metadata",
  estimate: "token_estimate",
} as const satisfies Record<TaskKind, Action>;

/** One run at the partner, asked for at most once per generation. */
export const taskSchema = z.object({
  /** The Idempotency-Key, and the task's name in our own records. */
  key: id,
  kind: z.enum(taskKinds),
  target: language,
  /** Of a translation some chapters, else the opening: nothing else of the text leaves. Undefined: all of it. */
  slice: optional(sliceSchema),
  /** What was found of the slice after it was approved, before anything is sent: see `measuredOf`. */
  measured: optional(measuredSchema),
  glossary: optional(suppliedSchema),
  generation: count,
  /** Credits that were approved for it. */
  price: count,
  /** Who let it be paid for; undefined for what Galley asks by itself (language, estimate). */
  approval: maybe(approvalSchema),
  attempts: z.array(attemptSchema),
  sent: optional(sentSchema),
  recorded: optional(recordedSchema),
  delivery: optional(deliverySchema),
  state: stateSchema,
});
export type Task = ReadonlyOf<typeof taskSchema>;

export type TaskPlan = Pick<
  Task,
  "kind" | "target" | "slice" | "glossary" | "generation" | "price" | "approval"
>;

/** The part of a quote that a key is derived from. */
export type KeyGround = {
  readonly workspace: string;
  readonly quoteId: string;
  readonly textSha256: string;
};

export function planTask(ground: KeyGround, plan: TaskPlan): Task {
  return {
    ...plan,
    key: idempotencyKey(ground, plan),
    attempts: [],
    state: { status: "approved" },
  };
}

/** Derived, never random: the same request has the same key on every replica and after every restart. */
function idempotencyKey(ground: KeyGround, plan: TaskPlan): string {
  const ingredients = [
    ground.workspace,
    ground.quoteId,
    plan.kind,
    ground.textSha256,
    plan.target,
    plan.glossary?.hash ?? null,
    plan.glossary?.strategy ?? null,
    plan.slice?.map(({ from, to }) => [from, to]) ?? null,
    plan.generation,
  ];
  const hex = hash("sha256", JSON.stringify(ingredients));
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/u, "$1-$2-$3-$4-");
}

/** Paid for by somebody's click; estimates and language detection never are. */
export function isPaid(task: Task): boolean {
  return task.approval !== undefined;
}

/** Asked for the card's sake: what language it is, what it would cost. */
export function isInquiry(task: Task): task is Task & { readonly kind: "language" | "estimate" } {
  return task.kind === "language" || task.kind === "estimate";
}

/** Approved and not known to have come to nothing: it has spent, or may still spend, credits. */
export function isLive(task: Task): boolean {
  return task.state.status !== "rejected";
}

/** It has brought, or may still bring, a result. A run that the partner calls failed may be approved again. */
export function isStanding(task: Task): boolean {
  return isLive(task) && task.state.status !== "failed";
}

/** Code points that a run works on, of a text of so many. */
export function charactersOf({ slice }: Pick<Task, "slice">, whole: number): number {
  return slice === undefined ? whole : lengthOf(slice);
}

/** The chapters that are translated by themselves; undefined: it is another run, or the whole. */
export function partOf({ kind, slice }: Pick<Task, "kind" | "slice">): Slice | undefined {
  return kind === "translation" ? slice : undefined;
}

/** The balance did not cover it. Contract, POST /tasks rule 9. */
export function isShort({ state }: Task): boolean {
  return state.status === "rejected" && state.reason === "short-of-credits";
}

/** Nothing more is to be expected of it without a person. */
export function hasEnded(task: Task): boolean {
  return !["approved", "sending", "running"].includes(task.state.status);
}

/** The end that is not recorded in the account yet. An unknown run may exist, and keeps its credits. */
export function unrecordedEnd(task: Task): RecordedCharge["as"] | undefined {
  const { status } = task.state;
  switch (status) {
    case "approved":
    case "sending":
    case "running":
    case "unknown":
    // Its credits were let go in the write that said so.
    case "rejected":
      return undefined;
    case "completed":
    case "failed":
    case "vanished":
      return isPaid(task) && task.recorded?.as !== status ? status : undefined;
  }
}

/** What a run came to, in credits: as far as the partner said so, else what was approved for it. */
export function costOf({ state, price }: Task): number {
  return state.status === "completed" ? (state.result.charged ?? price) : price;
}

/** When it came to the state that it is in, where that is an end; ms. */
export function endOf({ state }: Task): number | undefined {
  switch (state.status) {
    case "completed":
      return state.endedAt;
    case "rejected":
    case "failed":
    case "vanished":
      return state.at;
    case "unknown":
      return state.since;
    case "approved":
    case "sending":
    case "running":
      return undefined;
  }
}
