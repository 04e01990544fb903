import type { Feature } from "#features/shared/feature.ts";

import { bookActions, bookAsked } from "./handlers.ts";

export const books = {
  handlers: bookActions,
  commands: [
    {
      command: "translate",
      word: "book",
      takesWords: true,
      run: (deps, command, { rest }) => bookAsked(deps, command, rest),
    },
  ],
} as const satisfies Feature;
