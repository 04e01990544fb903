import type { InputBlock, ModalView } from "@slack/types";
import { z } from "zod";

import { offerTag } from "../../../core/offer.ts";
import type { Quote } from "../../../core/quote.ts";
import { actions, limits, plainText } from "../../../slack/blocks.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { reviewButton } from "../../glossary/views/glossary-table.ts";
import { type CardPlace, actionIds, callbackIds, cardMemory, offerBlockId } from "../../ids.ts";
import { noteChars } from "../../intake/rules/request-details.ts";
import { approvalButton } from "./card-buttons.ts";
import { languageSelect } from "./language-select.ts";
import { termsBlocks } from "./terms-line.ts";

/** Ids of the inputs; the error of a refused form is shown beside its input. */
export const formBlocks = { language: "language", note: "note", reason: "reason" } as const;

/** Shows the book's terms and how they are used, and offers approvers the extraction with its price. */
export function glossaryForm(
  quote: Quote,
  at: CardPlace & { readonly maySpend: boolean },
  context: ViewContext,
): ModalView {
  const { tongue, rules } = context;
  const { t } = tongue;
  const id = offerBlockId({ tag: offerTag(quote, rules), part: "buttons", quoteId: quote.id });
  const extract = at.maySpend ? approvalButton(quote, "glossary", context) : [];
  const buttons = [reviewButton(quote, quote, tongue), ...extract];
  return {
    ...cardForm(callbackIds.glossary, at, { title: t`Glossary`, close: t`Close` }),
    blocks: [...termsBlocks(quote, context), actions(id, buttons)],
  };
}

export function languageForm(quote: Quote, at: CardPlace, context: ViewContext): ModalView {
  const { rules, tongue } = context;
  const { t } = tongue;
  return {
    ...cardForm(callbackIds.language, at, {
      title: t`Change language`,
      submit: t`Change`,
      close: t`Not now`,
    }),
    blocks: [
      {
        type: "input",
        block_id: formBlocks.language,
        label: plainText(t`Translate into`, limits.label),
        element: languageSelect({
          actionId: actionIds.targetLang,
          languages: rules.languages,
          chosen: quote.target,
          tongue,
        }),
      },
    ],
  };
}

export function noteForm(
  { request: { details } }: Quote,
  at: CardPlace,
  { tongue }: ViewContext,
): ModalView {
  const { t } = tongue;
  const words = {
    label: t`Note`,
    hint: t`Everyone in the thread sees it. The translator does not.`,
  };
  return {
    ...cardForm(callbackIds.note, at, { title: t`Add a note`, submit: t`Save`, close: t`Not now` }),
    blocks: [textInput(formBlocks.note, words, details?.note)],
  };
}

/** Draws the form to decline a request; for its requester it is titled as a withdrawal. */
export function declineForm(
  quote: Quote,
  at: CardPlace & { readonly person: string },
  { tongue }: ViewContext,
): ModalView {
  const { t } = tongue;
  const mine = quote.request.by === at.person;
  const hint = mine ? t`Shown in the thread.` : t`Shown to the requester and in the thread.`;
  const words = { label: t`Reason`, hint };
  const title = mine ? t`Withdraw request` : t`Decline`;
  return {
    ...cardForm(callbackIds.decline, at, { title, submit: title, close: t`Not now` }),
    blocks: [textInput(formBlocks.reason, words, undefined)],
  };
}

/** `undefined` for an empty field. */
export function parseText(values: unknown, block: string): string | undefined {
  const text = texts.safeParse(values).data?.[block]?.[block]?.value?.trim();
  return text === undefined || text === "" ? undefined : text.slice(0, noteChars);
}

export function parseLanguage(values: unknown): string | undefined {
  const block = options.safeParse(values).data?.[formBlocks.language];
  return block?.[actionIds.targetLang]?.selected_option?.value;
}

type Words = { readonly title: string; readonly submit?: string; readonly close: string };

/** Returns the frame of a card's form; without `submit` the form is read-only. */
export function cardForm(callbackId: string, at: CardPlace, { title, submit, close }: Words) {
  return {
    type: "modal",
    callback_id: callbackId,
    private_metadata: cardMemory(at),
    title: plainText(title, limits.viewTitle),
    ...(submit !== undefined && { submit: plainText(submit, limits.viewTitle) }),
    close: plainText(close, limits.viewTitle),
  } as const;
}

function textInput(
  block: string,
  { label, hint }: { readonly label: string; readonly hint: string },
  initial: string | undefined,
): InputBlock {
  return {
    type: "input",
    block_id: block,
    optional: true,
    label: plainText(label, limits.label),
    hint: plainText(hint, limits.hint),
    element: {
      type: "plain_text_input",
      action_id: block,
      multiline: true,
      max_length: noteChars,
      ...(initial !== undefined && { initial_value: initial }),
    },
  };
}

const texts = z.record(z.string(), z.record(z.string(), z.object({ value: z.string().nullish() })));
const options = z.record(
  z.string(),
  z.record(z.string(), z.object({ selected_option: z.object({ value: z.string() }).nullish() })),
);
