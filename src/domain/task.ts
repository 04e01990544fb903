import { hash } from "node:crypto";

import { z } from "zod";

import { comparingSchema } from "#domain/delivery/compare.ts";
import { suppliedSchema } from "#domain/glossary/glossary.ts";
import { deliveryWays } from "#domain/settings/settings.ts";

import {
  type ReadonlyOf,
  at,
  count,
  id,
  maybe,
  optional,
  language,
  fraction,
  stored,
} from "./fields.ts";
import { type Action, termSchema } from "./partner.ts";
import { type Slice, lengthOf, measuredSchema, sliceSchema } from "./slice.ts";

/**
 * A reading of the partner account, in credits. `at` is the time before the request was sent.
 * `recorded` is the cost of all recorded runs of this Galley by then.
 */
const usageSeenSchema = stored({
  balance: z.number(),
  used: count,
  at,
  recorded: optional(count),
});
export type UsageSeen = ReadonlyOf<typeof usageSeenSchema>;

/** The record of a run's end in the account: see `domain/spending/account.ts`. */
const recordedSchema = stored({
  /** The status of the run; a run that returns from `failed` is recorded once more. */
  as: z.enum(["completed", "failed", "vanished"]),
  after: usageSeenSchema,
});
export type RecordedCharge = ReadonlyOf<typeof recordedSchema>;

const approver = {
  /** A person's Slack id, or `thePolicy`. */
  by: id,
  at,
};

const approvalSchema = stored({
  ...approver,
  /** The first approver, if the policy requires two people. */
  first: optional(stored(approver)),
  /** The limit of the automatic approval, in credits. */
  upTo: optional(count),
});
export type Approval = ReadonlyOf<typeof approvalSchema>;

/** Replaces the person in an automatic approval; no Slack id looks like this. */
export const thePolicy = "policy";

/** One POST. Without an outcome it is in progress, or its process has died. */
const attemptSchema = stored({
  startedAt: at,
  /** How far our clock was ahead of the partner's then, if that was known. */
  aheadMs: optional(z.number()),
  endedAt: maybe(at),
  outcome: maybe(z.enum(["created", "rejected", "ambiguous", "not-sent"])),
  /** The name of the fault, for an investigation. */
  fault: maybe(z.string()),
});
export type Attempt = ReadonlyOf<typeof attemptSchema>;

/** A definite refusal: nothing was created and nothing was charged. */
const rejection = z.enum([
  "bad-request",
  "unauthorized",
  "short-of-credits",
  "text-changed",
  /** The store no longer has the glossary that it was approved with. */
  "terms-gone",
  "file-gone",
  "cancelled",
  /** An inquiry that is switched off, or is or may be charged: it was not sent. */
  "not-asked",
  /** An admin found that an unknown task does not exist. */
  "not-created",
]);
export type Rejection = z.output<typeof rejection>;

const stretchesSchema = z.array(stored({ from: count, to: count }));

const resultSchema = stored({
  /** Credits; undefined if the partner did not report them. */
  charged: maybe(count),
  estimatedCredits: maybe(count),
  estimatedTokens: maybe(count),
  sourceLang: maybe(language),
  terms: maybe(z.array(termSchema)),
  /** True when the terms are in the glossary of the manuscript's book. */
  termsKept: optional(z.boolean()),
  /** The paragraphs that the partner itself names: see `Gaps`. */
  gaps: optional(stored({ untranslated: stretchesSchema, doubtful: stretchesSchema })),
});
export type Result = ReadonlyOf<typeof resultSchema>;

const stateSchema = z.discriminatedUnion("status", [
  stored({ status: z.literal("approved") }),
  stored({ status: z.literal("sending") }),
  stored({
    status: z.literal("running"),
    taskId: id,
    since: at,
    lookedAt: at,
    /** The partner's own word. */
    word: z.string(),
    progress: maybe(fraction),
    msLeft: maybe(count),
    /** When people were told that it takes unusually long. */
    overdueSince: maybe(at),
    /** When the partner first called it completed while its result was not there. */
    lackingSince: optional(at),
    /** The number of consecutive answers "no such task". */
    missing: count,
  }),
  stored({
    status: z.literal("completed"),
    taskId: id,
    since: at,
    endedAt: at,
    result: resultSchema,
  }),
  stored({
    status: z.literal("rejected"),
    at,
    reason: rejection,
    /** The reason, in the partner's own words. */
    why: optional(z.string()),
  }),
  stored({
    status: z.literal("unknown"),
    since: at,
    fault: z.string(),
    usageAfter: optional(usageSeenSchema),
  }),
  stored({ status: z.literal("failed"), taskId: id, at, word: z.string(), lookedAt: at }),
  stored({
    status: z.literal("vanished"),
    taskId: id,
    at,
    /** Undefined until the task was looked for once more. */
    lookedAt: optional(at),
  }),
]);
export type TaskState = ReadonlyOf<typeof stateSchema>;

type Running = Extract<TaskState, { status: "running" }>;

/** Returns the state of a run that the partner knows. */
export function runningState({
  taskId,
  since,
  lookedAt,
  word = "",
  progress,
}: {
  readonly taskId: string;
  readonly since: number;
  readonly lookedAt: number;
  readonly word?: string;
  readonly progress?: Running["progress"];
}): TaskState {
  const look = { taskId, since, lookedAt, word, progress };
  return { status: "running", ...look, msLeft: undefined, overdueSince: undefined, missing: 0 };
}

const sentSchema = stored({
  /** The partner account just before the first send, for comparison if the outcome is unknown. */
  usageBefore: optional(usageSeenSchema),
  /** The API key of the sends: see `Setup.apiKeyFingerprint`. */
  apiKeyFingerprint: optional(z.string()),
  /** Proves that later bodies are the same bytes as the first. */
  bodySha256: optional(z.string()),
  /** When an admin let an unknown task be sent again; earlier attempts may have created it. */
  reopenedAt: optional(at),
  /** True for a task restored from its card: its outcome may be posted already. */
  isFromCard: optional(z.boolean()),
});

const deliverySchema = stored({
  way: z.enum(deliveryWays).catch("link"),
  comparison: optional(comparingSchema).catch("none"),
});

/** People approve the first three; the others are Galley's own inquiries for the card. */
export const taskKinds = ["translation", "preview", "glossary", "language", "estimate"] as const;
export type TaskKind = (typeof taskKinds)[number];

export const partnerActions = {
  translation: "translation",
  // Contract, POST /tasks rule 1: a translation with char_limit is the preview.
  preview: "translation",
  glossary: "glossary_extraction",
  language: "preview_metadata",
  estimate: "token_estimate",
} as const satisfies Record<TaskKind, Action>;

/** One run at the partner: one key and at most one charge, however often it is sent. */
export const taskSchema = stored({
  /** The Idempotency-Key, and the task's name in our own records. */
  key: id,
  kind: z.enum(taskKinds),
  target: language,
  /** Some chapters for a translation, else the opening; undefined for the whole. */
  slice: optional(sliceSchema),
  /** Length and hash of the slice, measured before the send: see `measuredOf`. */
  measured: optional(measuredSchema),
  glossary: optional(suppliedSchema),
  /** The number of earlier approvals of the same: part of the key. */
  generation: count,
  /** The approved price in credits. */
  price: count,
  /** The approval; undefined for Galley's own inquiries (language, estimate). */
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

/** Derived, never random: the same on every replica and after a restart. */
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

/** True for an approved run; estimates and language detection never are. */
export function isPaid(task: Task): boolean {
  return task.approval !== undefined;
}

/** True for Galley's own inquiries about language and price, for the card. */
export function isInquiry(task: Task): task is Task & { readonly kind: "language" | "estimate" } {
  return task.kind === "language" || task.kind === "estimate";
}

/** True unless the run was rejected: it has spent, or may still spend, credits. */
export function isLive(task: Task): boolean {
  return task.state.status !== "rejected";
}

/** True when the run has or may still have a result; a failed one may be approved again. */
export function isStanding(task: Task): boolean {
  return isLive(task) && task.state.status !== "failed";
}

/** Returns the code points of a run; `whole` is the length of the text. */
export function charactersOf(slice: Slice | undefined, whole: number): number {
  return slice === undefined ? whole : lengthOf(slice);
}

/** Returns the chapters of a partial translation. */
export function partOf({ kind, slice }: Task): Slice | undefined {
  return kind === "translation" ? slice : undefined;
}

/** True when the balance did not cover the run. Contract, POST /tasks rule 9. */
export function isShort({ state }: Task): boolean {
  return state.status === "rejected" && state.reason === "short-of-credits";
}

/** True once nothing is sent or awaited; a failed or vanished run may still come back. */
export function hasEnded(task: Task): boolean {
  return !["approved", "sending", "running"].includes(task.state.status);
}

/** Returns the end that the account lacks. An unknown run may exist, and keeps its credits. */
export function unrecordedEnd(task: Task): RecordedCharge["as"] | undefined {
  const { status } = task.state;
  switch (status) {
    case "approved":
    case "sending":
    case "running":
    case "unknown":
    // The write of the rejection released its credits.
    case "rejected":
      return undefined;
    case "completed":
    case "failed":
    case "vanished":
      return isPaid(task) && task.recorded?.as !== status ? status : undefined;
  }
}

/** Returns the credits of a run: the charge if the partner named it, else the approved price. */
export function costOf({ state, price }: Task): number {
  return state.status === "completed" ? (state.result.charged ?? price) : price;
}

/** Returns the time of a run's end, ms; undefined while it has not ended. */
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
