import type { App } from "@slack/bolt";

import { openRoutes } from "../slack/routes.ts";
import type { Action, Form } from "./actions.ts";
import { approvalActions } from "./approval/listeners/approval-actions.ts";
import { approvalForms } from "./approval/listeners/approval-forms.ts";
import { bookActions } from "./books/listeners/book-actions.ts";
import { deliveryActions } from "./delivery/listeners/delivery-actions.ts";
import { estimateActions } from "./estimate/listeners/estimate-actions.ts";
import { estimateForms } from "./estimate/listeners/estimate-forms.ts";
import { exportSent } from "./exports/listeners/export-forms.ts";
import { registerFailed, withAnswers } from "./failed.ts";
import { termsActions, termsSent } from "./glossary/listeners/terms-actions.ts";
import { homeActions, registerHomeOpened } from "./home/listeners/home-opened.ts";
import { registerCommands } from "./intake/listeners/commands.ts";
import { intakeActions, requestFormSent } from "./intake/listeners/intake-actions.ts";
import {
  registerManuscriptPosted,
  registerSlackTookAway,
} from "./intake/listeners/manuscript-posted.ts";
import type { ListenerDeps } from "./listener-deps.ts";
import { recordsActions } from "./records/listeners/records-lost.ts";
import { settingsActions, settingsSent } from "./settings/listeners/settings.ts";
import { resultActions, troubleSent } from "./translation/listeners/trouble-reported.ts";
import { settleActions, taskIdSent } from "./translation/listeners/unknown-settled.ts";

/** Every button and menu. */
export const actions: readonly Action[] = [
  ...intakeActions,
  ...estimateActions,
  ...approvalActions,
  ...deliveryActions,
  ...bookActions,
  ...resultActions,
  ...settleActions,
  ...termsActions,
  ...settingsActions,
  ...homeActions,
  ...recordsActions,
];

/** Every form that can be submitted. */
const forms: readonly Form[] = [
  requestFormSent,
  ...estimateForms,
  ...approvalForms,
  troubleSent,
  exportSent,
  taskIdSent,
  termsSent,
  settingsSent,
];

export function registerListeners(app: App, deps: ListenerDeps): void {
  const routes = withAnswers(openRoutes(app, deps.unreadable), deps);
  for (const { ids, listener } of actions) routes.action(ids, (click) => listener(deps, click));
  for (const { callbackId, listener } of forms) {
    routes.view(callbackId, (sent) => listener(deps, sent));
  }
  registerManuscriptPosted(routes, deps);
  registerSlackTookAway(routes, deps);
  registerCommands(routes, deps);
  registerHomeOpened(routes, deps);
  registerFailed(app, deps);
}
