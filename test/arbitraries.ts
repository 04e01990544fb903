import * as fc from "fast-check";

import type { BookTerms } from "../src/domain/glossary/quote-terms.ts";
import { type Manuscript, encodings } from "../src/domain/manuscript/manuscript.ts";
import type { Bundle, Count } from "../src/domain/quote/bundle.ts";
import type { Quote } from "../src/domain/quote/quote.ts";
import type { Twin } from "../src/domain/quote/twin.ts";
import { firstWishes } from "../src/domain/quote/wish.ts";
import type { Task } from "../src/domain/task/task.ts";
import { noon } from "./builders.ts";

const id = fc.string({ minLength: 1, unit: "binary" });
const text = fc.string({ unit: "binary" });
const count = fc.nat();
const at = fc.integer({ min: noon - 1_000_000, max: noon + 100_000_000 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const fraction = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0);

const manuscript: fc.Arbitrary<Manuscript> = fc.record({
  encoding: fc.constantFrom(...encodings),
  otherEncodings: maybe(fc.subarray([...encodings], { maxLength: 2 })),
  fileBytes: count,
  fileSha256: id,
  textBytes: count,
  textSha256: id,
  characters: count,
  chapters: fc.array(fc.record({ title: text, start: count, characters: count }), { maxLength: 2 }),
  openings: fc.array(
    fc.record({
      characters: count,
      limit: count,
      end: maybe(fc.constantFrom("chapter", "paragraph", "sentence")),
      bytes: count,
      sha256: id,
    }),
    { maxLength: 2 },
  ),
});

const chosen = fc.record({ encoding: fc.constantFrom(...encodings), by: maybe(id), at });

const reading: fc.Arbitrary<Quote["reading"]> = fc.oneof(
  fc.record({ status: fc.constant("due" as const) }),
  fc.record({
    status: fc.constant("refused" as const),
    reason: fc.constantFrom("empty", "binary", "gone", "not-allowed", "interrupted"),
  }),
  fc.record({ status: fc.constant("read" as const), manuscript, chosen: maybe(chosen) }),
  fc.record({
    status: fc.constant("doubtful" as const),
    candidates: fc.subarray([...encodings], { maxLength: 3 }),
  }),
);

const result = fc.record({
  charged: maybe(count),
  characters: maybe(count),
  estimatedCredits: maybe(count),
  estimatedTokens: maybe(count),
  sourceLang: maybe(text),
  terms: maybe(
    fc.array(fc.record({ source: text, target: text, confidence: maybe(fraction) }), {
      maxLength: 3,
    }),
  ),
  files: maybe(
    fc.array(
      fc.record({
        fileId: text,
        fileName: maybe(text),
        fileSize: maybe(count),
        type: maybe(text),
      }),
      { maxLength: 2 },
    ),
  ),
});

export const arbitraryTaskState: fc.Arbitrary<Task["state"]> = fc.oneof(
  fc.record({ status: fc.constant("approved" as const) }),
  fc.record({ status: fc.constant("sending" as const) }),
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
    result,
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
    ),
  }),
  fc.record({ status: fc.constant("unknown" as const), since: at, fault: text }),
  fc.record({ status: fc.constant("failed" as const), taskId: id, at, word: text, lookedAt: at }),
  fc.record({ status: fc.constant("vanished" as const), taskId: id, at }),
);

const attempt = fc.record({
  startedAt: at,
  endedAt: maybe(at),
  outcome: maybe(fc.constantFrom("created", "rejected", "ambiguous", "not-sent")),
  fault: maybe(text),
});

export const arbitraryTask: fc.Arbitrary<Task> = fc.record({
  key: fc.uuid(),
  action: fc.constantFrom(
    "translation",
    "preview_translation",
    "token_estimate",
    "glossary_extraction",
    "preview_metadata",
  ),
  target: fc.constantFrom("fr", "de", "zh-TW"),
  scope: maybe(count),
  glossaryHash: maybe(text),
  strategy: maybe(fc.constantFrom("merge", "replace", "skip")),
  generation: fc.nat(3),
  price: count,
  approval: maybe(
    fc.record({
      by: id,
      at,
      note: maybe(text),
      first: maybe(fc.record({ by: id, at, note: maybe(text) })),
      upTo: maybe(count),
    }),
  ),
  attempts: fc.array(attempt, { maxLength: 3 }),
  bodySha256: maybe(text),
  state: arbitraryTaskState,
});

const card: fc.Arbitrary<Quote["card"]> = fc.oneof(
  fc.record({ status: fc.constant("none" as const) }),
  fc.record({ status: fc.constant("posting" as const), since: at }),
  fc.record({
    status: fc.constant("posted" as const),
    channel: id,
    ts: id,
    face: text,
    key: maybe(text),
  }),
  fc.record({ status: fc.constant("parked" as const), why: text }),
);

const notice: fc.Arbitrary<Quote["notices"][number]> = fc.record({
  id,
  about: fc.oneof(
    fc.record({ kind: fc.constantFrom("refused" as const, "declined" as const, "sum" as const) }),
    fc.record({ kind: fc.constantFrom("outcome" as const), key: id }),
    fc.record({
      kind: fc.constant("glossary-file" as const),
      key: id,
      format: fc.constantFrom("csv" as const, "json" as const),
    }),
  ),
  state: fc.oneof(
    fc.record({ status: fc.constant("due" as const) }),
    fc.record({ status: fc.constant("saying" as const), since: at, fileId: maybe(text) }),
    fc.record({ status: fc.constant("said" as const), ts: maybe(text) }),
    fc.record({ status: fc.constant("parked" as const), why: text }),
  ),
});

const counted: fc.Arbitrary<Count> = fc.record({
  status: fc.constantFrom("priced", "needs-language", "refused"),
  target: fc.constantFrom("fr", "de"),
  characters: count,
  credits: count,
});

const bundle: fc.Arbitrary<Bundle> = fc.record({
  speaker: id,
  repeats: fc.boolean(),
  told: maybe(counted),
  sum: maybe(
    fc.record({
      thread: maybe(id),
      parts: fc.array(
        fc.record({
          quoteId: id,
          fileId: id,
          target: fc.constantFrom("fr", "de"),
          count: maybe(counted),
        }),
        { maxLength: 3 },
      ),
      leftOut: fc.array(text, { maxLength: 2 }),
    }),
  ),
});

const effects = fc.record({ added: count, overridden: count, ignored: count });

const terms: fc.Arbitrary<BookTerms> = fc.record({
  target: fc.constantFrom("fr", "de", "zh-TW"),
  hash: maybe(id),
  count,
  inherited: fc.record({ series: count, workspace: count }),
  effects: maybe(fc.record({ merge: effects, replace: effects, skip: effects })),
});

const done = fc.record({
  quoteId: id,
  key: id,
  at,
  glossary: maybe(fc.record({ hash: id, strategy: fc.constantFrom("merge", "replace", "skip") })),
});

const twin: fc.Arbitrary<Twin> = fc.record({
  target: fc.constantFrom("fr", "de"),
  textSha256: id,
  first: maybe(fc.record({ quoteId: id, link: maybe(text) })),
  waivedBy: maybe(id),
  done: maybe(fc.array(done, { maxLength: 2 })),
});

/** Any record of the right shape, sensible or not. */
export const arbitraryQuote: fc.Arbitrary<Quote> = fc.record({
  version: fc.constant(1 as const),
  id,
  round: fc.nat(5),
  place: fc.record({ workspace: id, channel: id, message: id, thread: maybe(id) }),
  requester: id,
  file: fc.record({ id, name: text }),
  book: fc.option(text, { nil: undefined }),
  wish: maybe(
    fc.record({
      first: maybe(fc.constantFrom(...firstWishes)),
      note: maybe(text),
      dueOn: maybe(fc.constantFrom("2026-11-27", "2026-12-24")),
    }),
  ),
  previewChars: maybe(fc.nat(5000)),
  bundle: maybe(bundle),
  twin: maybe(twin),
  terms: maybe(terms),
  strategy: maybe(fc.constantFrom("merge", "replace", "skip", "without")),
  receivedAt: at,
  expiresAt: at,
  target: fc.constantFrom("fr", "de", "zh-TW"),
  reading,
  language: maybe(fc.constantFrom("en", "fr", "fr-CA")),
  patienceOver: fc.boolean(),
  balance: maybe(fc.record({ credits: fc.integer(), at })),
  decision: fc.oneof(
    fc.record({ status: fc.constant("open" as const) }),
    fc.record({ status: fc.constant("declined" as const), by: id, at, note: maybe(text) }),
    fc.record({ status: fc.constant("expired" as const), at }),
  ),
  policy: maybe(
    fc.record({
      selfApproval: fc.constantFrom("allowed", "refused"),
      secondApprovalAbove: maybe(count),
      capPerApproval: maybe(count),
      autoApprovalUpTo: maybe(count),
    }),
  ),
  endorsements: maybe(
    fc.array(
      fc.record({
        product: fc.constantFrom("translation", "preview", "glossary"),
        offer: id,
        price: count,
        by: id,
        at,
      }),
      { maxLength: 2 },
    ),
  ),
  tasks: fc.array(arbitraryTask, { maxLength: 4 }),
  voice: fc.constantFrom("thread", "direct"),
  card,
  notices: fc.array(notice, { maxLength: 3 }),
  renewal: maybe(fc.record({ by: id, at, successor: maybe(id) })),
  earlier: maybe(fc.record({ quoteId: id, price: maybe(count), at })),
  remindAt: maybe(at),
});
