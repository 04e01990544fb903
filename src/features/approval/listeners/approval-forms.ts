import { type Form, cardForm } from "../../actions.ts";
import { formBlocks, parseText } from "../../estimate/views/card-forms.ts";
import { callbackIds } from "../../ids.ts";
import { declineQuote } from "../actions/decide.ts";
import type { DeclineOutcome } from "../rules/decisions.ts";
import { changeReply } from "../views/decision-replies.ts";

export const approvalForms: readonly Form[] = [
  cardForm<DeclineOutcome>({
    callbackId: callbackIds.decline,
    block: formBlocks.reason,
    send: (ports, at, values) =>
      declineQuote(ports, { ...at, note: parseText(values, formBlocks.reason) }),
    who: "requester or approvers",
    reply: changeReply,
  }),
];
