import { mostResults } from "#domain/estimate/card-model.ts";
import { type Action, action, cardAction, onQuote, onTask } from "#features/shared/action.ts";
import { actionIds, parseTaskMenuValue, resultActionId } from "#features/shared/ids.ts";
import { noResultReplies, strangerReply } from "#features/shared/short-replies-view.ts";

import { openDelivery, findDelivery, openExisting, postFile } from "./deliver-result.ts";
import { deliveryReply, fileReply } from "./delivery-reply-view.ts";

export const deliveryActions: readonly Action[] = [
  // The ⋯ of a result: each entry is a feature's.
  action({
    ids: actionIds.taskMore,
    read: ({ option = "" }) => parseTaskMenuValue(option),
    ack: "first",
    run: async (deps, { item, ...click }) => {
      const outcome = await (item === "file" ? postFile : findDelivery)(deps.ctx, click);
      switch (outcome.status) {
        case "unknown-card":
        case "not-allowed":
        case "not-finished":
          return noResultReplies[outcome.status];
        case "posting":
        case "there":
          return (context) => fileReply(outcome, context);
        case "found":
          // A file is posted and not found: then nothing is left to do.
          return item === "file" ? undefined : await deps.resultEntries[item](deps, click, outcome);
      }
    },
  }),
  action({
    ids: actionIds.lookFirst,
    read: onTask,
    ack: "first",
    run: async (deps, click) => {
      const outcome = await findDelivery(deps.ctx, click);
      return outcome.status === "found"
        ? await deps.resultEntries.look(deps, click, outcome)
        : noResultReplies[outcome.status];
    },
  }),
  // The browser has opened the address already.
  action({
    ids: actionIds.openLink,
    read: () => ({}),
    ack: "first",
    run: async () => undefined,
  }),
  cardAction({
    ids: Array.from({ length: mostResults }, (_, position) => resultActionId(position)),
    read: onTask,
    ack: "first",
    act: openDelivery,
    refusal: (_, context) => strangerReply(context),
    reply: deliveryReply,
  }),
  cardAction({
    ids: actionIds.postFile,
    read: onTask,
    ack: "first",
    act: postFile,
    refusal: (_, context) => strangerReply(context),
    reply: fileReply,
  }),
  cardAction({
    ids: actionIds.existing,
    read: onQuote,
    ack: "first",
    act: openExisting,
    refusal: (_, context) => strangerReply(context),
    reply: deliveryReply,
  }),
];
