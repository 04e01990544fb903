import type { Feature } from "#features/shared/feature.ts";

import { homeActions, redrawHome, registerHomeOpened, statusAsked } from "./handlers.ts";

export const home = {
  handlers: homeActions,
  commands: [
    {
      command: "translate",
      word: "status",
      // Manuscripts are looked for by the words.
      takesWords: true,
      run: (deps, command, { rest }) => statusAsked(deps, command, rest),
    },
  ],
  events: [registerHomeOpened],
  afterClick: redrawHome,
} as const satisfies Feature;
