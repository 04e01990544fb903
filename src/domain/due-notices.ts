import {
  directMessageDigest,
  isObsolete,
  isOfBatch,
  isWaiting,
  toldEndorsement,
} from "#domain/approval/reminding.ts";
import { previewShown, resultDigest } from "#domain/delivery/delivery.ts";
import { unkeptTerms } from "#domain/glossary/quote-terms.ts";
import { batchDigest, totalSayableFrom } from "#domain/intake/batch.ts";
import { type Setup, type Wait, after, atOnce } from "#domain/settings/setup.ts";

import { unsendableTasks } from "./direct-message-fallback.ts";
import type { NoticeAbout } from "./notices.ts";
import { isPriced } from "./offer.ts";
import { type Quote, findTask, successorsOf } from "./quote.ts";
import { type Task, isShort } from "./task.ts";

/** A due notice: as a message, as one with the text of a preview, or as a file. */
export type NoticeStep = {
  readonly kind: "say" | "say-with-text" | "post-file";
  readonly notice: string;
  readonly at: number;
  readonly from?: number;
};

type NoticeKind = NoticeAbout["kind"];
type About<K extends NoticeKind> = Extract<NoticeAbout, { kind: K }>;

/** The timing of a notice. Most are posted at once and never updated. */
type Timing<K extends NoticeKind> = {
  /** True when a decision has made the notice needless before it was posted. */
  readonly isObsolete?: (quote: Quote, about: About<K>) => boolean;
  readonly wait?: (quote: Quote, about: About<K>, setup: Setup) => Wait;
  /** Returns its current content as a digest or word: the post is updated when this has changed. */
  readonly face?: (quote: Quote, about: About<K>) => string | undefined;
};

const timings: { readonly [K in NoticeKind]?: Timing<K> } = {
  reopened: {
    isObsolete: (quote) => !isWaiting(quote),
    wait: (quote, { at }) => (isPriced(quote) ? atOnce : after(at, pricePatienceMs)),
  },
  endorsed: { isObsolete: (quote, about) => toldEndorsement(quote, about) === undefined },
  reminder: { isObsolete },
  direct: { isObsolete, wait: directWait, face: directMessageDigest },
  "batch-total": { wait: totalSayableFrom, face: batchDigest },
  outcome: {
    wait: outcomeWait,
    // A late result has a reply of its own: this one keeps telling of the failure.
    face: (quote, { key }) => (hasLateResult(quote, key) ? undefined : resultDigest(quote, key)),
  },
  "late-result": {
    wait: (quote, about) => previewWait(quote, about) ?? atOnce,
    face: (quote, { key }) => resultDigest(quote, key),
  },
  "admin-card": { face: adminCardDigest },
};

function timingOf({ kind }: NoticeAbout): Timing<NoticeKind> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row is asked about its own kind alone
  return (timings[kind] ?? {}) as Timing<NoticeKind>;
}

function hasLateResult({ notices }: Quote, key: string): boolean {
  return notices.some(({ about }) => about.kind === "late-result" && about.key === key);
}

/** Waits until the price is known, because an update notifies nobody. */
function directWait(quote: Quote, about: About<"direct">): Wait {
  if (isOfBatch(quote, about)) return totalSayableFrom(quote);
  const isShown = quote.card.status === "posted" && isPriced(quote);
  return isShown ? atOnce : after(about.at, pricePatienceMs);
}

export function dueNotices(quote: Quote, setup: Setup): readonly NoticeStep[] {
  return quote.notices.flatMap(({ id, about, state }): readonly NoticeStep[] => {
    const { isObsolete, wait, face } = timingOf(about);
    const say = about.kind === "result-file" ? "post-file" : "say";
    switch (state.status) {
      case "due":
        if (isObsolete?.(quote, about) === true) return [];
        return [
          ...withText(quote, id, about),
          { kind: say, notice: id, ...(wait?.(quote, about, setup) ?? atOnce) },
        ];
      case "saying":
        return [{ kind: say, notice: id, ...after(state.since, slackLagMs(setup)) }];
      case "said": {
        const isOld = face !== undefined && face(quote, about) !== state.face;
        return isOld ? [{ kind: "say", notice: id, at: 0 }] : [];
      }
      case "parked":
        return [];
    }
  });
}

/** Returns the post with the text of a preview. It needs the partner; the plain post does not. */
function withText(quote: Quote, id: string, about: NoticeAbout) {
  const preview = previewShown(quote, about);
  return preview === undefined ? [] : [{ kind: "say-with-text", notice: id, at: 0 } as const];
}

/** Returns the current face of a notice; undefined for one that is never updated. */
export function noticeDigest(quote: Quote, about: NoticeAbout): string | undefined {
  return timingOf(about).face?.(quote, about);
}

/** Returns the run's state, and whether the account was read beside it. */
function adminCardDigest(quote: Quote, { topic, key }: About<"admin-card">): string {
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
function outcomeWait(quote: Quote, about: About<"outcome">, setup: Setup): Wait {
  const task = findTask(quote, about.key);
  if (task?.state.status === "completed") {
    const { endedAt } = task.state;
    // Its table shows the frequency of the terms in the text, if that is available soon.
    const isOnItsWay = task.delivery?.comparison === "due";
    if (isOnItsWay || unkeptTerms(task) !== undefined) return after(endedAt, slackLagMs(setup));
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
