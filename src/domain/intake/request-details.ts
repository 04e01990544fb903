import { z } from "zod";

import {
  type ReadonlyOf,
  at,
  maybe,
  count,
  id,
  language,
  optional,
  stored,
} from "#domain/fields.ts";

export const firstProducts = ["translation", "preview", "glossary", "estimate"] as const;
export type FirstProduct = (typeof firstProducts)[number];

/** Wishes beside the language: they are shown to the approvers, and decide nothing. */
export const requestDetailsSchema = stored({
  /** The product that is requested first; `estimate`: only the price. */
  first: maybe(z.enum(firstProducts)).catch(undefined),
  note: maybe(z.string()),
  /** A calendar day, `2026-11-27`. */
  dueOn: maybe(z.string()),
  /** When that day ends by the requester's clock, as far as Slack named their time zone. */
  dueBy: optional(at),
  /** A cost centre or an order number; it comes before the book's. */
  reference: optional(z.string()),
});
export type RequestDetails = ReadonlyOf<typeof requestDetailsSchema>;

/** Code points of a note. */
export const noteChars = 500;

/** Code points of a reference. */
export const referenceChars = 60;

/** Code points of a book's name. */
export const bookChars = 75;

/** Returns undefined when nothing is wished for. */
export function requestDetailsOf(details: RequestDetails): RequestDetails | undefined {
  return Object.values(details).some((wish) => wish !== undefined) ? details : undefined;
}

/** Returns the wishes after a later request; one with a reference alone, which is filled in, keeps the rest. */
export function amendedDetails(
  before: RequestDetails | undefined,
  after: RequestDetails | undefined = before,
): RequestDetails | undefined {
  const hasWishes = [after?.first, after?.note, after?.dueOn].some((wish) => wish !== undefined);
  return hasWishes || before === undefined || after === undefined
    ? after
    : { ...before, reference: after.reference };
}

/**
 * Returns true once a day has ended everywhere on earth, so that nobody's own today is refused. Time
 * zones reach 12 hours behind UTC. `now` in ms.
 */
export function isPastDay(day: string, now: number): boolean {
  return Date.parse(`${day}T00:00:00Z`) + 36 * 3_600_000 <= now;
}

/** Returns when a day ends by the clock of a place, ms; undefined for what is no day. */
export function endOfDay(day: string, utcOffsetMs: number): number | undefined {
  const begin = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(begin) ? undefined : begin + 24 * 3_600_000 - utcOffsetMs;
}

/** Returns when the day ends that a request names, ms: in an unknown time zone it is one of UTC. */
export function dueEnd({ dueOn, dueBy }: Partial<RequestDetails> = {}): number | undefined {
  return dueBy ?? (dueOn === undefined ? undefined : endOfDay(dueOn, 0));
}

/** `credits`: the highest price; 0 while the card needs another language. */
const countSchema = stored({
  status: z.enum(["priced", "needs-language", "refused", "decided"]).catch("decided"),
  target: language,
  characters: count,
  credits: count,
  /** How long its translation will take: see `expectedMinutes`. */
  minutes: optional(count),
  /** The card’s newest translation: under way, finished and not yet told of, or over. */
  run: optional(
    stored({
      key: id,
      status: z.enum(["running", "ready", "over"]).catch("over"),
      at: optional(at),
      /** Identifies what is said of the result. */
      digest: optional(z.string()),
    }),
  ),
});
export type Count = ReadonlyOf<typeof countSchema>;

const partSchema = stored({
  quoteId: id,
  fileId: id,
  target: language,
  count: maybe(countSchema),
  /** A result that the batch’s one message tells of, and when it was there. */
  held: optional(stored({ key: id, at })),
});

const totalSchema = stored({
  /** The thread of the total; undefined: in the conversation itself. */
  thread: maybe(id),
  parts: z.array(partSchema),
  /** Requested languages for which there was no room. */
  leftOut: z.array(z.string()),
  /** The people whom the books of all its cards name. */
  approvers: optional(z.array(id)),
});

/**
 * Cards that were requested together. Each reports its count to the first one, which posts the total:
 * so the total follows from one record, as everything else does.
 */
export const batchSchema = stored({
  first: id,
  /** True when an earlier card has the same file, and reports its faults. */
  repeats: z.boolean(),
  /** The count that this quote last reported to the first one. */
  told: maybe(countSchema),
  /** The run whose result the batch’s one message tells of: this card has no reply of its own for it. */
  heldRun: optional(id),
  /** The counts reported so far; undefined on every quote but the first. */
  total: maybe(totalSchema),
});
export type Batch = ReadonlyOf<typeof batchSchema>;
