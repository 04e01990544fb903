import { createHash } from "node:crypto";

import type { DeliveryWay } from "../features/settings/rules/settings.ts";
import type { Comparing } from "./comparing.ts";
import type { Action, DeliveryFile, Strategy, Term } from "./partner.ts";
import { type Part, lengthOf } from "./slice.ts";

/**
 * One run at the partner, asked for at most once per generation. `key` is the Idempotency-Key and the
 * task's name in our own records; `price` is the number of credits that was approved for it.
 */
export type Task = {
  readonly key: string;
  readonly action: Action;
  readonly target: string;
  /** Code points from the start of the text; undefined means all of it. */
  readonly scope: number | undefined;
  /** Some chapters that are sent by themselves; `scope` is undefined then. */
  readonly part?: Part | undefined;
  readonly glossaryHash: string | undefined;
  readonly strategy: Strategy | undefined;
  readonly generation: number;
  readonly price: number;
  /** Who let it be paid for; undefined for what the desk asks by itself (language, estimate). */
  readonly approval: Approval | undefined;
  readonly attempts: readonly Attempt[];
  /** Proves later bodies to be the same bytes, known from the first send on: `CreateTask.bodyBefore`. */
  readonly bodySha256: string | undefined;
  /** The partner account just before the first send: what a person compares when the outcome is unknown. */
  readonly usageBefore?: UsageSeen | undefined;
  /** The key of the partner account that the first send went to: `DeskRules.keyPrint`. */
  readonly sentWith?: string | undefined;
  /** When an admin let an unknown task be sent once more; earlier attempts may have created it. */
  readonly reopenedAt?: number | undefined;
  /** Taken up from its card after the ledger was lost: what became of it may have been said already. */
  readonly isFromCard?: boolean | undefined;
  readonly booked?: Booked | undefined;
  /** The terms that it found are in the glossary of the manuscript's book. */
  readonly termsKept?: boolean | undefined;
  /** How the text that it brought reaches people; `due` until the workspace's wish was looked up. */
  readonly delivery?: "due" | DeliveryWay | undefined;
  /** Whether it was held against its source, for a translation of the whole or of some chapters. */
  readonly comparison?: Comparing | undefined;
  readonly state: TaskState;
};

/**
 * Credits of the partner account. `at` is from before the request left; `booked` is what all runs of this
 * desk had come to by then, as far as their ends were seen.
 */
export type UsageSeen = {
  readonly balance: number;
  readonly used: number;
  readonly at: number;
  readonly booked?: number | undefined;
};

/** The end of a run was taken into the account's books: see `features/spending/rules/account.ts`. */
export type Booked = {
  /** How the run stood; one that comes back from `failed` is booked once more. */
  readonly as: "completed" | "failed" | "vanished";
  /** The account after the end. */
  readonly after: UsageSeen;
};

/** Who said yes, and when (ms): a person's Slack id, or `thePolicy`. */
export type Approval = {
  readonly by: string;
  readonly at: number;
  /** Who approved before, where the policy asks for two people. */
  readonly first?: Pick<Approval, "by" | "at" | "note"> | undefined;
  /** The limit under which the desk approved by itself, in credits. */
  readonly upTo?: number | undefined;
  /** What they said to it, in their own words. */
  readonly note?: string | undefined;
};

/** Stands for a person where the desk approved by itself; no Slack id looks like this. */
export const thePolicy = "policy";

/** One POST. Without an outcome it is still under way, or the process died under it. Times in ms. */
export type Attempt = {
  readonly startedAt: number;
  /** How far our clock was ahead of the partner's then; undefined: the partner had told no time. */
  readonly aheadMs?: number | undefined;
  readonly endedAt: number | undefined;
  readonly outcome: "created" | "rejected" | "ambiguous" | "not-sent" | undefined;
  /** Name of the fault, for the people who look into it. */
  readonly fault: string | undefined;
};

export type TaskState =
  | { readonly status: "approved" }
  | { readonly status: "sending" }
  | {
      readonly status: "running";
      readonly taskId: string;
      readonly since: number;
      readonly lookedAt: number;
      /** The partner's own word. */
      readonly word: string;
      /** Fraction from 0 to 1. */
      readonly progress: number | undefined;
      readonly msLeft: number | undefined;
      /** When the people were told that it takes unusually long. */
      readonly overdueSince: number | undefined;
      /** Looks in a row that the partner answered with "no such task". */
      readonly missing: number;
    }
  | {
      readonly status: "completed";
      readonly taskId: string;
      readonly since: number;
      readonly endedAt: number;
      readonly result: Result;
    }
  | { readonly status: "rejected"; readonly at: number; readonly reason: Rejection }
  | {
      readonly status: "unknown";
      readonly since: number;
      readonly fault: string;
      readonly usageAfter?: UsageSeen | undefined;
    }
  | {
      readonly status: "failed";
      readonly taskId: string;
      readonly at: number;
      readonly word: string;
      readonly lookedAt: number;
    }
  | {
      readonly status: "vanished";
      readonly taskId: string;
      readonly at: number;
      /** Undefined until it was looked for once more. */
      readonly lookedAt?: number | undefined;
    };

/** A definite no: nothing was created and nothing was charged. */
export type Rejection =
  | "bad-request"
  | "unauthorized"
  | "short-of-credits"
  | "text-changed"
  | "file-gone"
  | "cancelled"
  /** An inquiry that is not free, or may not be, or is switched off: it was not made. */
  | "not-asked"
  /** An admin looked into an unknown outcome and found that there is no such task. */
  | "not-created";

export type Result = {
  /** Credits; undefined when the partner did not say. */
  readonly charged: number | undefined;
  readonly characters: number | undefined;
  readonly estimatedCredits: number | undefined;
  readonly estimatedTokens: number | undefined;
  readonly sourceLang: string | undefined;
  readonly terms: readonly Term[] | undefined;
  readonly files: readonly DeliveryFile[] | undefined;
};

export type TaskPlan = Pick<
  Task,
  | "action"
  | "target"
  | "scope"
  | "part"
  | "glossaryHash"
  | "strategy"
  | "generation"
  | "price"
  | "approval"
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
    bodySha256: undefined,
    state: { status: "approved" },
  };
}

/** Derived, never random: the same request has the same key on every replica and after every restart. */
function idempotencyKey(ground: KeyGround, plan: TaskPlan): string {
  const ingredients = [
    ground.workspace,
    ground.quoteId,
    plan.action,
    ground.textSha256,
    plan.target,
    plan.glossaryHash ?? null,
    plan.strategy ?? null,
    plan.scope ?? null,
    plan.generation,
    // Last, and only where there is one: the keys of all other runs stay what they were.
    ...(plan.part === undefined ? [] : [plan.part.slice.map(({ from, to }) => [from, to])]),
  ];
  const hex = createHash("sha256").update(JSON.stringify(ingredients)).digest("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join("-");
}

/** Paid for by somebody's click; estimates and language detection never are. */
export function isPaid(task: Task): boolean {
  return task.approval !== undefined;
}

/** Asked for the card's sake: what language it is, what it would cost. */
export function isInquiry({ action }: Pick<Task, "action">): boolean {
  return action === "token_estimate" || action === "preview_metadata";
}

/** Approved and not known to have come to nothing: it has spent, or may still spend, credits. */
export function isLive(task: Task): boolean {
  return task.state.status !== "rejected";
}

/** It has brought, or may still bring, a result. A run that the partner calls failed may be bought again. */
export function isStanding(task: Task): boolean {
  return isLive(task) && task.state.status !== "failed";
}

/** Code points that a run works on, of a text of so many. */
export function charactersOf({ scope, part }: Pick<Task, "scope" | "part">, whole: number): number {
  return part === undefined ? (scope ?? whole) : lengthOf(part.slice);
}

/** The balance did not cover it. Contract, POST /tasks rule 9. */
export function isShort({ state }: Task): boolean {
  return state.status === "rejected" && state.reason === "short-of-credits";
}

/** Nothing more is to be expected of it without a person. */
export function hasEnded(task: Task): boolean {
  return !["approved", "sending", "running"].includes(task.state.status);
}

/** The end that the account's books do not have yet. What is unknown may exist, and keeps its credits. */
export function unbookedEnd(task: Task): Booked["as"] | undefined {
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
      return isPaid(task) && task.booked?.as !== status ? status : undefined;
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
