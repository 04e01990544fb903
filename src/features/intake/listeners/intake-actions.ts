import { encodings } from "../../../core/manuscript.ts";
import { type Action, action, cardAction, onQuote } from "../../actions.ts";
import { actionIds, encodingActionId, parseTaskValue } from "../../ids.ts";
import { chooseEncoding, doubtEncoding } from "../actions/read-manuscript.ts";
import { doubtReply, encodingReply } from "../views/encodings.ts";
import { openRequestForm } from "./request-form.ts";

export const intakeActions: readonly Action[] = [
  cardAction({
    ids: encodings.map(encodingActionId),
    read: ({ value }) => {
      const { quoteId = "", key } = parseTaskValue(value) ?? {};
      const encoding = encodings.find((known) => known === key);
      return encoding && { quoteId, encoding };
    },
    act: chooseEncoding,
    who: "requester or approvers",
    reply: encodingReply,
  }),
  cardAction({
    ids: actionIds.doubtEncoding,
    read: onQuote,
    act: doubtEncoding,
    who: "requester or approvers",
    reply: doubtReply,
  }),
  // On the Home tab; its value is the direct message with the one who clicked.
  action({
    ids: actionIds.openForm,
    read: ({ value }) => (value === "" ? undefined : { channel: value }),
    ack: "first",
    run: async (deps, click) => {
      const refused = await openRequestForm(deps, click);
      return refused && (() => refused);
    },
  }),
];
