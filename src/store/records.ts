import { z } from "zod";

import { UnreadableRecord } from "../core/faults.ts";
import { products } from "../core/offer.ts";
import type { Quote } from "../core/quote.ts";
import { maybe } from "../core/stored.ts";
import { firstWishes } from "../features/intake/rules/request-details.ts";
import { deliveryWays } from "../features/settings/rules/settings.ts";
import { comparing } from "./comparison-record.ts";
import { bookTerms, coverage, slice } from "./looked-up-record.ts";
import { reading } from "./reading-record.ts";
import { result } from "./result-record.ts";
import { deserialise, serialise } from "./store.ts";

/** The same as Keyv writes it. @throws UnreadableRecord */
export function parseQuote(text: string): Quote {
  return readQuote(deserialise(text));
}

export function printQuote(quote: Quote): string {
  return serialise(quote);
}

/** @throws UnreadableRecord when what is stored is not a quote of a version that is known here. */
export function readQuote(value: unknown): Quote {
  const parsed = quoteSchema.safeParse(value);
  if (!parsed.success) {
    throw new UnreadableRecord(z.prettifyError(parsed.error), { cause: parsed.error });
  }
  return parsed.data;
}

const at = z.number();
const id = z.string().min(1);

const note = maybe(z.string());

const usageSeen = z.object({ balance: at, used: at, at, booked: maybe(at) });

const taskState = z.discriminatedUnion("status", [
  z.object({ status: z.literal("approved") }),
  z.object({ status: z.literal("sending") }),
  z.object({
    status: z.literal("running"),
    taskId: id,
    since: at,
    lookedAt: at,
    word: z.string(),
    progress: maybe(at),
    msLeft: maybe(at),
    overdueSince: maybe(at),
    missing: at,
  }),
  z.object({ status: z.literal("completed"), taskId: id, since: at, endedAt: at, result }),
  z.object({
    status: z.literal("rejected"),
    at,
    reason: z.enum([
      "bad-request",
      "unauthorized",
      "short-of-credits",
      "text-changed",
      "file-gone",
      "cancelled",
      "not-asked",
      "not-created",
    ]),
  }),
  z.object({
    status: z.literal("unknown"),
    since: at,
    fault: z.string(),
    usageAfter: maybe(usageSeen),
  }),
  z.object({ status: z.literal("failed"), taskId: id, at, word: z.string(), lookedAt: at }),
  z.object({ status: z.literal("vanished"), taskId: id, at, lookedAt: maybe(at) }),
]);

const attempt = z.object({
  startedAt: at,
  aheadMs: maybe(z.number()),
  endedAt: maybe(at),
  outcome: maybe(z.enum(["created", "rejected", "ambiguous", "not-sent"])),
  fault: maybe(z.string()),
});

export const task = z.object({
  key: id,
  action: z.enum([
    "translation",
    "preview_translation",
    "token_estimate",
    "glossary_extraction",
    "preview_metadata",
  ]),
  target: z.string(),
  scope: maybe(at),
  part: z
    .object({ slice, measured: maybe(z.object({ bytes: at, sha256: id })) })
    .transform(({ slice: ranges, measured }) => ({ slice: ranges, measured }))
    .optional(),
  glossaryHash: maybe(z.string()),
  strategy: maybe(z.enum(["merge", "replace", "skip"])),
  generation: at,
  price: at,
  approval: maybe(
    z.object({
      by: id,
      at,
      note,
      first: maybe(z.object({ by: id, at, note })),
      upTo: maybe(at),
    }),
  ),
  attempts: z.array(attempt),
  bodySha256: maybe(z.string()),
  usageBefore: maybe(usageSeen),
  sentWith: maybe(z.string()),
  reopenedAt: maybe(at),
  isFromCard: maybe(z.boolean()),
  termsKept: maybe(z.boolean()),
  delivery: maybe(z.enum(["due", ...deliveryWays])),
  comparison: maybe(comparing),
  booked: maybe(
    z.object({
      as: z.enum(["completed", "failed", "vanished"]),
      after: usageSeen,
    }),
  ),
  state: taskState,
});

const card = z.discriminatedUnion("status", [
  z.object({ status: z.literal("none") }),
  z.object({ status: z.literal("posting"), since: at }),
  z.object({
    status: z.literal("posted"),
    channel: id,
    ts: id,
    face: z.string(),
    key: maybe(z.string()),
  }),
  z.object({ status: z.literal("parked"), why: z.string() }),
]);

const adminTopic = z.enum(["unknown", "overcharged", "charged-twice", "short", "stranded"]);

const noticeAbout = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("refused") }),
  z.object({ kind: z.literal("declined") }),
  z.object({ kind: z.literal("expired") }),
  z.object({ kind: z.literal("endorsed"), offer: id, by: id }),
  z.object({ kind: z.literal("reminder"), beside: z.array(id) }),
  z.object({ kind: z.literal("approved"), key: id }),
  z.object({ kind: z.literal("sum") }),
  z.object({ kind: z.literal("outcome"), key: id }),
  z.object({ kind: z.literal("late-result"), key: id }),
  z.object({ kind: z.literal("glossary-file"), key: id, format: z.enum(["csv", "json"]) }),
  z.object({ kind: z.literal("result-file"), key: id }),
  z.object({ kind: z.literal("tell-admins"), topic: adminTopic, key: id }),
  z.object({ kind: z.literal("admin-card"), topic: adminTopic, key: id, admin: id }),
]);

const putBack = z.discriminatedUnion("status", [
  z.object({ status: z.literal("document") }),
  z.object({ status: z.literal("unmatched"), book: at, translation: at }),
  z.object({ status: z.literal("too-large") }),
  z.object({ status: z.literal("unreadable") }),
]);

const noticeState = z.discriminatedUnion("status", [
  z.object({ status: z.literal("due") }),
  z.object({
    status: z.literal("saying"),
    since: at,
    fileId: maybe(z.string()),
    putBack: maybe(putBack),
  }),
  z.object({
    status: z.literal("said"),
    ts: maybe(z.string()),
    channel: maybe(z.string()),
    face: maybe(z.string()),
    fileId: maybe(z.string()),
    putBack: maybe(putBack),
  }),
  z.object({ status: z.literal("parked"), why: z.string() }),
]);

const wish = z.object({
  first: maybe(z.enum(firstWishes)),
  note: maybe(z.string()),
  dueOn: maybe(z.string()),
});

const count = z.object({
  status: z.enum(["priced", "needs-language", "refused"]),
  target: z.string(),
  characters: at,
  credits: at,
});

const part = z.object({ quoteId: id, fileId: id, target: z.string(), count: maybe(count) });

const bundle = z.object({
  speaker: id,
  repeats: z.boolean(),
  told: maybe(count),
  sum: maybe(
    z.object({
      thread: maybe(id),
      parts: z.array(part),
      leftOut: z.array(z.string()),
    }),
  ),
});

export const quoteSchema = z.object({
  version: z.literal(1),
  id,
  round: at,
  place: z.object({ workspace: id, channel: id, message: id, thread: maybe(id) }),
  requester: id,
  file: z.object({ id, name: z.string() }),
  book: maybe(z.string()),
  wish: maybe(wish),
  previewChars: maybe(at),
  bundle: maybe(bundle),
  coverage: maybe(coverage),
  receivedAt: at,
  expiresAt: at,
  target: z.string(),
  reading,
  language: maybe(z.string()),
  patienceOver: z.boolean(),
  balance: maybe(z.object({ credits: at, at, promised: maybe(at) })),
  part: slice.optional(),
  decision: z.discriminatedUnion("status", [
    z.object({ status: z.literal("open") }),
    z.object({ status: z.literal("declined"), by: id, at, note }),
    z.object({ status: z.literal("expired"), at }),
  ]),
  policy: maybe(
    z.object({
      selfApproval: z.enum(["allowed", "refused"]),
      secondApprovalAbove: maybe(at),
      capPerApproval: maybe(at),
      autoApprovalUpTo: maybe(at),
      autoApprovalPerPersonDay: maybe(at),
      autoApprovalPerMonth: maybe(at),
    }),
  ),
  endorsements: maybe(
    z.array(
      z.object({
        product: z.enum(products),
        offer: id,
        price: at,
        by: id,
        at,
        note,
      }),
    ),
  ),
  tasks: z.array(task),
  voice: z.enum(["thread", "direct"]),
  card,
  notices: z.array(z.object({ id, about: noticeAbout, state: noticeState })),
  remindAt: maybe(at),
  erasedAt: maybe(at),
  renewal: maybe(z.object({ by: id, at, successor: maybe(id) })),
  earlier: maybe(z.object({ quoteId: id, price: maybe(at), at })),
  terms: maybe(bookTerms),
  strategy: maybe(z.enum(["merge", "replace", "skip", "without"])),
});
