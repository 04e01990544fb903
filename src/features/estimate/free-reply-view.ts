import { freeTranslation } from "#domain/coverage.ts";
import type { Quote } from "#domain/quote.ts";
import { type Message, say } from "#slack/blocks.ts";
import { mentioning } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";
import { namedInto } from "#slack/words.ts";

import { freeLine } from "./task-status-view.ts";

/** Tells the requester that the translation is there which was under way on another card. */
export function freeReply(quote: Quote, context: ViewContext): Message {
  const title = namedInto(quote, context);
  const run = freeTranslation(quote);
  const text = run === undefined ? title : `♻️ ${title}: ${freeLine(quote, run, context)}`;
  return say(mentioning([quote.request.by], text, context.locale));
}
