import { type Action, action, cardAction, onQuote, onTask } from "#features/shared/action.ts";
import { actionIds } from "#features/shared/ids.ts";
import { strangerReply } from "#features/shared/short-replies-view.ts";

import { openDelivery, openExisting, postFile } from "./deliver-result.ts";
import { deliveryReply, fileReply } from "./delivery-reply-view.ts";

export const deliveryActions: readonly Action[] = [
  // The browser has opened the address already.
  action({
    ids: actionIds.openLink,
    read: () => ({}),
    ack: "first",
    run: async () => undefined,
  }),
  cardAction({
    ids: actionIds.freshLink,
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
