import type { App } from "@slack/bolt";

import { receiveManuscript } from "../../usecases/receive-manuscript.ts";
import { type PersonMessage, parseMessage } from "../payloads.ts";
import { tell } from "../tell.ts";
import { mentionReply } from "../views/command-replies.ts";
import type { Front } from "./front.ts";
import { named } from "./named.ts";

/** A post or mention with files is quoted; a mention or direct message without any is answered with help. */
export function registerManuscriptPosted(app: App, front: Front): void {
  app.event(/^(?:message|app_mention)$/u, async ({ body }) => {
    const message = parseMessage(body);
    if (message === undefined || message.person === front.botUserId) return;
    for (const file of message.files) await receive(front, message, file);
    const isForUs = message.isMention || message.isDirect;
    if (message.files.length === 0 && isForUs) await explain(front, message);
  });
}

async function receive(
  front: Front,
  message: PersonMessage,
  file: PersonMessage["files"][number],
): Promise<void> {
  const { workspace, channel, ts, thread, person: requester } = message;
  await receiveManuscript(front.desk, {
    place: { workspace, channel, message: ts, thread },
    requester,
    file: await named(front, file),
  });
}

async function explain({ clients, facts }: Front, message: PersonMessage): Promise<void> {
  const { channel, person, thread, ts } = message;
  const isInThread = thread !== ts;
  await tell(
    clients,
    { channel, person, thread: isInThread ? thread : undefined },
    mentionReply(facts),
  );
}
