import type { App } from "@slack/bolt";

import { registerAway } from "./away.ts";
import { registerCardClicked } from "./card-clicked.ts";
import { registerCommands } from "./commands.ts";
import { registerDecisionNoted } from "./decision-noted.ts";
import { registerFailed } from "./failed.ts";
import type { Front } from "./front.ts";
import { registerHomeOpened } from "./home-opened.ts";
import { registerManuscriptPosted } from "./manuscript-posted.ts";
import { registerPartChosen } from "./part-chosen.ts";
import { registerRequestForm } from "./request-form.ts";
import { registerSettings } from "./settings.ts";
import { registerShortcutUsed } from "./shortcut-used.ts";
import { registerTermsBrought } from "./terms-brought.ts";
import { registerTermsReviewed } from "./terms-reviewed.ts";
import { registerTroubleReported } from "./trouble-reported.ts";
import { registerUnknownSettled } from "./unknown-settled.ts";

/** Few on purpose: Bolt asks every listener about every delivery. */
export function registerListeners(app: App, front: Front): void {
  registerManuscriptPosted(app, front);
  registerCardClicked(app, front);
  registerDecisionNoted(app, front);
  registerTroubleReported(app, front);
  registerCommands(app, front);
  registerRequestForm(app, front);
  registerShortcutUsed(app, front);
  registerHomeOpened(app, front);
  registerUnknownSettled(app, front);
  registerSettings(app, front);
  registerAway(app, front);
  registerPartChosen(app, front);
  registerTermsReviewed(app, front);
  registerTermsBrought(app, front);
  registerFailed(app, front);
}
