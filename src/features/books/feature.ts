import type { Feature } from "#features/shared/feature.ts";

import { bookActions, bookAsked, bookSent, mergeChosen, mergeSent } from "./handlers.ts";

export const books = {
  handlers: bookActions,
  forms: [bookSent, mergeChosen, mergeSent],
  commands: [
    {
      command: "translate",
      word: "book",
      takesWords: true,
      run: (deps, command, { rest }) => bookAsked(deps, command, rest),
    },
  ],
} as const satisfies Feature;
