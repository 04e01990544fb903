import {
  isObsolete,
  isOfBatch,
  isStillAsked,
  isWaiting,
  toldEndorsement,
} from "#domain/approval/reminding.ts";
import { freeTranslation } from "#domain/coverage.ts";
import { previewShown, resultDigest } from "#domain/delivery/delivery.ts";
import { cardDigest } from "#domain/estimate/card-digest.ts";
import { unkeptTerms } from "#domain/glossary/quote-terms.ts";
import {
  isToldTogether,
  newCountOf,
  resultsDigest,
  resultsSayableFrom,
  totalDigest,
  totalSayableFrom,
} from "#domain/intake/batch.ts";
import { type Setup, type Wait, after, atOnce } from "#domain/settings/setup.ts";
import { unsendableTasks } from "#domain/translation/sending.ts";

import type { NoticeAbout } from "./notices.ts";
import { isPriced } from "./offer.ts";
import { type Quote, findTask, hasTranslation, successorsOf } from "./quote.ts";
import { type Task, isShort } from "./task.ts";

/** A due notice: as a message, as one with the text of a preview, or as a file. */
export type NoticeStep = {
  readonly kind: "say" | "say-with-text" | "post-file";
  readonly notice: string;
  readonly at: number;
  readonly from?: number;
};

export type NoticeKind = NoticeAbout["kind"];
export type AboutOf<K extends NoticeKind> = Extract<NoticeAbout, { kind: K }>;

/** Everything that a kind of notice decides, apart from its wording. */
type NoticeRow<K extends NoticeKind> = {
  /**
   * `one-person`: stays when the conversation is closed to Galley, which then writes to the requester.
   * `each-admin`: never posted itself, because a notice for each of them replaces it.
   */
  readonly to: "conversation" | "one-person" | "each-admin";
  readonly wait: (quote: Quote, about: AboutOf<K>, setup: Setup) => Wait;
  /** True when a decision has made the notice needless before it was posted. */
  readonly isObsolete: (quote: Quote, about: AboutOf<K>) => boolean;
  /** True when reopening the quote makes it untrue, so that it is no longer posted. */
  readonly endsWithReopening: boolean;
  /** How a notice is found that may have been posted: by its metadata, or as a file that is shared. */
  readonly foundBy: "metadata" | "file";
  /** Returns its current content as a digest or word: the post is updated when this has changed. */
  readonly digest: (quote: Quote, about: AboutOf<K>) => string | undefined;
  /** The state of a posted one whose person can no longer be reached when it is to be updated. */
  readonly whenUnreachable: "said" | "undeliverable";
  /** True when it names the people on the card, as the card does. */
  readonly namesPeople: boolean;
};

const never = () => false;
const neverUpdated = () => undefined;

/** Posted at once, and never updated. Each row says itself where it goes and when it ends. */
const plain = {
  wait: () => atOnce,
  isObsolete: never,
  foundBy: "metadata",
  digest: neverUpdated,
  whenUnreachable: "said",
  namesPeople: false,
} as const;

const table: { readonly [K in NoticeKind]: NoticeRow<K> } = {
  refused: { ...plain, to: "conversation", endsWithReopening: true },
  declined: { ...plain, to: "conversation", endsWithReopening: true },
  expired: { ...plain, to: "conversation", endsWithReopening: true },
  reopened: {
    ...plain,
    to: "conversation",
    endsWithReopening: false,
    isObsolete: (quote) => !isWaiting(quote),
    wait: (quote, { at }) => (isPriced(quote) ? atOnce : after(at, pricePatienceMs)),
  },
  endorsed: {
    ...plain,
    to: "conversation",
    endsWithReopening: false,
    isObsolete: (quote, about) => toldEndorsement(quote, about) === undefined,
    namesPeople: true,
  },
  reminder: {
    ...plain,
    to: "conversation",
    endsWithReopening: true,
    isObsolete,
    namesPeople: true,
  },
  direct: {
    to: "one-person",
    wait: directWait,
    isObsolete,
    endsWithReopening: true,
    foundBy: "metadata",
    digest: directMessageDigest,
    whenUnreachable: "said",
    namesPeople: true,
  },
  "batch-total": {
    ...plain,
    to: "conversation",
    endsWithReopening: false,
    wait: totalSayableFrom,
    digest: totalDigest,
    namesPeople: true,
  },
  "batch-results": {
    ...plain,
    to: "conversation",
    endsWithReopening: false,
    wait: resultsSayableFrom,
    digest: resultsDigest,
  },
  outcome: {
    ...plain,
    to: "conversation",
    endsWithReopening: false,
    wait: outcomeWait,
    isObsolete: (quote, { key }) => isToldTogether(quote, key),
    // A late result has a reply of its own: this one keeps telling of the failure.
    digest: (quote, { key }) => (hasLateResult(quote, key) ? undefined : resultDigest(quote, key)),
  },
  free: {
    ...plain,
    to: "conversation",
    endsWithReopening: true,
    isObsolete: (quote) => !isWaiting(quote) || freeTranslation(quote) === undefined,
  },
  delayed: {
    ...plain,
    to: "conversation",
    endsWithReopening: false,
    isObsolete: (quote, { key }) => findTask(quote, key)?.state.status !== "running",
  },
  "late-result": {
    ...plain,
    to: "conversation",
    endsWithReopening: false,
    wait: (quote, about) => previewWait(quote, about) ?? atOnce,
    digest: (quote, { key }) => resultDigest(quote, key),
  },
  "result-file": { ...plain, to: "conversation", endsWithReopening: false, foundBy: "file" },
  "tell-admins": { ...plain, to: "each-admin", endsWithReopening: false },
  "admin-card": {
    to: "one-person",
    wait: () => atOnce,
    isObsolete: never,
    endsWithReopening: false,
    foundBy: "metadata",
    digest: adminCardDigest,
    whenUnreachable: "undeliverable",
    namesPeople: false,
  },
};

export function noticeRow({ kind }: NoticeAbout): NoticeRow<NoticeKind> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row is asked about its own kind alone
  return table[kind] as NoticeRow<NoticeKind>;
}

function hasLateResult({ notices }: Quote, key: string): boolean {
  return notices.some(({ about }) => about.kind === "late-result" && about.key === key);
}

/** Waits until the price is known, because an update notifies nobody. */
function directWait(quote: Quote, about: AboutOf<"direct">): Wait {
  if (isOfBatch(quote, about)) return totalSayableFrom(quote);
  const isShown = quote.card.status === "posted" && isPriced(quote);
  return isShown ? atOnce : after(about.at, pricePatienceMs);
}

export function dueNotices(quote: Quote, setup: Setup): readonly NoticeStep[] {
  return quote.notices.flatMap(({ id, about, state }): readonly NoticeStep[] => {
    const { isObsolete, wait, digest, foundBy } = noticeRow(about);
    const say = foundBy === "file" ? "post-file" : "say";
    switch (state.status) {
      case "due":
        if (isObsolete(quote, about)) return [];
        return [
          ...withText(quote, id, about),
          { kind: say, notice: id, ...wait(quote, about, setup) },
        ];
      case "saying":
        return [{ kind: say, notice: id, ...after(state.since, slackLagMs(setup)) }];
      case "said":
        return digest(quote, about) === state.face ? [] : [{ kind: "say", notice: id, at: 0 }];
      case "undeliverable":
        return [];
    }
  });
}

/** Returns the post with the text of a preview. It needs the partner; the plain post does not. */
function withText(quote: Quote, id: string, about: NoticeAbout) {
  const preview = previewShown(quote, about);
  return preview === undefined ? [] : [{ kind: "say-with-text", notice: id, at: 0 } as const];
}

/**
 * Identifies the content of a direct message: everything that decides while its quote waits, and then
 * how it ended. A reminder of several quotes is a list that is never updated: undefined.
 */
function directMessageDigest(quote: Quote, about: AboutOf<"direct">): string | undefined {
  if (about.beside.length > 0) return undefined;
  if (isOfBatch(quote, about)) return totalDigest(quote);
  if (isStillAsked(quote, about)) return cardDigest(quote);
  return `${quote.decision.status} ${hasTranslation(quote)} ${isWaiting(quote)}`;
}

function adminCardDigest(quote: Quote, { topic, key }: AboutOf<"admin-card">): string {
  if (unsendableTasks(quote).some((task) => task.key === key)) return "stranded";
  const face = taskStatusDigest(quote, key);
  return topic === "charged-twice"
    ? [face, ...successorsOf(quote, key).map(taskStateDigest)].join(" ")
    : face;
}

function taskStatusDigest(quote: Quote, key: string): string {
  const state = findTask(quote, key)?.state;
  if (state?.status !== "unknown") return state?.status ?? "";
  return state.usageAfter === undefined ? "unknown" : "unknown, reckoned";
}

function taskStateDigest({ state }: Task): string {
  return [state.status, ...("taskId" in state ? [state.taskId] : [])].join(" ");
}

/** Waits for the balance, to name the shortage, but not for a partner that hides it. */
function outcomeWait(quote: Quote, about: AboutOf<"outcome">, setup: Setup): Wait {
  const task = findTask(quote, about.key);
  if (task?.state.status === "completed") {
    const { endedAt } = task.state;
    // Whether its batch tells of it is known once it was reported.
    if (newCountOf(quote, setup) !== undefined) return after(endedAt, slackLagMs(setup));
    // Its table shows the frequency of the terms in the text, if that is available soon. A comparison
    // is added to the reply when it is there.
    if (unkeptTerms(task) !== undefined) return after(endedAt, slackLagMs(setup));
  }
  const preview = previewWait(quote, about);
  if (preview !== undefined) return preview;
  const waits = task !== undefined && isShort(task) && quote.balance === undefined;
  return waits && task.state.status === "rejected"
    ? after(task.state.at, slackLagMs(setup))
    : atOnce;
}

function previewWait(quote: Quote, about: NoticeAbout): Wait | undefined {
  const preview = previewShown(quote, about)?.state;
  return preview?.status === "completed" ? after(preview.endedAt, textPatienceMs) : undefined;
}

/** Returns how far Slack's reads may lag behind: a lost post is searched for after that. */
export function slackLagMs(setup: Setup): number {
  return setup.resendQuietMs / 2;
}

/** How long a notice to the people who decide waits for the price. */
const pricePatienceMs = 20_000;
/** How long the notice of a preview waits for its text. */
const textPatienceMs = 20_000;
