import { isFreeOrSoon } from "#domain/coverage.ts";
import { digestOf } from "#domain/fields.ts";
import { pricedParts } from "#domain/intake/batch.ts";
import { dueEnd } from "#domain/intake/request-details.ts";
import { type NoticeAbout, addNotice, sinceReopened } from "#domain/notices.ts";
import { asksForDecision, isInTargetLanguage, mainProduct } from "#domain/offer.ts";
import {
  type Decided,
  type Endorsement,
  type Quote,
  hasTranslation,
  isOnOffer,
} from "#domain/quote.ts";
import type { Policy, QuietHours } from "#domain/settings/settings.ts";
import type { Setup } from "#domain/settings/setup.ts";

import { endorsementOf, policySeen } from "./approving.ts";

/** Approvers are reminded after these hours, and before the day that somebody named at the latest. */
export function reminderAt(remindAfterHours: number | undefined, quote: Quote): number | undefined {
  if (remindAfterHours === undefined) return undefined;
  const last = remindersIn(quote).at(-1)?.at ?? quote.request.at;
  const usual = last + remindAfterHours * hourMs;
  const urgent = urgentAt(quote);
  if (urgent === undefined || last >= urgent) return usual;
  return nextReminder(quote)?.isUrgent === true ? urgent : Math.min(usual, urgent);
}

/**
 * Returns the time from which the named day is close: noon of the day before, or a quarter of the time of
 * a request that came late, an hour at least.
 */
function urgentAt({ request }: Quote): number | undefined {
  const end = dueEnd(request.details) ?? 0;
  const wait = Math.max((end - request.at) / 4, hourMs);
  const urgent = Math.max(end - urgentMs, request.at + wait);
  return urgent < end ? urgent : undefined;
}

/**
 * Returns when to remind people for whom it suits from `suits` on. After the named day it is of no use:
 * then they are reminded at whatever hour once the day is close.
 */
export function remindFrom(quote: Quote, at: number, suits: number): number {
  const end = dueEnd(quote.request.details);
  const urgent = urgentAt(quote);
  if (end === undefined || urgent === undefined || at >= end || suits < end) return suits;
  return Math.max(at, urgent);
}

/**
 * Returns the first moment from `at` on that suits the people who are reminded: outside the quiet hours
 * if some are set, or else while one of the approvers is at work by their own clock. It looks at every
 * quarter of an hour, in which all clocks change, so days of 23 or 25 hours need no rule of their own.
 */
export function suitableFrom(
  at: number,
  quietHours: QuietHours | undefined,
  utcOffsetsMs: readonly number[],
): number {
  const isAnyAtWork = (moment: number) =>
    utcOffsetsMs.length === 0 || utcOffsetsMs.some((offset) => isAtWork(moment + offset));
  const suits = quietHours === undefined ? isAnyAtWork : outside(quietHours);
  let moment = at;
  while (!suits(moment)) moment += quarterMs - (moment % quarterMs);
  return moment;
}

/** 22 to 7 crosses midnight; 7 to 7 is never quiet. */
function outside({ from, to, zone }: QuietHours) {
  const format = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    hourCycle: "h23",
    hour: "2-digit",
  });
  return (moment: number): boolean => {
    const hour = Number(format.format(moment));
    return from <= to ? hour < from || hour >= to : hour < from && hour >= to;
  };
}

/** Monday to Friday from 9 to 18, in a person's local time as if it were UTC. */
function isAtWork(local: number): boolean {
  const [day, hour] = [new Date(local).getUTCDay(), new Date(local).getUTCHours()];
  return day >= 1 && day <= 5 && hour >= 9 && hour < 18;
}

/** Approvers are reminded first, then admins; before a named day approvers once more. */
export function nextReminder(quote: Quote): Pick<Reminder, "to" | "isUrgent"> | undefined {
  const before = remindersIn(quote);
  const audiences = new Set(before.map(({ to }) => to));
  const to = (["approvers", "admins"] as const).find((one) => !audiences.has(one));
  if (to !== undefined) return { to };
  const urgent = urgentAt(quote);
  const isTold = before.some(({ at, isUrgent }) => isUrgent === true || at >= (urgent ?? 0));
  return urgent === undefined || isTold ? undefined : { to: "approvers", isUrgent: true };
}

function isNext(quote: Quote, reminder: Pick<Reminder, "to" | "isUrgent"> | undefined): boolean {
  const next = nextReminder(quote);
  return next?.to === reminder?.to && next?.isUrgent === reminder?.isUrgent;
}

/** Derives policy and reminder of a quote from the current settings; undefined when they set neither. */
export function approvalSeen(
  settings: { readonly policy: Policy },
  quote: Quote,
): Quote["approval"] {
  const policy = policySeen(settings);
  const remindAt = reminderAt(settings.policy.remindAfterHours, quote);
  return policy === undefined && remindAt === undefined ? undefined : { policy, remindAt };
}

/** Returns true while a decision is awaited and a reminder is still to come. */
export function awaitsReminder(quote: Quote): boolean {
  const { remindAt } = quote.approval ?? {};
  const isAwaited = isWaiting(quote) && asksForDecision(quote);
  return remindAt !== undefined && nextReminder(quote) !== undefined && isAwaited;
}

function remindersIn(quote: Quote): readonly Reminder[] {
  return sinceReopened(quote).flatMap(({ about }) => (about.kind === "reminder" ? [about] : []));
}

type Reminder = Extract<NoticeAbout, { kind: "reminder" }>;
type Direct = Extract<NoticeAbout, { kind: "direct" }>;

export function isOfBatch({ request }: Quote, { why }: Direct): boolean {
  return why === "asked" && request.batch?.total !== undefined;
}

/** A reopened quote has a message of its own. */
export function isStillAsked(quote: Quote, { at }: Direct): boolean {
  return isWaiting(quote) && at >= quote.request.at;
}

/** Returns true when the decision came before the message was posted: then nobody is notified any more. */
export function isObsolete(quote: Quote, about: Reminder | Direct): boolean {
  if (about.kind === "direct" && isOfBatch(quote, about)) return pricedParts(quote).length === 0;
  if (about.kind === "direct" && about.why === "asked" && isFreeOrSoon(quote)) return true;
  return about.beside.length === 0 && !isWaiting(quote);
}

/** Returns who gets a reminder directly: the admins, and approvers who do not see the conversation. */
export function directReminder(quote: Quote, about: NoticeAbout) {
  if (about.kind !== "reminder") return undefined;
  const { to, at, beside } = about;
  const { channel, isClosed } = quote.place;
  const isSeen = isClosed !== true && !channel.startsWith("D");
  return to === "approvers" && isSeen ? undefined : { to, why: "waiting" as const, at, beside };
}

/** Returns who of the approvers cannot help a quote on: the first of two, and a requester who may not approve. */
export function barredFrom(quote: Quote, setup: Setup): readonly string[] {
  const { approval, request } = quote;
  const first = endorsementOf(quote, mainProduct(quote), setup);
  return [
    ...(first === undefined ? [] : [first.by]),
    ...(approval?.policy?.selfApproval === "refused" ? [request.by] : []),
  ];
}

type RemindOutcome =
  | { readonly status: "reminded" | "stale" }
  | { readonly status: "reminded-before"; readonly at: number };

/** Reminds the approvers on a person's request; it counts as the first reminder. */
export function remindNow(
  quote: Quote,
  { by, at }: { readonly by: string; readonly at: number },
): Decided<RemindOutcome> {
  if (!isWaiting(quote)) return { quote, outcome: { status: "stale" } };
  const last = remindersIn(quote).findLast((one) => one.by !== undefined)?.at;
  if (last !== undefined && at < last + dayMs) {
    return { quote, outcome: { status: "reminded-before", at: last } };
  }
  const next = addNotice(quote, { kind: "reminder", to: "approvers", at, beside: [], by });
  return { quote: next, outcome: { status: "reminded" } };
}

export function toldEndorsement(
  { approval }: Quote,
  about: Extract<NoticeAbout, { kind: "endorsed" }>,
): Endorsement | undefined {
  return approval?.endorsements?.find(({ offer, by }) => offer === about.offer && by === about.by);
}

/** Returns true while the quote waits for an approver, and for nothing else. */
export function isWaiting(quote: Quote): boolean {
  return isOnOffer(quote) && !isInTargetLanguage(quote) && !hasTranslation(quote);
}

/** True when the reminder of another quote has named this one. */
export function isNamed(quote: Quote, neighbours: readonly Quote[]): boolean {
  return neighbours
    .flatMap(remindersIn)
    .some(
      (reminder) =>
        isNext(quote, reminder) &&
        reminder.at >= quote.request.at &&
        reminder.beside.includes(quote.id),
    );
}

/** True when their books name the same people: one message asks them all. */
function asksTheSame(one: Quote, other: Quote): boolean {
  return digestOf(one.approvers ?? null) === digestOf(other.approvers ?? null);
}

/** Returns the quotes of a conversation whose reminders are due together, oldest first. */
export function dueWith(quote: Quote, neighbours: readonly Quote[], now: number): readonly Quote[] {
  const next = nextReminder(quote);
  const others = neighbours.filter(
    (other) =>
      other.id !== quote.id &&
      isNext(other, next) &&
      (next?.to === "admins" || asksTheSame(quote, other)) &&
      awaitsReminder(other) &&
      (other.approval?.remindAt ?? Infinity) <= now + togetherMs,
  );
  return [quote, ...others].toSorted(
    (one, other) => one.request.at - other.request.at || (one.id < other.id ? -1 : 1),
  );
}

const hourMs = 3_600_000;
const quarterMs = hourMs / 4;
const dayMs = 24 * hourMs;
const urgentMs = 1.5 * dayMs;
/** Reminders that are due within this time are posted as one. */
const togetherMs = quarterMs;
