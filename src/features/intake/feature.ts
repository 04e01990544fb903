import { conversationOf } from "#features/shared/conversation.ts";
import type { Feature } from "#features/shared/feature.ts";

import { registerTranslateShortcut, translateCommands } from "./commands.ts";
import {
  registerManuscriptPosted,
  registerPersonChanged,
  registerSlackTookAway,
} from "./events.ts";
import { intakeActions, requestFormSent } from "./handlers.ts";
import { batchTotalReply } from "./intake-replies-view.ts";
import { readManuscript } from "./read-manuscript.ts";
import { tellBatchTotal } from "./submit-manuscript.ts";

export const intake = {
  handlers: intakeActions,
  forms: [requestFormSent],
  commands: translateCommands,
  events: [
    registerManuscriptPosted,
    registerSlackTookAway,
    registerPersonChanged,
    registerTranslateShortcut,
  ],
  steps: { read: readManuscript, "tell-batch-total": tellBatchTotal },
  notices: {
    "batch-total": {
      draw: (quote, _, { context }) => batchTotalReply(quote, context),
      where: (quote) => conversationOf(quote, quote.request.batch?.total?.thread),
    },
  },
} as const satisfies Feature;
