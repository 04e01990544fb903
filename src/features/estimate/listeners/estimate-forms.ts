import { type Message, say } from "../../../slack/blocks.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { type Form, cardForm } from "../../actions.ts";
import type { NoteOutcome, TargetOutcome } from "../../approval/rules/decisions.ts";
import { changeReply } from "../../approval/views/decision-replies.ts";
import { callbackIds } from "../../ids.ts";
import { staleCardReply } from "../../short-replies.ts";
import { addNote, chooseChapters, chooseLanguage } from "../actions/change-card.ts";
import type { PartOutcome } from "../rules/card-changes.ts";
import {
  formBlocks,
  parseLanguage,
  parseText,
  parsePartForm,
  partErrorBlock,
} from "../views/card-forms.ts";

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
    reply: partReply,
  }),
  cardForm<TargetOutcome>({
    callbackId: callbackIds.language,
    block: formBlocks.language,
    send: (ports, at, values) =>
      chooseLanguage(ports, { ...at, target: parseLanguage(values) ?? "" }),
    who: "requester or approvers",
    reply: changeReply,
  }),
  cardForm<NoteOutcome>({
    callbackId: callbackIds.note,
    block: formBlocks.note,
    send: (ports, at, values) =>
      addNote(ports, { ...at, note: parseText(values, formBlocks.note) }),
    who: "requester or approvers",
    reply: changeReply,
  }),
];

function partReply(outcome: PartOutcome, context: ViewContext): Message | undefined {
  const { t } = context.locale;
  switch (outcome.status) {
    case "chosen":
    case "whole":
      return undefined;
    case "approved-before":
      return staleCardReply(context);
    case "no-such-chapters":
      return say(t`Please choose a last chapter that does not come before the first.`);
    case "closed":
      return changeReply({ status: "closed" }, context);
  }
}
