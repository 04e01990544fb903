import type { InputBlock, ModalView, SectionBlock } from "@slack/types";
import { z } from "zod";

import { type Offer, mainProduct, offerOf, offerTag } from "../../../core/offer.ts";
import type { Quote } from "../../../core/quote.ts";
import { limits, plainText, section, whole } from "../../../slack/blocks.ts";
import { mention } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageShown, named } from "../../../slack/words.ts";
import { isForSale } from "../../estimate/views/card-controls.ts";
import { existsWords, partName } from "../../estimate/views/coverage-words.ts";
import { lossWarning } from "../../estimate/views/policy-words.ts";
import { callbackIds } from "../../ids.ts";
import { noteChars } from "../../intake/rules/request-details.ts";
import { requestWords } from "../../intake/views/request-words.ts";

export const decisionBlocks = { decision: "decision.which", note: "decision.note" } as const;

/** What is decided on, and where it was asked; `offer` names what the approver saw. */
export type DecisionPlace = z.infer<typeof place>;

type Form = Pick<DecisionPlace, "channel" | "thread" | "isHome"> & {
  readonly quote: Quote;
  readonly context: ViewContext;
};

/** Approve or decline, with something to say to it. */
export function decisionForm({ quote, context, channel, thread, isHome }: Form): ModalView {
  const { t } = context.tongue;
  const memory: DecisionPlace = {
    quoteId: quote.id,
    offer: offerTag(quote, context.rules),
    product: mainProduct(quote),
    channel,
    thread,
    isHome,
  };
  return {
    ...frame(context),
    private_metadata: whole(JSON.stringify(memory), limits.privateMetadata),
    submit: plainText(t`Decide`, limits.viewTitle),
    close: plainText(t`Not now`, limits.viewTitle),
    blocks: [
      section(subject(quote, context)),
      ...(isHome === true ? asked(quote, context) : []),
      ...existsWords(offered(quote, context)?.exists ?? [], context).map(section),
      which(quote, context),
      noteInput(context, isHome),
    ],
  };
}

/** What became of a decision that was made on Home, where no conversation can be answered in. */
export function decidedNote(words: string, context: ViewContext): ModalView {
  const close = plainText(context.tongue.t`Close`, limits.viewTitle);
  return { ...frame(context), close, blocks: [section(words)] };
}

function frame({ tongue: { t } }: ViewContext) {
  return {
    type: "modal",
    callback_id: callbackIds.decision,
    title: plainText(t`Decide with a note`, limits.viewTitle),
  } as const;
}

function subject(quote: Quote, context: ViewContext): string {
  const { rules, tongue } = context;
  const language = languageShown(quote.target, rules.languages, tongue);
  const what = tongue.t`${named(quote, tongue)} into ${language}. Your note is shown to everyone in the thread.`;
  return [what, lossWarning(context)].filter(Boolean).join(" ");
}

/** What the card says of who asked: on Home nobody may see that. */
function asked(quote: Quote, { tongue }: ViewContext): readonly SectionBlock[] {
  const who = `*${tongue.t`Asked by`}* ${mention(quote.requester)}`;
  return [section(who), ...requestWords(quote, tongue).map(section)];
}

function which(quote: Quote, context: ViewContext): InputBlock {
  const { t } = context.tongue;
  const offer = offered(quote, context);
  const option = (value: Choice, label: string) => ({
    value,
    text: plainText(label, limits.optionText),
  });
  return {
    type: "input",
    block_id: decisionBlocks.decision,
    label: plainText(t`Your decision`, limits.label),
    element: {
      type: "radio_buttons",
      action_id: "choice",
      options: [
        ...(offer === undefined ? [] : [option("approve", approval(quote, offer, context))]),
        option("decline", t`Decline`),
      ],
    },
  };
}

function approval(quote: Quote, { part, price, exists }: Offer, { tongue }: ViewContext): string {
  const { t, counted } = tongue;
  const credits = counted(price, "credit");
  if (exists.length > 0) return t`Translate again for ${credits}`;
  return part === undefined
    ? t`Approve for ${credits}`
    : t`Approve ${partName(quote, part, tongue)} for ${credits}`;
}

/** The whole, or the chapters that the card is about. */
function offered(quote: Quote, { rules }: ViewContext): Offer | undefined {
  const product = mainProduct(quote);
  return isForSale(quote, product, { rules }) ? offerOf(quote, product, rules) : undefined;
}

/** On Home it is the only way to decide, so nothing has to be said there. */
function noteInput({ tongue: { t } }: ViewContext, isHome: true | undefined): InputBlock {
  return {
    type: "input",
    block_id: decisionBlocks.note,
    ...(isHome === true && { optional: true }),
    label: plainText(t`Note`, limits.label),
    hint: plainText(t`Why, or what to mind. The one who asked is told.`, limits.hint),
    element: {
      type: "plain_text_input",
      action_id: "choice",
      multiline: true,
      max_length: noteChars,
    },
  };
}

/** Undefined when the form's memory is not ours. */
export function parseDecisionPlace(metadata: string): DecisionPlace | undefined {
  try {
    return place.safeParse(JSON.parse(metadata)).data;
  } catch {
    return undefined;
  }
}

type Decided = { readonly what: Choice; readonly note: string | undefined };

/** Undefined when nothing was decided, or nothing said where that is asked for. */
export function parseDecision(
  values: unknown,
  { isHome }: Pick<DecisionPlace, "isHome">,
): Decided | undefined {
  const parsed = submission.safeParse(values).data;
  const what = parsed?.[decisionBlocks.decision].choice.selected_option?.value;
  const note = parsed?.[decisionBlocks.note].choice.value?.trim().slice(0, noteChars);
  const said = note === "" ? undefined : note;
  return what === undefined || (said === undefined && isHome !== true)
    ? undefined
    : { what, note: said };
}

type Choice = z.infer<typeof choice>;

const choice = z.enum(["approve", "decline"]);

const place = z.object({
  quoteId: z.string().min(1),
  offer: z.string(),
  /** The whole, or the chapters that the card is about. */
  product: z.enum(["translation", "part"]),
  channel: z.string().min(1),
  thread: z.string().optional(),
  /** The form was opened on Home: the answer is given there. */
  isHome: z.literal(true).optional(),
});

const submission = z.object({
  [decisionBlocks.decision]: z.object({
    choice: z.object({ selected_option: z.object({ value: choice }).nullish() }),
  }),
  [decisionBlocks.note]: z.object({ choice: z.object({ value: z.string().nullish() }) }),
});
