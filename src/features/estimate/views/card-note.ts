import { missingCredits } from "../../../core/offer.ts";
import type { Quote } from "../../../core/quote.ts";
import { limits } from "../../../slack/blocks.ts";
import { mentions, outside } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageShown } from "../../../slack/words.ts";
import { endingOf, shortName } from "../../translation/views/endings.ts";
import type { CardNote } from "../rules/card-model.ts";
import {
  existingLine,
  freeLine,
  knownLine,
  knownWords,
  partShown,
  variantsLine,
} from "./coverage-words.ts";
import { endorsedBy } from "./policy-words.ts";

/** The one line beside the price, in mrkdwn. */
export function noteLine(quote: Quote, note: CardNote, context: ViewContext): string {
  const { tongue } = context;
  const { t, counted } = tongue;
  switch (note.kind) {
    case "ended": {
      const it = shortName(note.task, context);
      const {
        what = "",
        cost = "",
        next = "",
      } = endingOf({ quote, task: note.task, context, it }) ?? {};
      return `⚠️ ${what} ${cost} ${next}`.trim();
    }
    case "free":
      return `♻️ ${freeLine(quote, note.run, context)}`;
    case "existing":
      return [`♻️ ${existingLine(quote, note.runs, context)}`, ...knownWords(quote, context)].join(
        " ",
      );
    case "over-cap":
      return `⚠️ ${t`Over the limit of ${counted(note.cap, "credit")}, so it can’t be approved.`}`;
    case "short":
      return `⚠️ ${shortLine(quote, note, context)}`;
    case "endorsed":
      return `👥 ${endorsedBy(note.first, quote.approval?.policy, context)}`;
    case "two-approvers":
      return `👥 ${t`Over ${counted(note.above, "credit")}: needs two approvers.`}`;
    case "known":
      return `♻️ ${knownLine(quote, note, context)}`;
    case "variants":
      return `♻️ ${variantsLine(
        note.languages.map((code) => languageShown(code, context.rules.languages, tongue)),
        tongue,
      )}`;
    case "terms": {
      const terms = counted(note.terms.count, "term");
      const { book } = quote;
      if (quote.glossary?.strategy === "without")
        return `📖 ${t`Runs without the ${terms} of the glossary.`}`;
      return book === undefined
        ? `📖 ${t`Uses ${terms}.`}`
        : `📖 ${t`Uses ${terms} from ${outside(book, limits.nameShown)}.`}`;
    }
  }
}

/** Says how much is missing, what the balance covers, and who can top up. */
function shortLine(
  quote: Quote,
  { missing, fits }: Extract<CardNote, { kind: "short" }>,
  { admins = [], tongue }: ViewContext,
): string {
  const { t, counted } = tongue;
  const isShort = t`The balance is ${counted(missing, "credit")} short.`;
  const covers =
    fits === undefined || missingCredits(quote, fits.price) > 0
      ? []
      : [
          fits.product === "preview"
            ? t`It covers a preview of ${counted(fits.price, "character")}.`
            : t`It covers ${partShown(quote, fits.slice ?? [], tongue)}.`,
        ];
  const who = admins.length === 0 ? [] : [t`${mentions(admins, tongue)} can top up.`];
  return [isShort, ...covers, ...who].join(" ");
}
