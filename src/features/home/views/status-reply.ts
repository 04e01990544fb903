import type { Quote } from "../../../core/quote.ts";
import { type Message, limits, say, section } from "../../../slack/blocks.ts";
import { outside } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { howToBegin } from "../../intake/views/help-reply.ts";
import { linkedLine, newestFirst } from "./quote-line.ts";

type Asking = {
  readonly context: ViewContext;
  readonly search: string | undefined;
  /** Links to the cards, by quote id. */
  readonly links: ReadonlyMap<string, string>;
};

/** `/translate status`: newest first, the oldest left out when there are many. */
export function statusReply(quotes: readonly Quote[], asking: Asking): Message {
  const { context, links } = asking;
  const { t, counted: count } = context.tongue;
  const lines = newestFirst(quotes).map((quote) => linkedLine(quote, context, links.get(quote.id)));
  if (lines.length === 0) return say(noneWords(asking));
  const shown = lines.slice(0, statusLimit);
  const all = count(lines.length, "manuscript");
  const text =
    lines.length > statusLimit
      ? t`You have ${all}; these are the newest ${statusLimit}. \`/translate status\` with part of a name finds others.`
      : t`You have ${all}.`;
  return { text, blocks: [section(text), ...shown.map(section)] };
}

function noneWords({ context, search }: Pick<Asking, "context" | "search">): string {
  const { t } = context.tongue;
  return search === undefined
    ? `${t`You have no manuscripts yet.`} ${howToBegin(context.tongue)}`
    : t`None of your manuscripts has “${outside(search, limits.wordShown)}” in its name, book or language.`;
}

export const statusLimit = 10;
