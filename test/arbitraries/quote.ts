import * as fc from "fast-check";

import type { Coverage, CoveringRun, Known } from "../../src/core/claim.ts";
import type { NoticeAbout, NoticeState } from "../../src/core/notices.ts";
import type { Endorsement, Quote } from "../../src/core/quote.ts";
import type { PutBack } from "../../src/features/delivery/rules/put-back.ts";
import type { BookTerms } from "../../src/features/glossary/rules/book-terms.ts";
import type { Bundle, Count, Part } from "../../src/features/intake/rules/bundle.ts";
import { type Wish, firstWishes } from "../../src/features/intake/rules/request-details.ts";
import { arbitraryReading } from "./reading.ts";
import { arbitraryTask } from "./task.ts";
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

const card: fc.Arbitrary<Quote["card"]> = fc.oneof(
  bare("none"),
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

const topic = fc.constantFrom("unknown", "overcharged", "charged-twice", "short", "stranded");

const about: fc.Arbitrary<NoticeAbout> = fc.oneof(
  fc.record({ kind: fc.constantFrom("refused", "declined", "expired", "sum") }),
  fc.record({ kind: fc.constant("endorsed" as const), offer: id, by: id }),
  fc.record({ kind: fc.constant("reminder" as const), beside: fc.array(id, { maxLength: 2 }) }),
  fc.record({
    kind: fc.constantFrom("approved", "outcome", "late-result", "result-file"),
    key: id,
  }),
  fc.record({
    kind: fc.constant("glossary-file" as const),
    key: id,
    format: fc.constantFrom("csv", "json"),
  }),
  fc.record({ kind: fc.constant("tell-admins" as const), topic, key: id }),
  fc.record({ kind: fc.constant("admin-card" as const), topic, key: id, admin: id }),
);

const putBack: fc.Arbitrary<PutBack> = fc.oneof(
  bare("document"),
  fc.record({ status: fc.constant("unmatched" as const), book: count, translation: count }),
  bare("too-large"),
  bare("unreadable"),
);

const noticeState: fc.Arbitrary<NoticeState> = fc.oneof(
  bare("due"),
  fc.record({
    status: fc.constant("saying" as const),
    since: at,
    fileId: maybe(text),
    putBack: maybe(putBack),
  }),
  fc.record({
    status: fc.constant("said" as const),
    ts: maybe(text),
    channel: maybe(text),
    face: maybe(text),
    fileId: maybe(text),
    putBack: maybe(putBack),
  }),
  fc.record({ status: fc.constant("parked" as const), why: text }),
);

const counted: FieldsOf<Count> = {
  status: fc.constantFrom("priced", "needs-language", "refused"),
  target: language,
  characters: count,
  credits: count,
};

const part: FieldsOf<Part> = {
  quoteId: id,
  fileId: id,
  target: language,
  count: maybe(fc.record(counted)),
};

const bundle: FieldsOf<Bundle> = {
  speaker: id,
  repeats: fc.boolean(),
  told: maybe(fc.record(counted)),
  sum: maybe(
    fc.record({
      thread: maybe(id),
      parts: fc.array(fc.record(part), { maxLength: 3 }),
      leftOut: fc.array(text, { maxLength: 2 }),
    }),
  ),
};

const effects = fc.record({ added: count, overridden: count, ignored: count });

const terms: FieldsOf<BookTerms> = {
  target: language,
  hash: maybe(id),
  count,
  inherited: fc.record({ series: count, workspace: count }),
  effects: maybe(fc.record({ merge: effects, replace: effects, skip: effects })),
};

const coveringRun: FieldsOf<CoveringRun> = {
  key: id,
  quoteId: id,
  kind: fc.constantFrom("translation", "preview", "glossary"),
  slice,
  at,
  status: fc.constantFrom("running", "done", "gone", "failed", "unknown", "erased"),
  glossary: maybe(fc.record({ hash: id, strategy })),
  link: maybe(text),
  isShared: fc.boolean(),
};

const known: FieldsOf<Known> = { from: count, to: count, share: fraction };

const coverage: FieldsOf<Coverage> = {
  target: language,
  textSha256: id,
  version: fc.integer({ min: -1, max: 9 }),
  runs: fc.array(fc.record(coveringRun), { maxLength: 3 }),
  known: fc.array(fc.record(known), { maxLength: 2 }),
  variants: fc.array(language, { maxLength: 2 }),
  approved: fc.array(fc.record({ key: id, at, price: count }), { maxLength: 2 }),
};

const wish: FieldsOf<Wish> = {
  first: maybe(fc.constantFrom(...firstWishes)),
  note: maybe(text),
  dueOn: maybe(fc.constantFrom("2026-11-27", "2026-12-24")),
};

const endorsement: FieldsOf<Endorsement> = {
  product: fc.constantFrom("translation", "part", "preview", "glossary"),
  offer: id,
  price: count,
  by: id,
  at,
  note: maybe(text),
};

const decision: fc.Arbitrary<Quote["decision"]> = fc.oneof(
  bare("open"),
  fc.record({
    status: fc.constant("declined" as const),
    by: id,
    at,
    note: maybe(text),
  }),
  fc.record({ status: fc.constant("expired" as const), at }),
);

const quote: FieldsOf<Quote> = {
  version: fc.constant(1 as const),
  id,
  round: fc.nat(5),
  place: fc.record({ workspace: id, channel: id, message: id, thread: maybe(id) }),
  requester: id,
  file: fc.record({ id, name: text }),
  book: maybe(text),
  wish: maybe(fc.record(wish)),
  previewChars: maybe(fc.nat(5000)),
  bundle: maybe(fc.record(bundle)),
  coverage: maybe(fc.record(coverage)),
  terms: maybe(fc.record(terms)),
  strategy: maybe(fc.constantFrom("merge", "replace", "skip", "without")),
  receivedAt: at,
  expiresAt: at,
  target: language,
  reading: arbitraryReading,
  language: maybe(fc.constantFrom("en", "fr", "fr-CA")),
  patienceOver: fc.boolean(),
  balance: maybe(fc.record({ credits: fc.integer(), at, promised: maybe(count) })),
  part: maybe(slice),
  decision,
  policy: maybe(
    fc.record({
      selfApproval: fc.constantFrom("allowed", "refused"),
      secondApprovalAbove: maybe(count),
      capPerApproval: maybe(count),
      autoApprovalUpTo: maybe(count),
      autoApprovalPerPersonDay: maybe(count),
      autoApprovalPerMonth: maybe(count),
    }),
  ),
  endorsements: maybe(fc.array(fc.record(endorsement), { maxLength: 2 })),
  tasks: fc.array(arbitraryTask, { maxLength: 4 }),
  voice: fc.constantFrom("thread", "direct"),
  card,
  notices: fc.array(fc.record({ id, about, state: noticeState }), { maxLength: 3 }),
  remindAt: maybe(at),
  erasedAt: maybe(at),
  renewal: maybe(fc.record({ by: id, at, successor: maybe(id) })),
  earlier: maybe(fc.record({ quoteId: id, price: maybe(count), at })),
};

/** Any record of the right shape, sensible or not. */
export const arbitraryQuote: fc.Arbitrary<Quote> = fc.record(quote);
