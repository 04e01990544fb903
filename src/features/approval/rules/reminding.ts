import { freeTranslation } from "../../../core/coverage.ts";
import { type NoticeAbout, addNotice, sinceReopened } from "../../../core/notices.ts";
import { needsLanguage } from "../../../core/offer.ts";
import {
  type Decided,
  type Endorsement,
  type Quote,
  hasTranslation,
  isOnOffer,
} from "../../../core/quote.ts";
import { cardFace } from "../../estimate/rules/card-face.ts";
import { pricedParts, totalFace } from "../../intake/rules/batch.ts";
import type { Policy, QuietHours } from "../../settings/rules/settings.ts";
import { policySeen } from "./approving.ts";

/** The quotes of one conversation that share a reminder, and the one that posts it. */
export type ReminderGroup =
  | { readonly status: "tell"; readonly beside: readonly string[] }
  /** Another quote's reminder included this one. */
  | { readonly status: "told" }
  /** Another quote's reminder is going to include this one: looked at again after that, in ms since 1970. */
  | { readonly status: "wait"; readonly until: number };

type Asked = Pick<Quote, "notices"> & { readonly request: { readonly at: number } };

/** Returns when the next reminder is due, in ms; undefined when nobody is reminded. */
export function reminderAt(
  { remindAfterHours }: Pick<Policy, "remindAfterHours">,
  { request, notices }: Asked,
): number | undefined {
  const last = remindersIn({ notices }).at(-1)?.at ?? request.at;
  return remindAfterHours === undefined ? undefined : last + remindAfterHours * hourMs;
}

/**
 * Returns the first moment from `at` on that suits the people who are reminded: outside the quiet hours
 * if some are set, or else while one of the approvers is at work by their own clock.
 */
export function suitableFrom(
  at: number,
  { quietHours }: Pick<Policy, "quietHours">,
  utcOffsetsMs: readonly number[],
): number {
  if (quietHours !== undefined) return afterQuiet(at, quietHours);
  return utcOffsetsMs.length === 0
    ? at
    : Math.min(...utcOffsetsMs.map((offset) => atWorkFrom(at, offset)));
}

/** Returns who is reminded next: approvers first, then the admins, then nobody. */
export function nextReminded(quote: Pick<Quote, "notices">): Reminder["to"] | undefined {
  const told = new Set(remindersIn(quote).map(({ to }) => to));
  return (["approvers", "admins"] as const).find((to) => !told.has(to));
}

/** Derives policy and reminder of a quote from the current settings; undefined when they set neither. */
export function approvalSeen(
  settings: { readonly policy: Policy },
  quote: Asked,
): Quote["approval"] {
  const policy = policySeen(settings);
  const remindAt = reminderAt(settings.policy, quote);
  return policy === undefined && remindAt === undefined ? undefined : { policy, remindAt };
}

/** Returns true while a decision is awaited and a reminder is still to come; a free translation needs no decision. */
export function awaitsReminder(quote: Quote): boolean {
  const { remindAt } = quote.approval ?? {};
  const isAwaited = isWaiting(quote) && freeTranslation(quote) === undefined;
  return remindAt !== undefined && nextReminded(quote) !== undefined && isAwaited;
}

function remindersIn({ notices }: Pick<Quote, "notices">): readonly Reminder[] {
  return sinceReopened({ notices }).flatMap(({ about }) =>
    about.kind === "reminder" ? [about] : [],
  );
}

type Reminder = Extract<NoticeAbout, { kind: "reminder" }>;
type Direct = Extract<NoticeAbout, { kind: "direct" }>;

export function isOfBatch({ request }: Quote, { why }: Pick<Direct, "why">): boolean {
  return why === "asked" && request.batch?.total !== undefined;
}

/**
 * Identifies the content of a direct message: everything that decides while its quote waits, and then
 * how it ended. A reminder of several quotes is a list that is never updated: undefined.
 */
export function directFace(quote: Quote, about: Direct): string | undefined {
  if (about.beside.length > 0) return undefined;
  if (isOfBatch(quote, about)) return totalFace(quote);
  if (isStillAsked(quote, about)) return cardFace(quote);
  return `${quote.decision.status} ${hasTranslation(quote)} ${isWaiting(quote)}`;
}

/** A reopened quote has a message of its own. */
export function isStillAsked(quote: Quote, { at }: Pick<Direct, "at">): boolean {
  return isWaiting(quote) && at >= quote.request.at;
}

/** Returns true when the decision came before the message was posted: then nobody is notified any more. */
export function isMoot(quote: Quote, about: Reminder | Direct): boolean {
  if (about.kind === "direct" && isOfBatch(quote, about)) return pricedParts(quote).length === 0;
  return about.beside.length === 0 && !isWaiting(quote);
}

/** The people who get a direct message each. */
type DirectReminder = Pick<Direct, "why" | "at" | "beside"> & {
  readonly to: Reminder["to"];
};

/** Returns who gets a reminder directly: the admins, and approvers who do not see the conversation. */
export function directReminder(quote: Quote, about: NoticeAbout): DirectReminder | undefined {
  if (about.kind !== "reminder") return undefined;
  const { to, at, beside } = about;
  const { channel, isClosed } = quote.place;
  const isSeen = isClosed !== true && !channel.startsWith("D");
  return to === "approvers" && isSeen ? undefined : { to, why: "waiting", at, beside };
}

export type RemindOutcome =
  | { readonly status: "reminded" }
  | { readonly status: "reminded-before"; readonly at: number }
  | { readonly status: "not-waiting" };

/** Reminds the approvers on a person's request; it counts as the first reminder. */
export function remindNow(
  quote: Quote,
  { by, at }: { readonly by: string; readonly at: number },
): Decided<RemindOutcome> {
  if (!isWaiting(quote)) return { quote, outcome: { status: "not-waiting" } };
  const last = remindersIn(quote).findLast((one) => one.by !== undefined)?.at;
  if (last !== undefined && at < last + dayMs) {
    return { quote, outcome: { status: "reminded-before", at: last } };
  }
  const told = addNotice(quote, { kind: "reminder", to: "approvers", at, beside: [], by });
  return { quote: told, outcome: { status: "reminded" } };
}

/** Returns the first approval that a notice is about, while it is valid. */
export function toldEndorsement(
  { approval }: Pick<Quote, "approval">,
  about: Extract<NoticeAbout, { kind: "endorsed" }>,
): Endorsement | undefined {
  return approval?.endorsements?.find(({ offer, by }) => offer === about.offer && by === about.by);
}

/** Returns true while the quote waits for an approver, and for nothing else. */
export function isWaiting(quote: Quote): boolean {
  return isOnOffer(quote) && !needsLanguage(quote) && !hasTranslation(quote);
}

/** Groups the due reminders: the oldest quote reminds of all, so that nobody is mentioned for each one. */
export function groupOf(quote: Quote, neighbours: readonly Quote[], now: number): ReminderGroup {
  const to = nextReminded(quote);
  const isNamed = neighbours.some((other) =>
    remindersIn(other).some(
      (one) => one.to === to && one.at >= quote.request.at && one.beside.includes(quote.id),
    ),
  );
  if (isNamed) return { status: "told" };
  const due = neighbours.filter(
    (other) =>
      nextReminded(other) === to &&
      awaitsReminder(other) &&
      (other.approval?.remindAt ?? Infinity) <= now + togetherMs,
  );
  const others = due.filter(({ id }) => id !== quote.id).toSorted(byAge);
  const [oldest] = others;
  return oldest !== undefined && byAge(oldest, quote) < 0
    ? { status: "wait", until: Math.max(now, oldest.approval?.remindAt ?? now) + patienceMs }
    : { status: "tell", beside: others.slice(0, besideLimit).map(({ id }) => id) };
}

function byAge(one: Quote, other: Quote): number {
  return one.request.at - other.request.at || (one.id < other.id ? -1 : 1);
}

/**
 * Returns the first moment from `at` on (ms since 1970) outside the quiet hours. It steps from one
 * full hour of local time to the next, so days of 23 or 25 hours need no rule of their own.
 */
export function afterQuiet(at: number, quiet: QuietHours): number {
  const format = new Intl.DateTimeFormat("en", {
    timeZone: quiet.zone,
    hourCycle: "h23",
    hour: "2-digit",
    minute: "2-digit",
  });
  let moment = at;
  for (;;) {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    if (!isQuiet(Number(parts.get("hour")), quiet)) return moment;
    const minutesLeft = 60 - Number(parts.get("minute"));
    moment += minutesLeft * minuteMs - (moment % minuteMs);
  }
}

/** 22 to 7 crosses midnight; 7 to 7 is never quiet. */
function isQuiet(hour: number, { from, to }: QuietHours): boolean {
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to;
}

/** Returns the first moment from `at` on that is Monday to Friday, 9 to 18 by their clock. */
export function atWorkFrom(at: number, utcOffsetMs: number): number {
  const here = at + utcOffsetMs;
  const today = Math.floor(here / dayMs);
  const isOver = !isWorkday(today) || here >= today * dayMs + endsMs;
  const day = isOver ? nextWorkday(today) : today;
  return Math.max(here, day * dayMs + beginsMs) - utcOffsetMs;
}

function nextWorkday(day: number): number {
  return isWorkday(day + 1) ? day + 1 : nextWorkday(day + 1);
}

/** `day` counts from 1 January 1970, a Thursday. */
function isWorkday(day: number): boolean {
  const fromMonday = (day + 3) % 7;
  return fromMonday < 5;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Reminders that are due within this time are posted as one. */
const togetherMs = 15 * minuteMs;
const patienceMs = 30_000;
const besideLimit = 19;
const beginsMs = 9 * hourMs;
const endsMs = 18 * hourMs;
