import type { App } from "@slack/bolt";

import { callbackIds } from "../ids.ts";
import { parseFiles } from "../payloads.ts";
import { noFileReply } from "../views/short-replies.ts";
import { answer } from "./answer.ts";
import { askFor } from "./ask-for.ts";
import type { Front } from "./front.ts";
import { named } from "./named.ts";

/** "Translate this file" on a message: the way to a manuscript that was posted before the bot came. */
export function registerShortcutUsed(app: App, front: Front): void {
  const callback_id = callbackIds.translateManuscript;
  app.shortcut({ callback_id, type: "message_action" }, async ({ ack, shortcut, respond }) => {
    const { channel, message, message_ts: ts, user, team } = shortcut;
    const workspace = team?.id ?? user.team_id ?? "";
    const thread: unknown = message["thread_ts"];
    const replies = [];
    for (const posted of parseFiles(message)) {
      const file = await named(front, posted);
      const answerIn = typeof thread === "string" ? thread : ts;
      const manuscripts = [{ file, message: ts, thread: answerIn }];
      const handed = { workspace, channel: channel.id, requester: user.id, manuscripts };
      replies.push(await askFor(front, handed));
    }
    await ack();
    const asked = { respond, address: shortcut.response_url };
    for (const reply of replies.length === 0 ? [noFileReply] : replies) {
      await answer(front, asked, reply);
    }
  });
}
