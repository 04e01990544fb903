import { z } from "zod";

import { putBackSchema } from "../features/delivery/rules/put-back.ts";
import { type ReadonlyOf, at, count, id, maybe, optional } from "./fields.ts";

/**
 * Whether a task exists is unknown; it cost more than was approved; it came back beside one that was
 * approved after it; the account was too short for it; or it cannot be sent.
 */
const adminTopic = z.enum(["unknown", "overcharged", "charged-twice", "short", "stranded"]);
export type AdminTopic = z.output<typeof adminTopic>;

const aboutSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("refused") }),
  z.object({ kind: z.literal("declined") }),
  z.object({ kind: z.literal("expired") }),
  /** Somebody asked for it again; `price` is what it cost until then, in credits. */
  z.object({ kind: z.literal("reopened"), by: id, at, price: maybe(count) }),
  /** The first of two approvals: both sides are told that a second one is needed. */
  z.object({ kind: z.literal("endorsed"), offer: id, by: id }),
  /**
   * Approvers are reminded, and the second time the admins: of this quote and of others in the conversation.
   * `by`: who asked for the reminder.
   */
  z.object({
    kind: z.literal("reminder"),
    to: z.enum(["approvers", "admins"]),
    at,
    beside: z.array(id),
    by: optional(id),
  }),
  /** A direct message to one person, who may decide in it; updated once it is decided. */
  z.object({
    kind: z.literal("direct"),
    why: z.enum(["asked", "waiting"]),
    at,
    person: id,
    beside: z.array(id),
  }),
  /** What all the cards of one asking come to; updated as they count. */
  z.object({ kind: z.literal("batch-total") }),
  z.object({ kind: z.literal("outcome"), key: id }),
  /** A result that came after another outcome of the same run was said. */
  z.object({ kind: z.literal("late-result"), key: id }),
  z.object({ kind: z.literal("glossary-file"), key: id, format: z.enum(["csv", "json"]) }),
  /** The result of a run itself, where it was wanted in the thread. */
  z.object({ kind: z.literal("result-file"), key: id }),
  /** Something about money that the admins have to look at: told to each of them, see `admin-card`. */
  z.object({ kind: z.literal("tell-admins"), topic: adminTopic, key: id }),
  z.object({ kind: z.literal("admin-card"), topic: adminTopic, key: id, admin: id }),
]);
export type NoticeAbout = ReadonlyOf<typeof aboutSchema>;

const stateSchema = z.discriminatedUnion("status", [
  z.object({ status: z.literal("due") }),
  z.object({
    status: z.literal("saying"),
    since: at,
    /** Slack's id of the upload, once there is one: a second try shares it, never a new one. */
    fileId: maybe(z.string()),
    /** What that upload is, where the manuscript is a document that could be put back. */
    putBack: optional(putBackSchema),
  }),
  z.object({
    status: z.literal("said"),
    ts: maybe(z.string()),
    channel: optional(z.string()),
    /** What it shows now, where that changes: it is updated when that has gone on. */
    face: optional(z.string()),
    /** Slack's id of the file that was shared. */
    fileId: optional(z.string()),
    putBack: optional(putBackSchema),
  }),
  z.object({ status: z.literal("parked"), why: z.string() }),
]);
export type NoticeState = ReadonlyOf<typeof stateSchema>;

/** Something to be said once in the thread. */
export const noticeSchema = z.object({ id, about: aboutSchema, state: stateSchema });
export type Notice = ReadonlyOf<typeof noticeSchema>;

/** It may stand in the thread already: it is looked for before it is posted. */
export const mayBeSaid: NoticeState = { status: "saying", since: 0, fileId: undefined };

type Noticed = { readonly notices: readonly Notice[] };

/** The same with one thing more to say; what was to be said already, or was said, is not said again. */
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

/** Who asked for it again last; undefined: nobody did. */
export function reopenedLast({ notices }: Noticed): Reopened | undefined {
  const about = notices.findLast((notice) => notice.about.kind === "reopened")?.about;
  return about?.kind === "reopened" ? about : undefined;
}

/** What was noted since it was opened last. */
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
      return onceMore(about.to === "admins" ? "escalation" : about.kind, reopened);
    case "direct":
      return `direct.${about.why}.${about.person}.${about.at}`;
    case "batch-total":
      return about.kind;
    case "reopened":
      return `reopened.${about.at}`;
    case "outcome":
    case "late-result":
    case "result-file":
      return `${about.kind}.${about.key}`;
    case "endorsed":
      return `endorsed.${about.offer}.${about.by}`;
    case "glossary-file":
      return `${about.format}.${about.key}`;
    case "tell-admins":
      return `${about.topic}.${about.key}`;
    case "admin-card":
      return `${about.topic}.${about.key}.${about.admin}`;
  }
}

/** Said once, and once more for every time that it is asked for again. */
function onceMore(name: string, reopened: Reopened | undefined): string {
  return reopened === undefined ? name : `${name}.${reopened.at}`;
}
