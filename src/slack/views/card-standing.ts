import { endorsementOf } from "../../domain/endorsements.ts";
import {
  mainProduct,
  missingCredits,
  needsLanguage,
  offerOf,
  productOf,
} from "../../domain/offer.ts";
import { type Quote, hasTwin, isOnOffer, manuscriptOf } from "../../domain/quote.ts";
import { mayRenew } from "../../domain/renewal.ts";
import type { Task } from "../../domain/task.ts";
import { day, linkTo, mention, when } from "../mrkdwn.ts";
import { isTextLost, lostRun } from "./card-controls.ts";
import type { Desk } from "./desk.ts";
import { type Ending, endingOf, stretchWords } from "./endings.ts";
import { noteWords } from "./note-words.ts";
import { partShown } from "./part-words.ts";
import { decidedBy, endorsedBy } from "./policy-words.ts";
import { characters, credits, languageShown } from "./words.ts";

/** What the card says above its facts, in mrkdwn; `bar` and `note` are for eyes alone. */
export type Standing = {
  readonly lead: string;
  readonly rest: string;
  readonly bar?: string | undefined;
  readonly note?: string;
};

export function readingStanding(): Standing {
  return {
    lead: "I am reading the manuscript.",
    rest: "The estimate follows here in a moment.",
  };
}

/** A card that asked how to read the manuscript, and the answer did not help. */
export function refusedStanding(): Standing {
  return {
    lead: "I could not read the manuscript.",
    rest: "The reply in the thread says why. Nothing was sent, and nothing was bought.",
  };
}

/** Before anything runs in full: still open, declined or expired; `tried` is a translation that was rejected. */
export function offerStanding(quote: Quote, tried: Task | undefined, desk: Desk): Standing {
  const { decision } = quote;
  switch (decision.status) {
    case "declined":
      return {
        lead: `Declined by ${mention(decision.by)}, ${when(decision.at)}.${decision.note === undefined ? "" : ` ${noteWords(decision.note)}`}`,
        rest: "Nothing more is bought here. To ask again, post the manuscript again.",
      };
    case "expired":
      return expiredStanding(quote, desk);
    case "open":
      return openStanding(quote, tried, desk);
  }
}

function expiredStanding(quote: Quote, { tongue: { t } }: Desk): Standing {
  const lead = t`This estimate has expired.`;
  const rest = t`Nobody decided in time. That is no refusal, and no translation was bought.`;
  const { renewal } = quote;
  if (renewal === undefined) {
    const next = mayRenew(quote) ? t`“Ask again” makes a new estimate.` : "";
    return { lead, rest: `${rest} ${next}`.trim() };
  }
  const by = t`${mention(renewal.by)} asked again at ${when(renewal.at)}: the new estimate is further down in this thread.`;
  return { lead, rest: `${rest} ${by}` };
}

function openStanding(quote: Quote, tried: Task | undefined, desk: Desk): Standing {
  if (hasTwin(quote)) return twinStanding(quote, desk);
  if (!isOnOffer(quote)) {
    return {
      lead: "The manuscript is read.",
      rest: `It has ${characters(manuscriptOf(quote)?.characters ?? 0)}. The partner is finding out its language; the price and the buttons come right after that.`,
    };
  }
  if (needsLanguage(quote)) return wrongLanguage(quote, desk);
  const ending = endingFor(quote, lostRun(quote) ?? tried, desk);
  if (ending !== undefined) {
    const given = endorsementOf(quote, "translation", desk.rules);
    const first = given === undefined ? "" : ` ${endorsedBy(given, quote.policy)}`;
    const rest = `${ending.cost} ${ending.next}`.trim();
    return { lead: ending.what, rest: `${rest}${first}`, ...offerNote(quote) };
  }
  return { ...priced(quote, desk), ...offerNote(quote) };
}

function endingFor(quote: Quote, task: Task | undefined, desk: Desk): Ending | undefined {
  if (task === undefined) return undefined;
  const it = `the ${languageShown(task.target, desk.rules.languages)} ${productOf(task)}`;
  return endingOf({ quote, task, desk, it });
}

function twinStanding(quote: Quote, desk: Desk): Standing {
  const language = languageShown(quote.target, desk.rules.languages);
  const link = quote.twin?.first?.link;
  const other = link === undefined ? "an earlier card" : linkTo(link, "an earlier card");
  return {
    lead: `The same text is under way into ${language} already.`,
    rest: `It was handed in before, on ${other}, and can be approved or is being translated there. To have it a second time, for credits of its own, ask for the offer below.`,
  };
}

function wrongLanguage(quote: Quote, desk: Desk): Standing {
  const language = languageShown(quote.target, desk.rules.languages);
  return {
    lead: `This manuscript is already in ${language}.`,
    rest: "Please choose another language below. Until then no estimate is asked for and nothing can be bought.",
  };
}

function priced(quote: Quote, desk: Desk): Standing {
  const product = mainProduct(quote);
  const { price = 0, part } = offerOf(quote, product, desk.rules) ?? {};
  if (product === "part" && part === undefined) {
    return { lead: "All chapters were bought.", rest: "The lines below say how they stand." };
  }
  const count = part === undefined ? (manuscriptOf(quote)?.characters ?? 0) : part.to - part.from;
  const which = part === undefined ? "" : `${partShown(quote, part)}, `;
  const offer = `Translating ${which}${characters(count)} ${languages(quote, desk)} costs ${credits(price)}${part === undefined ? compared(quote, price, desk) : ""}`;
  const missing = missingCredits(quote, price);
  const first = endorsementOf(quote, product, desk.rules);
  const decided = decidedBy({ policy: quote.policy, price, first });
  if (missing === 0) return { lead: `${offer}.`, rest: decided };
  const said = quote.policy === undefined ? "" : `${decided} `;
  return {
    lead: `${offer}; the balance is ${credits(missing)} short.`,
    rest: `${said}Once the partner account is topped up, it can be approved here.${stretchWords(quote, desk)}`,
  };
}

/** With what it cost when it was asked for before. */
function compared({ earlier }: Quote, price: number, { tongue: { t, amount } }: Desk): string {
  if (earlier?.price === undefined) return "";
  const then = day(earlier.at);
  if (price === earlier.price) return t`, as much as on ${then}`;
  const apart = amount(Math.abs(price - earlier.price));
  return price > earlier.price
    ? t`, ${apart} more than on ${then}`
    : t`, ${apart} less than on ${then}`;
}

function languages(quote: Quote, desk: Desk): string {
  const target = languageShown(quote.target, desk.rules.languages);
  return quote.language === undefined
    ? `into ${target}`
    : `from ${languageShown(quote.language, desk.rules.languages)} into ${target}`;
}

function offerNote(quote: Quote): { readonly note?: string } {
  return isTextLost(quote)
    ? {}
    : {
        note: "Approve, Preview and Extract glossary each name their price once more before anything is bought.",
      };
}
