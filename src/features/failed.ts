import type { AllMiddlewareArgs, App } from "@slack/bolt";
import { z } from "zod";

import { NotRecorded } from "../core/faults.ts";
import { tell } from "../slack/messages.ts";
import type { ListenerDeps } from "./listener-deps.ts";
import { failureReply, notRecordedReply } from "./short-replies.ts";

type Failure = Pick<AllMiddlewareArgs, "context"> & {
  readonly error: Error & { readonly original?: Error };
  readonly body: unknown;
};

/** Whatever breaks in a listener, the person who waits for it learns of it; Slack delivers events again. */
export function registerFailed(app: App, deps: ListenerDeps): void {
  app.error(async ({ error, body }: Failure) => {
    const cause = error.original ?? error;
    const place = placeOf(body);
    if (place !== undefined) {
      const reply = cause instanceof NotRecorded ? notRecordedReply : failureReply;
      const ports = await deps.speaking.to(place.person);
      await tell(deps.clients, place, reply(ports)).catch(() => undefined); // The fault itself is what has to be seen.
    }
    throw cause;
  });
}

/** Who clicked or typed, and where; nobody for an event. */
function placeOf(body: unknown) {
  const click = clickBody.safeParse(body).data;
  if (click !== undefined) {
    const thread = click.message?.thread_ts ?? click.message?.ts;
    return { channel: click.channel.id, person: click.user.id, thread };
  }
  const command = commandBody.safeParse(body).data;
  return command && { channel: command.channel_id, person: command.user_id };
}

const id = z.string().min(1);

const clickBody = z.object({
  user: z.object({ id }),
  channel: z.object({ id }),
  message: z.object({ ts: id, thread_ts: id.optional() }).optional(),
});

const commandBody = z.object({ command: id, channel_id: id, user_id: id });
