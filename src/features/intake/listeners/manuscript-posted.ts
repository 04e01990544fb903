import { acknowledgeEvent } from "../../../slack/intake.ts";
import { tell } from "../../../slack/messages.ts";
import type { Routes } from "../../../slack/routes.ts";
import { partTermFiles, takeTerms } from "../../glossary/listeners/terms-brought.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { type PersonMessage, isFirst, parseMessage } from "../../payloads.ts";
import { receivePosted } from "../actions/hand-in.ts";
import { mentionReply, tooManyReply } from "../views/command-replies.ts";
import { named } from "./file-name.ts";

/** A post or mention with files is quoted; terms under a card are noted; a mention or direct message without any is answered with help. */
export function registerManuscriptPosted(routes: Routes, deps: ListenerDeps): void {
  routes.event(["message", "app_mention"], async ({ body, context }) => {
    const message = parseMessage(body);
    if (message === undefined || message.person === deps.botUserId) return;
    const { files, lookAtTables } = await partTermFiles(deps, message);
    if (files.length > 0) await receive(deps, { ...message, files });
    if (lookAtTables !== undefined) {
      await acknowledgeEvent(context);
      await lookAtTables();
    }
    if (message.files.length > 0 || (await takeTerms(deps, message))) return;
    const isCalled = message.isMention || message.isDirect;
    if (isCalled && (await isFirst(deps, message))) await explain(deps, message);
  });
}

async function receive(deps: ListenerDeps, message: PersonMessage): Promise<void> {
  const { channel, ts, thread, person: requester } = message;
  const files = await Promise.all(message.files.map((file) => named(deps, file)));
  const manuscripts = files.map((file) => ({ file, message: ts, thread }));
  const room = await receivePosted(deps.ports, { channel, requester, manuscripts });
  if (room.status === "room" || !(await isFirst(deps, message))) return;
  const place = { channel, person: requester, thread: thread === ts ? undefined : thread };
  await tell(deps.clients, place, tooManyReply(room, await deps.speaking.to(requester)));
}

async function explain({ clients, speaking }: ListenerDeps, message: PersonMessage): Promise<void> {
  const { channel, person, thread, ts } = message;
  const isInThread = thread !== ts;
  await tell(
    clients,
    { channel, person, thread: isInThread ? thread : undefined },
    mentionReply(await speaking.to(person)),
  );
}
