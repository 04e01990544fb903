import { isMoot } from "../features/approval/rules/reminding.ts";
import { previewShown } from "../features/delivery/rules/excerpt.ts";
import { unkeptTerms } from "../features/glossary/rules/term-home.ts";
import { totalFace, totalSayableFrom } from "../features/intake/rules/batch.ts";
import { coverageFor } from "./coverage.ts";
import { resultFace } from "./delivery.ts";
import type { Notice, NoticeAbout } from "./notices.ts";
import { type Quote, estimateOf, findTask } from "./quote.ts";
import { strandedTasks } from "./reaching.ts";
import type { Rules } from "./rules.ts";
import type { Step } from "./steps.ts";
import { successorsOf } from "./successors.ts";
import { type Task, hasEnded, isShort } from "./task.ts";
import { type Wait, after } from "./waits.ts";

/** What is to be said, and at what times. */
export function dueNotices(quote: Quote, rules: Rules): readonly Step[] {
  return quote.notices.flatMap(({ id, about, state }): readonly Step[] => {
    const say = about.kind === "result-file" ? "post-file" : "say";
    switch (state.status) {
      case "due":
        if (isMoot(quote, about)) return [];
        return [
          ...withText(quote, { id, about }),
          { do: say, notice: id, ...sayableFrom(quote, about, rules) },
        ];
      case "saying":
        return [{ do: say, notice: id, ...after(state.since, settleMs(rules)) }];
      case "said": {
        const isOld = state.face !== noticeFace(quote, about);
        return isChanging(about) && isOld ? [{ do: "say", notice: id, at: 0 }] : [];
      }
      case "parked":
        return [];
    }
  });
}

/** A preview is said with its text as soon as that can be had, and after `textPatienceMs` without it. */
function withText(quote: Quote, { id, about }: Pick<Notice, "id" | "about">): readonly Step[] {
  const preview = previewShown(quote, about);
  const isUp = preview !== undefined && preview.delivery?.way !== "due";
  return isUp ? [{ do: "say-with-text", notice: id, at: 0 }] : [];
}

/** What is updated once it was said. */
function isChanging({ kind }: NoticeAbout): boolean {
  return kind === "admin-card" || kind === "sum" || kind === "outcome" || kind === "late-result";
}

/** What such a notice shows now; undefined for one that stays as it was said. */
export function noticeFace(quote: Quote, about: NoticeAbout): string | undefined {
  if (about.kind === "admin-card") {
    const isStranded = strandedTasks(quote).some(({ key }) => key === about.key);
    if (isStranded) return "stranded";
    return about.topic === "charged-twice"
      ? [adminFace(quote, about.key), ...successorsOf(quote, about).map(runFace)].join(" ")
      : adminFace(quote, about.key);
  }
  if (about.kind === "outcome" || about.kind === "late-result") return resultFace(quote, about.key);
  return about.kind === "sum" ? totalFace(quote) : undefined;
}

/** What an admin card shows: how the task stands, and what the account says beside it. */
function adminFace(quote: Quote, key: string): string {
  const state = findTask(quote, key)?.state;
  if (state?.status !== "unknown") return state?.status ?? "";
  return state.usageAfter === undefined ? "unknown" : "unknown, reckoned";
}

function runFace({ state }: Task): string {
  return [state.status, ...("taskId" in state ? [state.taskId] : [])].join(" ");
}

/** How much is missing can be said once the balance was read again; a partner that hides it is not waited for. */
function sayableFrom(quote: Quote, about: NoticeAbout, rules: Rules): Wait {
  if (about.kind === "sum") return totalSayableFrom(quote);
  if (about.kind === "reopened")
    return isPriced(quote) ? after(0, 0) : after(about.at, pricePatienceMs);
  const task = about.kind === "outcome" ? findTask(quote, about.key) : undefined;
  if (task?.state.status === "completed" && unkeptTerms(task) !== undefined) {
    // Its table shows how often the terms stand in the text, if that can be had soon.
    return after(task.state.endedAt, settleMs(rules));
  }
  const isOnItsWay = task?.delivery?.way === "due" || task?.delivery?.comparison === "due";
  if (isOnItsWay && task.state.status === "completed") {
    return after(task.state.endedAt, settleMs(rules));
  }
  const preview = previewShown(quote, about)?.state;
  if (preview?.status === "completed") return after(preview.endedAt, textPatienceMs);
  const waits = task !== undefined && isShort(task) && quote.balance === undefined;
  return waits && task.state.status === "rejected"
    ? after(task.state.at, settleMs(rules))
    : after(0, 0);
}

/** All that the price follows from was looked up. */
function isPriced(quote: Quote): boolean {
  const estimate = estimateOf(quote);
  const isEstimated = estimate === undefined || hasEnded(estimate);
  return isEstimated && quote.balance !== undefined && coverageFor(quote) !== undefined;
}

/** A post whose reply was lost is looked for before it is tried again, once Slack's reads are up to date. */
export function settleMs(rules: Rules): number {
  return rules.resendQuietMs / 2;
}

/** How long the reply to those who decide waits for the new price. */
const pricePatienceMs = 20_000;
/** How long a preview's reply waits for the text that it shows. */
const textPatienceMs = 20_000;
