import type { PutBack } from "../features/delivery/rules/put-back.ts";

/** Something to be said once in the thread. */
export type Notice = {
  readonly id: string;
  readonly about: NoticeAbout;
  readonly state: NoticeState;
};

export type NoticeAbout =
  | { readonly kind: "refused" }
  | { readonly kind: "declined" }
  | { readonly kind: "expired" }
  /** The first of two approvals: both sides hear that a second one is needed. */
  | { readonly kind: "endorsed"; readonly offer: string; readonly by: string }
  /** Those who may decide are reminded, of this quote and of others in the same conversation. */
  | { readonly kind: "reminder"; readonly beside: readonly string[] }
  /** Who approved had something to say to it. */
  | { readonly kind: "approved"; readonly key: string }
  /** What all the cards of one asking come to; updated as they count. */
  | { readonly kind: "sum" }
  | { readonly kind: "outcome"; readonly key: string }
  /** A result that came after another outcome of the same run was said. */
  | { readonly kind: "late-result"; readonly key: string }
  | { readonly kind: "glossary-file"; readonly key: string; readonly format: "csv" | "json" }
  /** The result of a run itself, where it was wanted in the thread. */
  | { readonly kind: "result-file"; readonly key: string }
  /** Something about money that the admins have to look at: told to each of them, see `admin-card`. */
  | { readonly kind: "tell-admins"; readonly topic: AdminTopic; readonly key: string }
  | {
      readonly kind: "admin-card";
      readonly topic: AdminTopic;
      readonly key: string;
      readonly admin: string;
    };

/**
 * Whether a task exists is unknown; it cost more than was approved; it came back beside one that was
 * approved after it; the account was too short for it; or it cannot be sent.
 */
export type AdminTopic = "unknown" | "overcharged" | "charged-twice" | "short" | "stranded";

export type NoticeState =
  | { readonly status: "due" }
  | {
      readonly status: "saying";
      readonly since: number;
      /** Slack's id of the upload, once there is one: a second try shares it, never a new one. */
      readonly fileId: string | undefined;
      /** What that upload is, where the manuscript is a document that could be put back. */
      readonly putBack?: PutBack | undefined;
    }
  | {
      readonly status: "said";
      readonly ts: string | undefined;
      readonly channel?: string | undefined;
      /** What it shows now, where that changes: it is updated when that has gone on. */
      readonly face?: string | undefined;
      /** Slack's id of the file that was shared. */
      readonly fileId?: string | undefined;
      readonly putBack?: PutBack | undefined;
    }
  | { readonly status: "parked"; readonly why: string };

/** It may stand in the thread already: it is looked for before it is posted. */
export const mayBeSaid: NoticeState = { status: "saying", since: 0, fileId: undefined };

type Noticed = { readonly notices: readonly Notice[] };

/** The same with one thing more to say; what was to be said already, or was said, is not said again. */
export function addNotice<Q extends Noticed>(
  quote: Q,
  about: NoticeAbout,
  state: NoticeState = { status: "due" },
): Q {
  const id = noticeId(about);
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

function noticeId(about: NoticeAbout): string {
  switch (about.kind) {
    case "refused":
    case "declined":
    case "expired":
    case "reminder":
    case "sum":
      return about.kind;
    case "approved":
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
