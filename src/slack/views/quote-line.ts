import { mainProduct, needsLanguage, offerOf } from "../../domain/offer.ts";
import { type Quote, hasTwin, isOnOffer, manuscriptOf, translationOf } from "../../domain/quote.ts";
import { strandedTasks } from "../../domain/reaching.ts";
import { type Task, isLive } from "../../domain/task.ts";
import { channelMention, mention, when } from "../mrkdwn.ts";
import type { Desk } from "./desk.ts";
import { stateWords } from "./other-runs.ts";
import { characters, credits, languageShown, named } from "./words.ts";

/** One manuscript in a list: what it is, where it was asked for and how it stands. */
export function quoteLine(quote: Quote, desk: Desk): string {
  const count = manuscriptOf(quote)?.characters;
  const where = channelMention(quote.place.channel);
  const facts = [
    ...(count === undefined ? [] : [characters(count)]),
    `asked ${when(quote.receivedAt)}`,
    ...(where === undefined ? [] : [`in ${where}`]),
  ].join(", ");
  const language = languageShown(quote.target, desk.rules.languages);
  return `*${named(quote)} into ${language}*: ${standWords(quote, desk)}\n${facts}`;
}

/** Newest first. */
export function newestFirst(quotes: readonly Quote[]): readonly Quote[] {
  return quotes.toSorted((one, other) => other.receivedAt - one.receivedAt);
}

function standWords(quote: Quote, desk: Desk): string {
  if (quote.reading.status === "due") return "is being read";
  if (quote.reading.status === "refused") return "could not be taken; the thread says why";
  if (quote.reading.status === "doubtful" && quote.decision.status === "open") {
    return "waits for somebody to say on the card which reading is right";
  }
  const [stranded] = strandedTasks(quote);
  if (stranded !== undefined) return strandedWords(stranded);
  const translation = translationOf(quote);
  if (translation !== undefined && isLive(translation)) return stateWords(translation);
  switch (quote.decision.status) {
    case "declined":
      return `declined by ${mention(quote.decision.by)}`;
    case "expired":
      return "expired without an approval";
    case "open":
      return openWords(quote, desk);
  }
}

/** Whoever reads this was heard of just now, so it is being tried. */
function strandedWords({ approval, price }: Task): string {
  const by = approval === undefined ? "" : ` by ${mention(approval.by)}`;
  return `approved${by} for ${credits(price)}, but not sent: I could not write in its conversation nor to you, and nothing is bought that nobody can see. I am trying again now`;
}

function openWords(quote: Quote, desk: Desk): string {
  if (hasTwin(quote)) return "is under way already; its card names the first one";
  if (!isOnOffer(quote)) return "its language is being found out";
  if (needsLanguage(quote)) return "needs another language; please choose it on the card";
  const price = offerOf(quote, mainProduct(quote), desk.rules)?.price ?? 0;
  return `can be approved for ${credits(price)} until ${when(quote.expiresAt)}`;
}
