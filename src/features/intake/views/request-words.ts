import type { Quote } from "../../../core/quote.ts";
import { limits } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { outside } from "../../../slack/mrkdwn.ts";
import { type FirstProduct, noteChars } from "../rules/request-details.ts";

/** Describes the requester's wishes in one line; empty when there are none. */
export function requestLine(
  { request: { details } }: Pick<Quote, "request">,
  tongue: Tongue,
): readonly string[] {
  const { t } = tongue;
  const { first, dueOn, note } = details ?? {};
  const said = [
    ...(note === undefined ? [] : [noteWords(note, tongue)]),
    ...(dueOn === undefined ? [] : [t`needed by ${dayWords(dueOn, tongue)}`]),
    ...(first === undefined ? [] : [t`asked for: ${firstWords(first, tongue)}`]),
  ];
  return said.length === 0 ? [] : [`📝 ${said.join(" · ")}`];
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
      return t`only the price for now`;
  }
}

/** Returns the label of a choice of the form. */
export function firstLabel(first: FirstProduct, { t }: Tongue): string {
  switch (first) {
    case "translation":
      return t`The whole translation`;
    case "preview":
      return t`A preview of the opening`;
    case "glossary":
      return t`A glossary of names and terms`;
    case "estimate":
      return t`Nothing yet, just the price`;
  }
}

/** `27 November 2026`: a day is the same in every time zone. */
function dayWords(day: string, tongue: Tongue): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? outside(day, limits.wordShown) : tongue.day(at);
}

/** Quotes a person's note. */
export function noteWords(note: string, { t }: Tongue): string {
  return t`“${outside(note, noteChars)}”`;
}
