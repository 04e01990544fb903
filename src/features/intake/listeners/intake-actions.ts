import { encodings } from "../../../core/manuscript.ts";
import { say } from "../../../slack/blocks.ts";
import { type Action, action, cardAction, onQuote } from "../../actions.ts";
import { changeReply } from "../../approval/views/decision-replies.ts";
import { actionIds, encodingActionId, parsePostedValue, parseTaskValue } from "../../ids.ts";
import { fileGoneError } from "../../short-replies.ts";
import { chooseEncoding, doubtEncoding } from "../actions/read-manuscript.ts";
import { doubtReply } from "../views/encodings.ts";
import { askFor, chosenFiles, openRequestForm, showMoreOptions } from "./request-form.ts";

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
    reply: changeReply,
  }),
  cardAction({
    ids: actionIds.doubtEncoding,
    read: onQuote,
    act: doubtEncoding,
    who: "requester or approvers",
    reply: doubtReply,
  }),
  // Shown under a file in the thread of a finished card, to the person who posted it.
  action({
    ids: actionIds.newManuscript,
    read: ({ value }) => parsePostedValue(value),
    ack: "first",
    run: async (deps, { person, channel, thread, ts, fileIds }) => {
      const files = await chosenFiles(deps, { person, channel }, fileIds);
      if (files === undefined) return (context) => say(fileGoneError(context));
      const manuscripts = files.map(({ id, name }) => ({
        file: { id, name },
        message: ts,
        thread,
      }));
      const reply = await askFor(deps, { channel, requester: person, manuscripts });
      return () => reply;
    },
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
  action({
    ids: actionIds.moreOptions,
    read: () => ({}),
    ack: "first",
    run: async (deps, click) => {
      await showMoreOptions(deps, click);
      return undefined;
    },
  }),
];
