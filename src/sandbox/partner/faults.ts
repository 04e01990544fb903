import { z } from "zod";

import { type Task, actions } from "#service/contract/task.ts";

const moment = z.enum(["before", "after"]).default("before");

/**
 * Faults that can be injected. `before` and `after` mean before and after the task is committed.
 */
const faultSchema = z.discriminatedUnion("kind", [
  /** Answers with this HTTP status; `retryAfter` is sent unchanged. */
  z.object({
    kind: z.literal("status"),
    status: z.int().min(200).max(599),
    at: moment,
    retryAfter: z.string().optional(),
  }),
  /** Cuts the connection at this moment; `mid-reply` is half-way through the reply. */
  z.object({
    kind: z.literal("drop"),
    at: z.enum(["start", "mid-body", "before", "after", "mid-reply"]),
  }),
  z.object({ kind: z.literal("delay"), ms: z.int().min(0).max(600_000), at: moment }),
  /** A 200 with another body than the document promises. */
  z.object({
    kind: z.literal("body"),
    body: z.enum(["html", "truncated", "wrong-types", "empty", "unsuccessful", "huge"]),
  }),
  /** Changes or removes fields of `data`: an unknown status, a hostile link, missing terms … */
  z.object({
    kind: z.literal("patch"),
    set: z.record(z.string(), z.unknown()).default({}),
    remove: z.array(z.string()).default([]),
  }),
  /** The task that this request creates ends with this word instead of `completed`, uncharged. */
  z.object({ kind: z.literal("ends-as"), status: z.string() }),
  z.object({ kind: z.literal("never-ends") }),
  /** The task that this request creates is charged this many credits above its estimate. */
  z.object({ kind: z.literal("surcharge"), credits: z.int().min(1) }),
  /**
   * The result of this request's task lacks the lines of a stretch of its text, in fractions of it.
   */
  z.object({ kind: z.literal("omits"), from: z.number().min(0), to: z.number().max(1) }),
  /** The task that this request creates is completed and charged, and has no file. */
  z.object({ kind: z.literal("lacks-file") }),
  /** The result of this request's task has no term of any glossary in it. */
  z.object({ kind: z.literal("ignores-terms") }),
  /** The download link of this answer has expired already. */
  z.object({ kind: z.literal("expired-link") }),
]);
export type Fault = z.infer<typeof faultSchema>;

const match = z.object({
  method: z.string().optional(),
  /** Path below the base path; `*` matches anything: `/tasks/*\/download`. */
  path: z.string().optional(),
  /** Only creates of this action; it strikes once the body has been read. */
  action: z.enum(actions).optional(),
  /** Matching requests that pass unharmed first. */
  skip: z.int().min(0).default(0),
  times: z.int().min(1).default(1),
});

const queuedFaultSchema = z.intersection(faultSchema, match);
/** A fault with the requests that it matches, as callers write it (defaults may be left out). */
export type FaultOrder = z.input<typeof queuedFaultSchema>;
type QueuedFault = z.infer<typeof queuedFaultSchema> & { times: number; skip: number };

type Arrival = {
  readonly method: string;
  readonly path: string;
  readonly action?: string;
  /** True for a create under the key of a task that exists. */
  readonly isRepeated?: boolean;
};

/** Faults of the task that a request creates: a request that creates none leaves them waiting. */
const ofTask: ReadonlySet<Fault["kind"]> = new Set([
  "ends-as",
  "never-ends",
  "surcharge",
  "omits",
  "lacks-file",
  "ignores-terms",
]);

/** Holds the faults that wait for a request; each request meets the first that matches it. */
export function createFaultQueue() {
  const waiting: QueuedFault[] = [];
  const fired: (Arrival & { readonly fault: Fault })[] = [];
  return {
    waiting,
    fired,
    /** Throws a ZodError that names the errors in it. */
    add: (order: unknown) => {
      waiting.push(queuedFaultSchema.parse(order));
    },
    clear: () => {
      waiting.length = 0;
    },
    take: (arrival: Arrival): Fault | undefined => {
      for (const [index, fault] of waiting.entries()) {
        if (!matches(fault, arrival)) continue;
        if (fault.skip > 0) {
          fault.skip -= 1;
          continue;
        }
        fault.times -= 1;
        if (fault.times === 0) waiting.splice(index, 1);
        fired.push({ ...arrival, fault });
        return fault;
      }
      return undefined;
    },
  };
}

function matches(fault: QueuedFault, { method, path, action, isRepeated }: Arrival): boolean {
  if (fault.action !== action || (isRepeated === true && ofTask.has(fault.kind))) return false;
  if (fault.method !== undefined && fault.method !== method) return false;
  if (fault.path === undefined) return true;
  const parts = fault.path
    .split("*")
    .map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(".*")}$`).test(path);
}

const noteSchema = z.object({
  /** The fault that was injected into its creation: some faults show only at its end. */
  fault: faultSchema.optional(),
  /** True when it does not name its charge. */
  hidesCharge: z.boolean().optional(),
});
export type Note = z.infer<typeof noteSchema>;

export function noteOf({ note }: Pick<Task, "note">): Note {
  return noteSchema.parse(note ?? {});
}
