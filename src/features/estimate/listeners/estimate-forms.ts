import type { ViewContext } from "../../../slack/people.ts";
import { type Form, cardForm } from "../../actions.ts";
import type { NoteOutcome, TargetOutcome } from "../../approval/rules/decisions.ts";
import { noteReply, targetReply } from "../../approval/views/decision-replies.ts";
import { callbackIds } from "../../ids.ts";
import { addNote, chooseChapters, chooseLanguage } from "../actions/choose.ts";
import type { PartOutcome } from "../rules/choose-part.ts";
import { formBlocks, parseLanguage, parseText } from "../views/card-forms.ts";
import { parsePartForm, partErrorBlock } from "../views/part-form.ts";

export const estimateForms: readonly Form[] = [
  cardForm<PartOutcome>({
    callbackId: callbackIds.chapters,
    block: partErrorBlock,
    send: async (ports, at, values) => {
      const chosen = parsePartForm(values);
      return chosen === undefined
        ? { status: "no-such-chapters" }
        : await chooseChapters(ports, { ...at, ...chosen });
    },
    who: "requester or approvers",
    refusal: ({ status }, context) => faultWords(status, context),
  }),
  cardForm<TargetOutcome>({
    callbackId: callbackIds.language,
    block: formBlocks.language,
    send: (ports, at, values) =>
      chooseLanguage(ports, { ...at, target: parseLanguage(values) ?? "" }),
    who: "requester or approvers",
    refusal: (outcome, context) =>
      outcome.status === "changed" || outcome.status === "same"
        ? undefined
        : targetReply(outcome, context).text,
  }),
  cardForm<NoteOutcome>({
    callbackId: callbackIds.note,
    block: formBlocks.note,
    send: (ports, at, values) =>
      addNote(ports, { ...at, note: parseText(values, formBlocks.note) }),
    who: "requester or approvers",
    refusal: (outcome, context) =>
      outcome.status === "noted" ? undefined : noteReply(outcome, context).text,
  }),
];

function faultWords(
  status: PartOutcome["status"],
  { tongue: { t } }: ViewContext,
): string | undefined {
  switch (status) {
    case "chosen":
    case "whole":
      return undefined;
    case "approved-before":
      return t`Some of these chapters were approved before. Please choose others.`;
    case "no-such-chapters":
      return t`Please choose a last chapter that does not come before the first.`;
    case "closed":
      return t`This estimate is closed. Please post the manuscript again.`;
  }
}
