import type { App } from "@slack/bolt";

import { maySeeBalance } from "../../domain/rights.ts";
import { slackCall } from "../clients.ts";
import { homeView } from "../views/home.ts";
import type { Front } from "./front.ts";

/** The Home tab is drawn anew each time somebody opens it. */
export function registerHomeOpened(app: App, { desk, facts, clients }: Front): void {
  app.event("app_home_opened", async ({ event, body }) => {
    if (event.tab !== "home") return;
    const value = `${body.team_id}/${event.user}`;
    const [mine, person, roles] = await Promise.all([
      desk.ledger.list("person", value, { offset: 0, limit: 50 }),
      desk.people.find(event.user),
      desk.people.roles(),
    ]);
    const view = homeView({
      mine,
      desk: facts,
      isAdmin: maySeeBalance(person, roles),
      direct: event.channel,
    });
    await slackCall(() => clients.steady.views.publish({ user_id: event.user, view }));
  });
}
