import { tell } from "../../../slack/messages.ts";
import type { Routes } from "../../../slack/routes.ts";
import type { Front } from "../../front.ts";
import { takeTermFiles, takeTerms } from "../../glossary/listeners/terms-brought.ts";
import { type PersonMessage, parseMessage } from "../../payloads.ts";
import { receivePosted } from "../actions/hand-in.ts";
import { mentionReply } from "../views/command-replies.ts";
import { named } from "./file-name.ts";

/** A post or mention with files is quoted; terms under a card are noted; a mention or direct message without any is answered with help. */
export function registerManuscriptPosted(routes: Routes, front: Front): void {
  routes.event(["message", "app_mention"], async ({ body }) => {
    const message = parseMessage(body);
    if (message === undefined || message.person === front.botUserId) return;
    const files = await takeTermFiles(front, message);
    if (files.length > 0) await receive(front, { ...message, files });
    if (message.files.length > 0 || (await takeTerms(front, message))) return;
    if (message.isMention || message.isDirect) await explain(front, message);
  });
}

async function receive(front: Front, message: PersonMessage): Promise<void> {
  const { workspace, channel, ts, thread, person: requester } = message;
  const files = await Promise.all(message.files.map((file) => named(front, file)));
  const manuscripts = files.map((file) => ({ file, message: ts, thread }));
  await receivePosted(front.desk, { workspace, channel, requester, manuscripts });
}

async function explain({ clients, speaking }: Front, message: PersonMessage): Promise<void> {
  const { channel, person, thread, ts } = message;
  const isInThread = thread !== ts;
  await tell(
    clients,
    { channel, person, thread: isInThread ? thread : undefined },
    mentionReply(await speaking.to(person)),
  );
}
