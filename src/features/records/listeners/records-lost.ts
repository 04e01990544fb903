import { type Action, action } from "../../actions.ts";
import { actionIds } from "../../ids.ts";
import { goOnWithout } from "../actions/records.ts";
import { goOnReply } from "../views/records-replies.ts";

export const recordsActions: readonly Action[] = [
  // The admins' button after the store was emptied.
  action({
    ids: actionIds.goOn,
    read: () => ({}),
    ack: "recorded",
    run: async ({ ports }, { person }) => {
      const outcome = await goOnWithout(ports, person);
      return (context) => goOnReply(outcome, context);
    },
  }),
];
