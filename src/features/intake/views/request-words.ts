import type { Quote } from "../../../core/quote.ts";
import { limits } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { mention, outside } from "../../../slack/mrkdwn.ts";
import { type FirstProduct, noteChars } from "../rules/request-details.ts";

/** What those who decide should know beside the price, one paragraph each; empty when nothing was said. */
export function requestWords(
  { details, book, requester }: Quote,
  tongue: Tongue,
): readonly string[] {
  const { t } = tongue;
  const facts = [
    ...(book === undefined ? [] : [`*${t`Book`}* ${outside(book, limits.nameShown)}`]),
    ...(details?.dueOn === undefined
      ? []
      : [`*${t`Needed by`}* ${dayWords(details.dueOn, tongue)}`]),
    ...(details?.first === undefined
      ? []
      : [`*${t`Asked for`}* ${firstWords(details.first, tongue)}`]),
  ];
  return [
    ...(facts.length === 0 ? [] : [facts.join("\n")]),
    ...(details?.note === undefined
      ? []
      : [`${t`*Note* from ${mention(requester)}`}\n${outside(details.note, noteChars)}`]),
  ];
}

/** The same in one sentence, for notifications and screen readers. */
export function spokenRequest({ details }: Pick<Quote, "details">, tongue: Tongue): string {
  const { t } = tongue;
  const { first, dueOn } = details ?? {};
  return [
    ...(first === undefined ? [] : [t`Asked for: ${firstWords(first, tongue)}.`]),
    ...(dueOn === undefined ? [] : [t`Needed by ${dayWords(dueOn, tongue)}.`]),
  ].join(" ");
}

function firstWords(first: FirstProduct, { t }: Tongue): string {
  switch (first) {
    case "translation":
      return t`the whole translation`;
    case "preview":
      return t`a preview first`;
    case "glossary":
      return t`a glossary first`;
    case "estimate":
      return t`the price alone; nothing is to be bought yet`;
  }
}

/** As a choice of the form. */
export function firstLabel(first: FirstProduct, { t }: Tongue): string {
  switch (first) {
    case "translation":
      return t`The whole translation`;
    case "preview":
      return t`A preview of the opening`;
    case "glossary":
      return t`A glossary of names and terms`;
    case "estimate":
      return t`Nothing yet, I only want to know the price`;
  }
}

/** `27 November 2026`: a day is the same in every time zone. */
function dayWords(day: string, tongue: Tongue): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? outside(day, limits.wordShown) : tongue.day(at);
}

/** What somebody said to a decision, as they said it. */
export function noteWords(note: string): string {
  return `“${outside(note, noteChars)}”`;
}
