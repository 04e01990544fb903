import * as fc from "fast-check";

import type { Compared } from "../../src/core/comparing.ts";
import type { DeliveryFile, Term } from "../../src/core/partner.ts";
import type { Part } from "../../src/core/slice.ts";
import type { Approval, Attempt, Result, Task, UsageSeen } from "../../src/core/task.ts";
import {
  type FieldsOf,
  at,
  bare,
  count,
  fraction,
  id,
  language,
  maybe,
  slice,
  strategy,
  text,
} from "./values.ts";

const term: FieldsOf<Term> = {
  source: text,
  target: text,
  confidence: maybe(fraction),
  frequency: maybe(count),
};

const file: FieldsOf<DeliveryFile> = {
  fileId: text,
  fileName: maybe(text),
  fileSize: maybe(count),
  type: maybe(text),
};

const result: FieldsOf<Result> = {
  charged: maybe(count),
  characters: maybe(count),
  estimatedCredits: maybe(count),
  estimatedTokens: maybe(count),
  sourceLang: maybe(text),
  terms: maybe(fc.array(fc.record(term), { maxLength: 3 })),
  files: maybe(fc.array(fc.record(file), { maxLength: 2 })),
};

const seen: FieldsOf<UsageSeen> = { balance: fc.integer(), used: count, at, booked: maybe(count) };
const usage = fc.record(seen);
const usageSeen = maybe(usage);

const state: fc.Arbitrary<Task["state"]> = fc.oneof(
  bare("approved"),
  bare("sending"),
  fc.record({
    status: fc.constant("running" as const),
    taskId: id,
    since: at,
    lookedAt: at,
    word: text,
    progress: maybe(fraction),
    msLeft: maybe(fc.nat(50_000_000)),
    overdueSince: maybe(at),
    missing: fc.nat(5),
  }),
  fc.record({
    status: fc.constant("completed" as const),
    taskId: id,
    since: at,
    endedAt: at,
    result: fc.record(result),
  }),
  fc.record({
    status: fc.constant("rejected" as const),
    at,
    reason: fc.constantFrom(
      "bad-request",
      "unauthorized",
      "short-of-credits",
      "text-changed",
      "file-gone",
      "cancelled",
      "not-asked",
      "not-created",
    ),
  }),
  fc.record({
    status: fc.constant("unknown" as const),
    since: at,
    fault: text,
    usageAfter: usageSeen,
  }),
  fc.record({ status: fc.constant("failed" as const), taskId: id, at, word: text, lookedAt: at }),
  fc.record({ status: fc.constant("vanished" as const), taskId: id, at }),
);

const attempt: FieldsOf<Attempt> = {
  startedAt: at,
  aheadMs: maybe(fc.integer()),
  endedAt: maybe(at),
  outcome: maybe(fc.constantFrom("created", "rejected", "ambiguous", "not-sent")),
  fault: maybe(text),
};

const part: FieldsOf<Part> = {
  slice,
  measured: maybe(fc.record({ bytes: count, sha256: id })),
};

const who = { by: id, at, note: maybe(text) };
const approval: FieldsOf<Approval> = {
  ...who,
  first: maybe(fc.record(who)),
  upTo: maybe(count),
};

const size = fc.record({ chapters: count, paragraphs: count });
const chapter = fc.record({ number: count, source: count, result: count });

const compared: FieldsOf<Compared> = {
  source: size,
  result: size,
  missing: count,
  place: maybe(fc.record({ after: count, chapter: maybe(chapter) })),
  same: count,
  terms: maybe(fc.record({ looked: count, unused: count, missing: fc.array(text) })),
};

const task: FieldsOf<Task> = {
  key: fc.uuid(),
  action: fc.constantFrom(
    "translation",
    "preview_translation",
    "token_estimate",
    "glossary_extraction",
    "preview_metadata",
  ),
  target: language,
  scope: maybe(count),
  part: maybe(fc.record(part)),
  glossaryHash: maybe(text),
  strategy: maybe(strategy),
  generation: fc.nat(3),
  price: count,
  approval: maybe(fc.record(approval)),
  attempts: fc.array(fc.record(attempt), { maxLength: 3 }),
  bodySha256: maybe(text),
  usageBefore: usageSeen,
  sentWith: maybe(text),
  reopenedAt: maybe(at),
  isFromCard: maybe(fc.boolean()),
  booked: maybe(
    fc.record({
      as: fc.constantFrom("completed", "failed", "vanished"),
      after: usage,
    }),
  ),
  termsKept: maybe(fc.boolean()),
  delivery: maybe(fc.constantFrom("due", "link", "file", "both")),
  comparison: maybe(fc.oneof(fc.constantFrom("due", "again", "none"), fc.record(compared))),
  state,
};

export const arbitraryTask: fc.Arbitrary<Task> = fc.record(task);
