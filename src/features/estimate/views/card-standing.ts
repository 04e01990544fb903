import {
  blockedBy,
  mainProduct,
  missingCredits,
  needsLanguage,
  offerOf,
} from "../../../core/offer.ts";
import { type Quote, isOnOffer, manuscriptOf } from "../../../core/quote.ts";
import { type Slice, lengthOf } from "../../../core/slice.ts";
import type { Task } from "../../../core/task.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { day, isDirectMessage, mention, when } from "../../../slack/mrkdwn.ts";
import type { Desk } from "../../../slack/people.ts";
import { languageShown } from "../../../slack/words.ts";
import { endorsementOf } from "../../approval/rules/endorsements.ts";
import { isTextLost, lostRun } from "../../intake/views/lost-text.ts";
import { noteWords } from "../../intake/views/note-words.ts";
import { type Ending, endingOf, shortName, stretchWords } from "../../translation/views/endings.ts";
import { mayRenew } from "../rules/renewal.ts";
import { decider } from "./approval-words.ts";
import { coverageWords } from "./coverage-words.ts";
import { partShown } from "./part-words.ts";
import { decidedBy, endorsedBy, limitedPrice } from "./policy-words.ts";

/** What the card says above its facts, in mrkdwn; `bar` and `note` are for eyes alone. */
export type Standing = {
  readonly lead: string;
  readonly rest: string;
  readonly bar?: string | undefined;
  readonly note?: string;
};

export function readingStanding({ t }: Tongue): Standing {
  return {
    lead: t`I am reading the manuscript.`,
    rest: t`The estimate follows here in a moment.`,
  };
}

/** A card that asked how to read the manuscript, and the answer did not help. */
export function refusedStanding({ t }: Tongue): Standing {
  return {
    lead: t`I could not read the manuscript.`,
    rest: t`The reply in the thread says why. Nothing was sent, and nothing was bought.`,
  };
}

/** Before anything runs in full: still open, declined or expired; `tried` is a translation that was rejected. */
export function offerStanding(quote: Quote, tried: Task | undefined, desk: Desk): Standing {
  const { t } = desk.tongue;
  const { decision } = quote;
  switch (decision.status) {
    case "declined":
      return {
        lead: t`Declined by ${decider(decision, desk.tongue)}, ${when(decision.at)}.`,
        // Beside the lead, which is set in bold: a star in somebody's words would end that.
        rest: [
          ...(decision.note === undefined ? [] : [noteWords(decision.note)]),
          t`Nothing more is bought here. To ask again, post the manuscript again.`,
        ].join(" "),
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
  const by = t`${mention(renewal.by)} asked again (${when(renewal.at)}): the new estimate is further down in this thread.`;
  return { lead, rest: `${rest} ${by}` };
}

function openStanding(quote: Quote, tried: Task | undefined, desk: Desk): Standing {
  if (!isOnOffer(quote)) {
    const { t, counted } = desk.tongue;
    const length = counted(manuscriptOf(quote)?.characters ?? 0, "character");
    return {
      lead: t`The manuscript is read.`,
      rest: t`It has ${length}. The partner is finding out its language; the price and the buttons come right after that.`,
    };
  }
  if (needsLanguage(quote)) return wrongLanguage(quote, desk);
  const ending = endingFor(quote, lostRun(quote) ?? tried, desk);
  if (ending !== undefined) {
    const given = endorsementOf(quote, "translation", desk.rules);
    const first = given === undefined ? "" : endorsedBy(given, quote.policy, desk.tongue);
    const rest = [ending.cost, ending.next, first].filter(Boolean).join(" ");
    return { lead: ending.what, rest, ...offerNote(quote, desk) };
  }
  return { ...priced(quote, desk), ...offerNote(quote, desk) };
}

function endingFor(quote: Quote, task: Task | undefined, desk: Desk): Ending | undefined {
  if (task === undefined) return undefined;
  return endingOf({ quote, task, desk, it: shortName(task, desk) });
}

function wrongLanguage(quote: Quote, { rules, tongue }: Desk): Standing {
  const { t } = tongue;
  const language = languageShown(quote.target, rules.languages, tongue);
  return {
    lead: t`This manuscript is already in ${language}.`,
    rest: t`Please choose another language below. Until then no estimate is asked for and nothing can be bought.`,
  };
}

function priced(quote: Quote, desk: Desk): Standing {
  const { t } = desk.tongue;
  const credits = (count: number) => desk.tongue.counted(count, "credit");
  const product = mainProduct(quote);
  const offered = offerOf(quote, product, desk.rules);
  const { price = 0, part, exists = [] } = offered ?? {};
  const blocked = offered && blockedBy(quote, offered);
  if (blocked?.quoteId === quote.id) return nothingLeft(desk.tongue);
  const offer = offerWords(quote, { price, part }, desk);
  const missing = missingCredits(quote, price);
  const first = endorsementOf(quote, product, desk.rules);
  const isDirect = quote.voice === "direct" || isDirectMessage(quote.place.channel);
  const limited = limitedPrice(quote, price);
  const decided = decidedBy({ policy: quote.policy, price: limited, first, isDirect }, desk.tongue);
  const [known, ...more] = coverageWords(quote, desk);
  if (exists.length > 0 && known !== undefined) {
    const again = t`To translate it again costs ${credits(price)}.`;
    const rule = quote.policy === undefined ? [] : [decided];
    const offered = blocked === undefined ? [again, ...rule] : [];
    return { lead: known, rest: [...more, ...offered].join(" ") };
  }
  const covering = known === undefined ? [] : [known, ...more];
  if (missing === 0) return { lead: t`${offer}.`, rest: [...covering, decided].join(" ") };
  const rest = [
    ...covering,
    ...(quote.policy === undefined ? [] : [decided]),
    t`Once the partner account is topped up, it can be approved here.`,
    ...stretchWords(quote, desk),
  ].join(" ");
  return { lead: t`${offer}; the balance is ${credits(missing)} short.`, rest };
}

function nothingLeft({ t }: Tongue): Standing {
  return { lead: t`All chapters were bought.`, rest: t`The lines below say how they stand.` };
}

type Priced = { readonly price: number; readonly part: Slice | undefined };

/** The beginning of a sentence: how it ends depends on the balance. */
function offerWords(quote: Quote, { price, part }: Priced, { rules, tongue }: Desk): string {
  const { t, counted } = tongue;
  const count = part === undefined ? (manuscriptOf(quote)?.characters ?? 0) : lengthOf(part);
  const length = counted(count, "character");
  const what = part === undefined ? length : `${partShown(quote, part, tongue)}, ${length}`;
  const target = languageShown(quote.target, rules.languages, tongue);
  const cost = counted(price, "credit");
  const source =
    quote.language === undefined
      ? undefined
      : languageShown(quote.language, rules.languages, tongue);
  const said =
    source === undefined
      ? t`Translating ${what} into ${target} costs ${cost}`
      : t`Translating ${what} from ${source} into ${target} costs ${cost}`;
  return part === undefined ? compared(quote, { price, said }, tongue) : said;
}

/** With what it cost when it was asked for before. */
function compared(
  { earlier }: Quote,
  { price, said }: { readonly price: number; readonly said: string },
  { t }: Tongue,
): string {
  if (earlier?.price === undefined) return said;
  const then = day(earlier.at);
  if (price === earlier.price) return t`${said}, as much as on ${then}`;
  const apart = Math.abs(price - earlier.price);
  return price > earlier.price
    ? t`${said}, ${apart} more than on ${then}`
    : t`${said}, ${apart} less than on ${then}`;
}

function offerNote(quote: Quote, { tongue: { t } }: Desk): { readonly note?: string } {
  return isTextLost(quote)
    ? {}
    : {
        note: t`Every button that buys something names its price once more before anything is bought.`,
      };
}
