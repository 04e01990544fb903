import {
  blockedBy,
  mainProduct,
  missingCredits,
  needsLanguage,
  offerOf,
} from "../../../core/offer.ts";
import { type Quote, isOnOffer, manuscriptOf } from "../../../core/quote.ts";
import { type Slice, lengthOf } from "../../../core/slice.ts";
import type { Task, TaskState } from "../../../core/task.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { isDirectMessage, mention, when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageShown, partnersWord, progressLine } from "../../../slack/words.ts";
import { endorsementOf } from "../../approval/rules/endorsements.ts";
import { isTextLost, lostRun } from "../../intake/views/encodings.ts";
import { noteWords } from "../../intake/views/request-words.ts";
import { seemsUnsent, sendTrouble } from "../../translation/rules/send-trouble.ts";
import { type Ending, endingOf, shortName, stretchWords } from "../../translation/views/endings.ts";
import { shownProgress } from "../rules/card-face.ts";
import { mayReopen } from "../rules/reopening.ts";
import { coverageWords, partShown } from "./coverage-words.ts";
import { approvers, decidedBy, endorsedBy, limitedPrice } from "./policy-words.ts";

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
export function offerStanding(
  quote: Quote,
  tried: Task | undefined,
  context: ViewContext,
): Standing {
  const { t } = context.tongue;
  const { decision } = quote;
  switch (decision.status) {
    case "declined":
      return {
        lead: t`Declined by ${mention(decision.by)}, ${when(decision.at)}.`,
        // Beside the lead, which is set in bold: a star in somebody's words would end that.
        rest: [
          ...(decision.note === undefined ? [] : [noteWords(decision.note)]),
          t`Nothing more is bought here. To ask again, post the manuscript again.`,
        ].join(" "),
      };
    case "expired":
      return expiredStanding(quote, context);
    case "open":
      return openStanding(quote, tried, context);
  }
}

function expiredStanding(quote: Quote, { tongue: { t } }: ViewContext): Standing {
  const lead = t`This estimate has expired.`;
  const rest = t`Nobody decided in time. That is no refusal, and no translation was bought.`;
  const next = mayReopen(quote) ? t`“Ask again” makes a new estimate.` : "";
  return { lead, rest: `${rest} ${next}`.trim() };
}

function openStanding(quote: Quote, tried: Task | undefined, context: ViewContext): Standing {
  if (!isOnOffer(quote)) {
    const { t, counted } = context.tongue;
    const length = counted(manuscriptOf(quote)?.characters ?? 0, "character");
    return {
      lead: t`The manuscript is read.`,
      rest: t`It has ${length}. The partner is finding out its language; the price and the buttons come right after that.`,
    };
  }
  if (needsLanguage(quote)) return wrongLanguage(quote, context);
  const ending = endingFor(quote, lostRun(quote) ?? tried, context);
  if (ending !== undefined) {
    const given = endorsementOf(quote, "translation", context.rules);
    const first = given === undefined ? "" : endorsedBy(given, quote.policy, context.tongue);
    const rest = [ending.cost, ending.next, first].filter(Boolean).join(" ");
    return { lead: ending.what, rest, ...offerNote(quote, context) };
  }
  return { ...priced(quote, context), ...offerNote(quote, context) };
}

function endingFor(quote: Quote, task: Task | undefined, context: ViewContext): Ending | undefined {
  if (task === undefined) return undefined;
  return endingOf({ quote, task, context, it: shortName(task, context) });
}

function wrongLanguage(quote: Quote, { rules, tongue }: ViewContext): Standing {
  const { t } = tongue;
  const language = languageShown(quote.target, rules.languages, tongue);
  return {
    lead: t`This manuscript is already in ${language}.`,
    rest: t`Please choose another language below. Until then no estimate is asked for and nothing can be bought.`,
  };
}

function priced(quote: Quote, context: ViewContext): Standing {
  const { t } = context.tongue;
  const credits = (count: number) => context.tongue.counted(count, "credit");
  const product = mainProduct(quote);
  const offered = offerOf(quote, product, context.rules);
  const { price = 0, part, exists = [] } = offered ?? {};
  const blocked = offered && blockedBy(quote, offered);
  if (blocked?.quoteId === quote.id) return nothingLeft(context.tongue);
  const offer = offerWords(quote, { price, part }, context);
  const missing = missingCredits(quote, price);
  const first = endorsementOf(quote, product, context.rules);
  const isDirect = quote.postTo === "direct" || isDirectMessage(quote.place.channel);
  const limited = limitedPrice(quote, price);
  const decided = decidedBy(
    { policy: quote.policy, price: limited, first, isDirect },
    context.tongue,
  );
  const [known, ...more] = coverageWords(quote, context);
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
    ...stretchWords(quote, context),
  ].join(" ");
  return { lead: t`${offer}; the balance is ${credits(missing)} short.`, rest };
}

function nothingLeft({ t }: Tongue): Standing {
  return { lead: t`All chapters were bought.`, rest: t`The lines below say how they stand.` };
}

type Priced = { readonly price: number; readonly part: Slice | undefined };

/** The beginning of a sentence: how it ends depends on the balance. */
function offerWords(quote: Quote, { price, part }: Priced, { rules, tongue }: ViewContext): string {
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
  return source === undefined
    ? t`Translating ${what} into ${target} costs ${cost}`
    : t`Translating ${what} from ${source} into ${target} costs ${cost}`;
}

function offerNote(quote: Quote, { tongue: { t } }: ViewContext): { readonly note?: string } {
  return isTextLost(quote)
    ? {}
    : {
        note: t`Every button that buys something names its price once more before anything is bought.`,
      };
}

/** What the card says of a full translation that was approved. */
export function runStanding(quote: Quote, task: Task, context: ViewContext): Standing {
  const { state } = task;
  const { t } = context.tongue;
  const ending = endingOf({ quote, task, context, it: shortName(task, context) });
  if (ending !== undefined) {
    const where =
      state.status === "completed" ? t`The reply below has the button for its link.` : ending.next;
    return { lead: ending.what, rest: `${ending.cost} ${where}`.trim() };
  }
  if (state.status === "running") return runningStanding(task, state, context);
  return sendingStanding(task, context.tongue);
}

function sendingStanding(task: Task, tongue: Tongue): Standing {
  const { t } = tongue;
  const { approval } = task;
  const back = seemsUnsent(task) ? t`Until it is sent, the approval can be taken back.` : "";
  switch (sendTrouble(task)) {
    case "unclear":
      return {
        lead: t`The partner has not answered clearly yet.`,
        rest: t`I am asking again with the same key, so nothing is paid twice. There is nothing to do.`,
      };
    case "unreachable":
      return {
        lead: t`The partner cannot take the manuscript just now.`,
        rest: `${t`Nothing has been sent and nothing was charged. I keep trying, and there is nothing to do.`} ${back}`,
      };
    case undefined:
  }
  const price = tongue.counted(task.price, "credit");
  const next = t`The manuscript goes to the partner now; there is nothing to do.`;
  return {
    lead:
      approval === undefined
        ? t`Approved for ${price}.`
        : t`Approved by ${approvers(approval, tongue)} for ${price}.`,
    rest: `${next} ${back}`.trim(),
  };
}

type Running = Extract<TaskState, { status: "running" }>;

function runningStanding(task: Task, state: Running, { rules, tongue }: ViewContext): Standing {
  const { t, percentOf } = tongue;
  const { progress, msLeft, since, overdueSince, word } = state;
  const language = languageShown(task.target, rules.languages, tongue);
  const far =
    progress === undefined
      ? t`The partner has not said yet how far it is.`
      : t`${percentOf(shownProgress(progress))} is done.`;
  const late =
    overdueSince === undefined
      ? ""
      : t`It takes longer than usual. I keep looking, nothing is lost, and there is nothing to do.`;
  return {
    lead: t`Being translated into ${language} since ${when(since)}.`,
    rest: [far, wordWords(word, tongue), late].filter(Boolean).join(" "),
    bar: progress === undefined ? undefined : progressLine(progress, msLeft, tongue),
    note: t`The partner offers no way to stop a translation that was sent.`,
  };
}

/** Contract, States: `pending` is the only word that is shown for a run under way. */
function wordWords(word: string, { t }: Tongue): string {
  return word.toLowerCase() === "pending"
    ? ""
    : t`The partner’s word for it is ${partnersWord(word)}, which I take as still running.`;
}
