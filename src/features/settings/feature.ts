import type { Feature } from "#features/shared/feature.ts";
import { settingsPages } from "#features/shared/ids.ts";
import { header } from "#slack/blocks.ts";

import { settingsActions, settingsAsked, settingsSent } from "./handlers.ts";
import { settingsButtons } from "./settings-form-view.ts";

export const settings = {
  handlers: settingsActions,
  forms: [settingsSent],
  commands: [{ command: "translate", word: "settings", run: settingsAsked }],
  home: (_, context) => [
    header(context.locale.t`Galley settings`),
    settingsButtons(
      "home.settings",
      settingsPages.filter((page) => page !== "channel"),
      context,
    ),
  ],
} as const satisfies Feature;
