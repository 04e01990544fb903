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
import { registerRecordsLost } from "./records-lost.ts";
import { registerRequestForm } from "./request-form.ts";
import { openRoutes } from "./routes.ts";
import { registerSettings } from "./settings.ts";
import { registerShortcutUsed } from "./shortcut-used.ts";
import { registerTermsBrought } from "./terms-brought.ts";
import { registerTermsReviewed } from "./terms-reviewed.ts";
import { registerTroubleReported } from "./trouble-reported.ts";
import { registerUnknownSettled } from "./unknown-settled.ts";

export function registerListeners(app: App, front: Front): void {
  const routes = openRoutes(app);
  registerManuscriptPosted(routes, front);
  registerCardClicked(routes, front);
  registerDecisionNoted(routes, front);
  registerTroubleReported(routes, front);
  registerCommands(routes, front);
  registerRequestForm(routes, front);
  registerShortcutUsed(routes, front);
  registerHomeOpened(routes, front);
  registerUnknownSettled(routes, front);
  registerRecordsLost(routes, front);
  registerSettings(routes, front);
  registerAway(routes, front);
  registerPartChosen(routes, front);
  registerTermsReviewed(routes, front);
  registerTermsBrought(routes, front);
  registerFailed(app, front);
}
