import { z } from "zod";

import { type ReadonlyOf, at, id, maybe, optional, stored } from "./fields.ts";
import { putBackSchema } from "./manuscript.ts";

/**
 * `unknown`: a task may or may not exist. `overcharged`: it cost more than was approved.
 * `charged-twice`: it returned beside one approved after it. `short`: the account did not cover it.
 * `stranded`: it cannot be sent. `undelivered`: its result reaches nobody. `no-result`: the partner calls
 * it completed, and its result is not there.
 */
const adminTopic = z.enum([
  "unknown",
  "overcharged",
  "charged-twice",
  "short",
  "stranded",
  "undelivered",
  "no-result",
]);
export type AdminTopic = z.output<typeof adminTopic>;

/** `overdue`: it takes unusually long, and nobody named a day. */
const delay = z.enum(["will-be-late", "late", "overdue"]);
export type Delay = z.output<typeof delay>;

const question = {
  topic: adminTopic,
  key: id,
  /** When an admin let the run be sent again: then the same question is a new one. */
  reopenedAt: optional(at),
  /** Keys of runs that other cards approved of the same text, while this one seemed lost. */
  elsewhere: optional(z.array(id)),
  /** A second task that the partner has for the same key. */
  second: optional(id),
};

const aboutSchema = z.discriminatedUnion("kind", [
  stored({ kind: z.literal("refused") }),
  stored({ kind: z.literal("declined") }),
  stored({ kind: z.literal("expired") }),
  /** Somebody requested the estimate again. */
  stored({ kind: z.literal("reopened"), by: id, at }),
  /** The first of two approvals: requester and approvers are told that a second one is needed. */
  stored({ kind: z.literal("endorsed"), offer: id, by: id }),
  /**
   * Reminds approvers, and the second time admins, of this quote and of others in the conversation.
   * `by`: the person who requested the reminder. `isUrgent`: once more, before the day that is named.
   */
  stored({
    kind: z.literal("reminder"),
    to: z.enum(["approvers", "admins"]),
    at,
    beside: z.array(id),
    by: optional(id),
    isUrgent: optional(z.boolean()),
  }),
  /** A direct message to one person, who may decide in it; updated after the decision. */
  stored({
    kind: z.literal("direct"),
    why: z.enum(["asked", "waiting"]),
    at,
    person: id,
    beside: z.array(id),
  }),
  /** The total of all cards of one request; updated as they are counted. */
  stored({ kind: z.literal("batch-total") }),
  /** The results of a batch that were awaited at the same time. */
  stored({ kind: z.literal("batch-results") }),
  stored({ kind: z.literal("outcome"), key: id }),
  /** A translation of the same text, on another card, is there and free. */
  stored({ kind: z.literal("free"), key: id }),
  /** A run is under way, and misses the day that its request names, or takes unusually long. */
  stored({ kind: z.literal("delayed"), key: id, why: delay }),
  /** A result that came after another outcome of the same run was posted. */
  stored({ kind: z.literal("late-result"), key: id }),
  /** The result of a run as a file, if it is wanted in the thread. */
  stored({ kind: z.literal("result-file"), key: id }),
  /** A question of money for the admins: each of them gets an `admin-card`. */
  stored({ kind: z.literal("tell-admins"), ...question }),
  stored({ kind: z.literal("admin-card"), ...question, admin: id }),
]);
export type NoticeAbout = ReadonlyOf<typeof aboutSchema>;

const stateSchema = z.discriminatedUnion("status", [
  stored({ status: z.literal("due") }),
  stored({
    status: z.literal("saying"),
    since: at,
    /** Slack's id of the upload, once there is one: a second try shares it and makes no other. */
    fileId: maybe(z.string()),
    /** The content of that upload, if the manuscript is a document that could be rebuilt. */
    putBack: optional(putBackSchema),
  }),
  stored({
    status: z.literal("said"),
    ts: maybe(z.string()),
    channel: optional(z.string()),
    /** The face of the post, if it may change: the post is updated when it differs. */
    face: optional(z.string()),
    /** Slack's id of the shared file, and when it was shared. */
    fileId: optional(z.string()),
    since: optional(at),
    putBack: optional(putBackSchema),
  }),
  stored({ status: z.literal("undeliverable"), why: z.string() }),
]);
export type NoticeState = ReadonlyOf<typeof stateSchema>;

export const noticeSchema = stored({ id, about: aboutSchema, state: stateSchema });
export type Notice = ReadonlyOf<typeof noticeSchema>;

/** A notice that may have been posted already: it is searched for before it is posted. */
export const possiblyPosted: NoticeState = { status: "saying", since: 0, fileId: undefined };

type Noticed = { readonly notices: readonly Notice[] };

/** Adds a notice; one that is due already, or was posted, is not added again. */
export function addNotice<Q extends Noticed>(
  quote: Q,
  about: NoticeAbout,
  state: NoticeState = { status: "due" },
): Q {
  const id = noticeId(about, reopenedLast(quote));
  return quote.notices.some((notice) => notice.id === id)
    ? quote
    : { ...quote, notices: [...quote.notices, { id, about, state }] };
}

export function changeNotice<Q extends Noticed>(quote: Q, id: string, state: NoticeState): Q {
  return {
    ...quote,
    notices: quote.notices.map((notice) => (notice.id === id ? { ...notice, state } : notice)),
  };
}

function reopenedLast({ notices }: Noticed): Reopened | undefined {
  const about = notices.findLast((notice) => notice.about.kind === "reopened")?.about;
  return about?.kind === "reopened" ? about : undefined;
}

export function sinceReopened({ notices }: Noticed): readonly Notice[] {
  return notices.slice(notices.findLastIndex(({ about }) => about.kind === "reopened") + 1);
}

type Reopened = Extract<NoticeAbout, { kind: "reopened" }>;

function noticeId(about: NoticeAbout, reopened: Reopened | undefined): string {
  switch (about.kind) {
    case "refused":
    case "declined":
    case "expired":
      return onceMore(about.kind, reopened);
    case "reminder":
      if (about.by !== undefined) return `reminder.${about.by}.${about.at}`;
      if (about.isUrgent === true) return onceMore("urgent-reminder", reopened);
      return onceMore(about.to === "admins" ? "escalation" : about.kind, reopened);
    case "direct":
      return `direct.${about.why}.${about.person}.${about.at}`;
    case "batch-total":
    case "batch-results":
      return about.kind;
    case "reopened":
      return `reopened.${about.at}`;
    case "free":
    case "outcome":
    case "late-result":
    case "result-file":
      return `${about.kind}.${about.key}`;
    case "delayed":
      return `delayed.${about.why}.${about.key}`;
    case "endorsed":
      return `endorsed.${about.offer}.${about.by}`;
    case "tell-admins":
      return questionId(about);
    case "admin-card":
      return `${questionId(about)}.${about.admin}`;
  }
}

/** Returns a name for one notice, and for one more after each reopening. */
function onceMore(name: string, reopened: Reopened | undefined): string {
  return reopened === undefined ? name : `${name}.${reopened.at}`;
}

function questionId({ topic, key, reopenedAt }: Extract<NoticeAbout, { topic: string }>): string {
  return reopenedAt === undefined ? `${topic}.${key}` : `${topic}.${key}.${reopenedAt}`;
}
