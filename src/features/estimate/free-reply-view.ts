import { freeTranslation } from "#domain/coverage.ts";
import type { Quote } from "#domain/quote.ts";
import { type Message, say } from "#slack/blocks.ts";
import { mentioning } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";
import { languageShown, named } from "#slack/words.ts";

import { freeLine } from "./task-status-view.ts";

/** Tells the requester that the translation is there which was under way on another card. */
export function freeReply(quote: Quote, context: ViewContext): Message {
  const { locale, setup } = context;
  const title = `${named(quote, locale)} → ${languageShown(quote.target, setup.languages, locale)}`;
  const run = freeTranslation(quote);
  const text = run === undefined ? title : `♻️ ${title}: ${freeLine(quote, run, context)}`;
  return say(mentioning([quote.request.by], text, locale));
}
