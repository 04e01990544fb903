import { type GlossaryChoice, glossaryChoices } from "#domain/glossary/glossary.ts";
import { type FirstProduct, noteChars } from "#domain/intake/request-details.ts";
import type { Lateness } from "#domain/lateness.ts";
import { overBudget } from "#domain/offer.ts";
import type { BookBudget, Quote } from "#domain/quote.ts";
import { limits, plainText } from "#slack/blocks.ts";
import type { Locale } from "#slack/i18n/locale.ts";
import { outside } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";
import { capital } from "#slack/words.ts";

/** Describes the requester's wishes in one line; empty when there are none. */
export function requestLine(
  quote: Pick<Quote, "request">,
  lateness: Lateness | undefined,
  locale: Locale,
): readonly string[] {
  const { details } = quote.request;
  const { t } = locale;
  const { first, note } = details ?? {};
  const parts = [
    ...(note === undefined ? [] : [noteWords(note, locale)]),
    ...dueWords(quote, lateness, locale),
    ...(first === undefined ? [] : [t`asked for: ${firstWords(first, locale)}`]),
  ];
  return parts.length === 0 ? [] : [`${lateness === undefined ? "📝" : "⚠️"} ${parts.join(" · ")}`];
}

/** Returns the people whom a message asks to approve, but for some: all approvers where nobody is left. */
export function askedBut(
  some: readonly string[],
  { approvers, asked = [] }: ViewContext,
): readonly string[] {
  const others = (ids: readonly string[]) => ids.filter((id) => !some.includes(id));
  const few = others(asked);
  return few.length === 0 ? others(approvers) : few;
}

/** The day that somebody named; empty when nobody did. */
export function dueWords(
  { request: { details } }: Pick<Quote, "request">,
  lateness: Lateness | undefined,
  locale: Locale,
): readonly string[] {
  const { t } = locale;
  if (details?.dueOn === undefined) return [];
  const day = dayWords(details.dueOn, locale);
  switch (lateness) {
    case undefined:
      return [t`needed by ${day}`];
    case "will-be-late":
      return [t`probably late: needed by ${day}`];
    case "late":
      return [t`late: was needed by ${day}`];
  }
}

/** Warns that the day will be missed, or was; empty while it is in reach. */
export function lateWords(
  quote: Pick<Quote, "request">,
  lateness: Lateness | undefined,
  locale: Locale,
): readonly string[] {
  if (lateness === undefined) return [];
  return dueWords(quote, lateness, locale).map((words) => `⚠️ ${capital(words)}`);
}

export function firstWords(first: FirstProduct, { t }: Locale): string {
  return {
    translation: t`the whole translation`,
    preview: t`a preview first`,
    glossary: t`a glossary first`,
    estimate: t`only the price for now`,
  }[first];
}

/** `27 November 2026`: a day is the same in every time zone. */
export function dayWords(day: string, locale: Locale): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? outside(day, limits.wordShown) : locale.day(at);
}

export function noteWords(note: string, { t }: Locale): string {
  return t`“${outside(note, noteChars)}”`;
}

export function twoApprovers(above: number, { t, counted }: Locale): string {
  return t`Over ${counted(above, "credit")}: needs two approvers.`;
}

export function overCap(cap: number, { t, counted }: Locale): string {
  return t`Over the limit of ${counted(cap, "credit")}, so it can’t be approved.`;
}

export function overBudgetWords(quote: Quote, price: number, { t, counted }: Locale): string {
  return t`This is ${counted(overBudget(quote, price), "credit")} over the book’s budget.`;
}

/** What an approver wants to know beside the price; nothing for a book without a budget. */
export function budgetLeft({ balance }: Quote, locale: Locale): readonly string[] {
  return balance?.book === undefined ? [] : [creditsLeft(balance.book, locale)];
}

export function creditsLeft({ left, per }: BookBudget, { t, counted }: Locale): string {
  const credits = counted(Math.max(0, left), "credit");
  return per === "month"
    ? t`${credits} left for this book this month`
    : t`${credits} left for this book`;
}

/** How a run can use the glossary. */
export function choiceLabels({ t }: Locale): { readonly [Choice in GlossaryChoice]: string } {
  return {
    merge: t`Your terms, and what the partner finds`,
    replace: t`Your terms alone`,
    skip: t`The partner’s terms; yours ignored`,
    without: t`Without the glossary`,
  };
}

/** The options of a menu in which the use of the glossary is chosen. */
export function glossaryUse(chosen: GlossaryChoice, locale: Locale) {
  const labels = choiceLabels(locale);
  const options = glossaryChoices.map((value) => ({
    text: plainText(labels[value], limits.optionText),
    value,
  }));
  const initial = options.find(({ value }) => value === chosen);
  return { ...(initial && { initial_option: initial }), options };
}

/** Says how long an offered translation will take, if that is known. */
export function expectedWords(
  minutes: number | undefined,
  { t, brief }: Locale,
): readonly string[] {
  if (minutes === undefined) return [];
  const duration = minutes < 60 ? brief(minutes, "minute") : brief(minutes / 60, "hour");
  return [t`about ${duration}`];
}
