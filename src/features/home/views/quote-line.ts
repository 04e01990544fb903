import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import { strandedTasks } from "../../../core/reaching.ts";
import type { Task } from "../../../core/task.ts";
import { type Message, contextBlock, limits, say, section } from "../../../slack/blocks.ts";
import type { Locale } from "../../../slack/i18n/locale.ts";
import { channelMention, linkTo, outside, when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageShown, named } from "../../../slack/words.ts";
import { cardModel } from "../../estimate/rules/card-model.ts";
import { headlineOf } from "../../estimate/views/estimate-card.ts";
import { inOneLine } from "../../estimate/views/run-words.ts";
import { nothingFoundReply } from "../../intake/views/command-replies.ts";

type Listing = {
  readonly context: ViewContext;
  /** Links to the cards, by quote id. */
  readonly links: ReadonlyMap<string, string>;
};

/** Describes one manuscript of a list: its name, its state, where it was requested, and its card. */
export function quoteLine(quote: Quote, { context, links }: Listing): string {
  const { locale, rules } = context;
  const { t, counted } = locale;
  const count = manuscriptOf(quote)?.characters;
  const language = languageShown(quote.target, rules.languages, locale);
  const link = links.get(quote.id);
  const facts = [
    ...(count === undefined ? [] : [counted(count, "character")]),
    when(quote.request.at),
    ...[channelMention(quote.place.channel)].filter((where) => where !== undefined),
    ...(link === undefined ? [] : [linkTo(link, t`Open card`)]),
  ];
  const title = `*${named(quote, locale)} → ${language}*`;
  return `${t`${title}: ${standWords(quote, context)}`}\n${facts.join(" · ")}`;
}

export function newestFirst(quotes: readonly Quote[]): readonly Quote[] {
  return quotes.toSorted((one, other) => other.request.at - one.request.at);
}

/** `/translate status`: newest first, the oldest left out when there are many. */
export function statusReply(
  quotes: readonly Quote[],
  { search, ...listing }: Listing & { readonly search: string | undefined },
): Message {
  const { context } = listing;
  const { t } = context.locale;
  if (quotes.length === 0) {
    return search === undefined
      ? nothingFoundReply(context)
      : say(
          t`None of your manuscripts has “${outside(search, limits.wordShown)}” in its name, book or language.`,
        );
  }
  const title = `*${t`My manuscripts`}*`;
  const lines = newestFirst(quotes)
    .slice(0, statusLimit)
    .map((quote) => quoteLine(quote, listing));
  const older = quotes.length > statusLimit ? [olderWords(context.locale)] : [];
  return {
    text: [title, ...lines, ...older].join("\n"),
    blocks: [section(title), ...lines.map(section), ...older.map(contextBlock)],
  };
}

export const statusLimit = 10;

/** Under a list that leaves some out. */
export function olderWords({ t }: Locale): string {
  return t`There are more; \`/translate status\` with a word of the name finds them.`;
}

/** Returns the card’s headline, or what an offer waits for. */
function standWords(quote: Quote, context: ViewContext): string {
  const { rules, locale } = context;
  const { t, counted } = locale;
  const [stranded] = strandedTasks(quote);
  if (stranded !== undefined) return strandedWords(stranded, locale);
  const { state } = cardModel(quote, rules);
  if (state.status === "doubtful") return t`waiting for a choice on the card`;
  if (state.status !== "offer") return inOneLine(headlineOf(quote, state, context));
  const { price, exists } = state.offer;
  return exists.length > 0
    ? t`waiting for a choice on the card`
    : t`waiting for approval · ${counted(price, "credit")} · until ${when(quote.expiresAt)}`;
}

/** Says that a stranded run is tried again: reading this shows that the person can be reached. */
function strandedWords({ price }: Task, { t, counted }: Locale): string {
  return t`approved for ${counted(price, "credit")}, but not sent: I can write neither in its conversation nor to you. I’m trying again now`;
}
