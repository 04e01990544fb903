import { type Form, cardForm } from "../../actions.ts";
import { formBlocks, parseText } from "../../estimate/views/card-forms.ts";
import { callbackIds } from "../../ids.ts";
import { declineQuote } from "../actions/decide.ts";
import type { DeclineOutcome } from "../rules/decisions.ts";
import { declineReply } from "../views/decision-replies.ts";

export const approvalForms: readonly Form[] = [
  cardForm<DeclineOutcome>({
    callbackId: callbackIds.decline,
    block: formBlocks.reason,
    send: (ports, at, values) =>
      declineQuote(ports, { ...at, note: parseText(values, formBlocks.reason) }),
    who: "requester or approvers",
    refusal: (outcome, context) =>
      outcome.status === "declined" ? undefined : declineReply(outcome, context).text,
  }),
];
