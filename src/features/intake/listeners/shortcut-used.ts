import { answer } from "../../../slack/messages.ts";
import type { Routes } from "../../../slack/routes.ts";
import type { Front } from "../../front.ts";
import { callbackIds } from "../../ids.ts";
import { parseFiles } from "../../payloads.ts";
import { noFileReply } from "../../short-replies.ts";
import { openForm } from "./request-form.ts";

/**
 * "Translate this file" on a message, also on one that was posted before the bot came: the form, with the
 * message's files chosen.
 */
export function registerShortcutUsed(routes: Routes, front: Front): void {
  routes.messageShortcut(callbackIds.translateManuscript, async ({ ack, shortcut, respond }) => {
    await ack();
    const { trigger_id: trigger, message, message_ts: ts, user, team } = shortcut;
    const files = parseFiles(message);
    if (files.length === 0) {
      const reply = noFileReply(await front.speaking.to(user.id));
      return await answer(front, { respond, address: shortcut.response_url }, reply);
    }
    const workspace = team?.id ?? user.team_id ?? "";
    const chosen = files.map(({ id, name }) => ({ id, name: name ?? "manuscript", ts }));
    return await openForm(front, {
      trigger,
      person: user.id,
      workspace,
      channel: shortcut.channel.id,
      chosen,
    });
  });
}
