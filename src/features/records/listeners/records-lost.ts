import { z } from "zod";

import { tell } from "../../../slack/messages.ts";
import type { Routes } from "../../../slack/routes.ts";
import { actionIds } from "../../ids.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { goOnWithout } from "../actions/records.ts";
import { goOnReply } from "../views/records-replies.ts";

/** The admins' button after the store was emptied. */
export function registerRecordsLost(routes: Routes, deps: ListenerDeps): void {
  routes.action(actionIds.goOn, async ({ ack, body }) => {
    const click = clickBody.safeParse(body).data;
    if (click === undefined) {
      deps.unreadable(body);
      return await ack();
    }
    const { user, channel } = click;
    const outcome = await goOnWithout(deps.ports, user.id);
    await ack();
    const place = { channel: channel.id, person: user.id };
    await tell(deps.clients, place, goOnReply(outcome, await deps.speaking.to(user.id)));
  });
}

const id = z.string().min(1);
const clickBody = z.object({
  user: z.object({ id }),
  channel: z.object({ id }),
});
