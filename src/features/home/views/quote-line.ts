import { mainProduct, needsLanguage, offerOf } from "../../../core/offer.ts";
import { type Quote, isOnOffer, manuscriptOf, translationOf } from "../../../core/quote.ts";
import { strandedTasks } from "../../../core/reaching.ts";
import { type Task, isLive } from "../../../core/task.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { channelMention, mention, when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageShown, named } from "../../../slack/words.ts";
import { stateWords } from "../../estimate/views/other-runs.ts";

/** Describes one manuscript of a list: its name, its state, and where it was requested. */
export function quoteLine(quote: Quote, context: ViewContext): string {
  const { tongue, rules } = context;
  const { t, counted, enumerated } = tongue;
  const count = manuscriptOf(quote)?.characters;
  const where = channelMention(quote.place.channel);
  const facts = enumerated([
    ...(count === undefined ? [] : [counted(count, "character")]),
    t`requested ${when(quote.request.at)}`,
    ...(where === undefined ? [] : [t`in ${where}`]),
  ]);
  const language = languageShown(quote.target, rules.languages, tongue);
  const title = t`${named(quote, tongue)} into ${language}`;
  return `*${title}*: ${standWords(quote, context)}\n${facts}`;
}

/** Returns the same with a link to its card, if there is one. */
export function linkedLine(quote: Quote, context: ViewContext, link: string | undefined): string {
  const line = quoteLine(quote, context);
  return link === undefined ? line : `${line} · <${link}|${context.tongue.t`open the card`}>`;
}

export function newestFirst(quotes: readonly Quote[]): readonly Quote[] {
  return quotes.toSorted((one, other) => other.request.at - one.request.at);
}

function standWords(quote: Quote, context: ViewContext): string {
  const { t } = context.tongue;
  if (quote.reading.status === "due") return t`being read`;
  if (quote.reading.status === "refused") return t`couldn’t be read; see the thread`;
  if (quote.reading.status === "doubtful" && quote.decision.status === "open") {
    return t`waiting for someone to choose the encoding on the card`;
  }
  const [stranded] = strandedTasks(quote);
  if (stranded !== undefined) return strandedWords(stranded, context.tongue);
  const translation = translationOf(quote);
  if (translation !== undefined && isLive(translation)) return stateWords(translation, context);
  switch (quote.decision.status) {
    case "declined":
      return t`declined by ${mention(quote.decision.by)}`;
    case "expired":
      return t`expired without an approval`;
    case "open":
      return openWords(quote, context);
  }
}

/** Says that a stranded run is tried again: reading this shows that the person can be reached. */
function strandedWords({ approval, price }: Task, { t, counted }: Tongue): string {
  const cost = counted(price, "credit");
  return approval === undefined
    ? t`approved for ${cost}, but not sent: I can write neither in its conversation nor to you. I’m trying again now`
    : t`approved by ${mention(approval.by)} for ${cost}, but not sent: I can write neither in its conversation nor to you. I’m trying again now`;
}

function openWords(quote: Quote, { rules, tongue: { t, counted } }: ViewContext): string {
  if (!isOnOffer(quote)) return t`language being detected`;
  if (needsLanguage(quote)) return t`needs another language; please choose it on the card`;
  const { price = 0, exists = [] } = offerOf(quote, mainProduct(quote), rules) ?? {};
  if (exists.length > 0) return t`waiting for approval · exists already, see its card`;
  return t`waiting for approval · ${counted(price, "credit")} · until ${when(quote.expiresAt)}`;
}
