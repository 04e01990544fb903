import { type NoticeAbout, type NoticeState, sinceReopened } from "../../../core/notices.ts";
import { needsLanguage } from "../../../core/offer.ts";
import { type Endorsement, type Quote, hasTranslation, isOnOffer } from "../../../core/quote.ts";
import { afterQuiet } from "../../settings/rules/quiet-hours.ts";
import type { Policy } from "../../settings/rules/settings.ts";
import { policySeen } from "./policy.ts";

/** Which quotes of one conversation are told of together, and which of them tells. */
export type Round =
  | { readonly status: "tell"; readonly beside: readonly string[] }
  /** Another quote told of this one. */
  | { readonly status: "told" }
  /** Another quote is going to: looked at again after that, in ms since 1970. */
  | { readonly status: "wait"; readonly until: number };

/**
 * When those who may decide are reminded of a quote, in ms; never while it is quiet, nor when they are not
 * to be reminded at all.
 *
 * @param from not before this.
 */
export function reminderAt(
  { remindAfterHours, quietHours }: Pick<Policy, "remindAfterHours" | "quietHours">,
  askedAt: number,
  from = 0,
): number | undefined {
  return remindAfterHours === undefined
    ? undefined
    : afterQuiet(Math.max(askedAt + remindAfterHours * hourMs, from), quietHours);
}

/** What the settings of now make of a quote's approval; undefined: nothing. */
export function approvalSeen(
  settings: { readonly policy: Policy },
  askedAt: number,
): Quote["approval"] {
  const policy = policySeen(settings);
  const remindAt = reminderAt(settings.policy, askedAt);
  return policy === undefined && remindAt === undefined ? undefined : { policy, remindAt };
}

/** Somebody could decide on it now, and nobody was reminded yet. */
export function awaitsReminder(quote: Quote): boolean {
  const { remindAt } = quote.approval ?? {};
  const wasTold = sinceReopened(quote).some(({ about }) => about.kind === "reminder");
  return remindAt !== undefined && !wasTold && isWaiting(quote);
}

/** The first approval that a notice tells of, while it stands. */
export function toldEndorsement(
  { approval }: Pick<Quote, "approval">,
  about: Extract<NoticeAbout, { kind: "endorsed" }>,
): Endorsement | undefined {
  return approval?.endorsements?.find(({ offer, by }) => offer === about.offer && by === about.by);
}

/** It waits for those who may spend, and for nothing else. */
export function isWaiting(quote: Quote): boolean {
  return isOnOffer(quote) && !needsLanguage(quote) && !hasTranslation(quote);
}

/** The oldest that is due tells of all that are due with it, so that nobody is called for each one. */
export function roundOf(quote: Quote, neighbours: readonly Quote[], now: number): Round {
  const isNamed = neighbours.some(({ notices }) =>
    notices.some(
      ({ about, state }) =>
        about.kind === "reminder" && about.beside.includes(quote.id) && !isBefore(state, quote),
    ),
  );
  if (isNamed) return { status: "told" };
  const due = neighbours.filter(
    (other) => awaitsReminder(other) && (other.approval?.remindAt ?? Infinity) <= now + togetherMs,
  );
  const others = due.filter(({ id }) => id !== quote.id).toSorted(byAge);
  const [oldest] = others;
  return oldest !== undefined && byAge(oldest, quote) < 0
    ? { status: "wait", until: Math.max(now, oldest.approval?.remindAt ?? now) + patienceMs }
    : { status: "tell", beside: others.slice(0, besideLimit).map(({ id }) => id) };
}

/** Said before the quote was asked for again. Slack's message ids are times in seconds. */
function isBefore(state: NoticeState, { request }: Quote): boolean {
  return state.status === "said" && Number(state.ts ?? 0) * 1000 < request.at;
}

function byAge(one: Quote, other: Quote): number {
  return one.request.at - other.request.at || (one.id < other.id ? -1 : 1);
}

const hourMs = 3_600_000;
/** What is due within this time is told of together. */
const togetherMs = 15 * 60_000;
const patienceMs = 30_000;
const besideLimit = 19;
