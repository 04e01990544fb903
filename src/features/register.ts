import type { App } from "@slack/bolt";

import { openRoutes } from "../slack/routes.ts";
import { registerApproveAll } from "./approval/listeners/approve-all.ts";
import { registerDecline } from "./approval/listeners/decline-form.ts";
import { registerCardClicked } from "./estimate/listeners/card-clicked.ts";
import { registerCardMenu } from "./estimate/listeners/card-menu.ts";
import { registerFailed, withAnswers } from "./failed.ts";
import { registerTermsBrought } from "./glossary/listeners/terms-brought.ts";
import { registerTermsReviewed } from "./glossary/listeners/terms-reviewed.ts";
import { registerHomeOpened } from "./home/listeners/home-opened.ts";
import { registerCommands } from "./intake/listeners/commands.ts";
import { registerManuscriptPosted } from "./intake/listeners/manuscript-posted.ts";
import { registerRequestForm, registerShortcutUsed } from "./intake/listeners/request-form.ts";
import type { ListenerDeps } from "./listener-deps.ts";
import { registerRecordsLost } from "./records/listeners/records-lost.ts";
import { registerSettings } from "./settings/listeners/settings.ts";
import { registerTroubleReported } from "./translation/listeners/trouble-reported.ts";
import { registerUnknownSettled } from "./translation/listeners/unknown-settled.ts";

export function registerListeners(app: App, deps: ListenerDeps): void {
  const routes = withAnswers(openRoutes(app, deps.unreadable), deps);
  registerManuscriptPosted(routes, deps);
  registerCardClicked(routes, deps);
  registerCardMenu(routes, deps);
  registerDecline(routes, deps);
  registerApproveAll(routes, deps);
  registerTroubleReported(routes, deps);
  registerCommands(routes, deps);
  registerRequestForm(routes, deps);
  registerShortcutUsed(routes, deps);
  registerHomeOpened(routes, deps);
  registerUnknownSettled(routes, deps);
  registerRecordsLost(routes, deps);
  registerSettings(routes, deps);
  registerTermsReviewed(routes, deps);
  registerTermsBrought(routes, deps);
  registerFailed(app, deps);
}
