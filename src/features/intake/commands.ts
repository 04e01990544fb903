import type { SlashCommand } from "@slack/bolt";

import { findLanguages, nearest } from "#domain/intake/find-languages.ts";
import type { ListenerDeps } from "#features/shared/action.ts";
import type { Command } from "#features/shared/feature.ts";
import { callbackIds } from "#features/shared/ids.ts";
import { filesLeft } from "#features/shared/payloads.ts";
import { nothingFoundReply } from "#features/shared/short-replies-view.ts";
import type { Message } from "#slack/blocks.ts";
import { vocabularyFor } from "#slack/i18n/vocabulary.ts";
import type { Routes } from "#slack/intake.ts";
import { answer } from "#slack/messages.ts";

import { askFor, openRequestForm } from "./handlers.ts";
import { helpReply, noFileReply, typoReply } from "./intake-replies-view.ts";

/** What `/translate` answers beside the words of other features. */
export const translateCommands: readonly Command[] = [
  {
    command: "translate",
    word: "help",
    run: async (deps, { user_id }) => helpReply(await deps.contexts.forPerson(user_id)),
  },
  {
    command: "translate",
    run: async (deps, command, { known }) => {
      const { trigger_id: trigger, user_id: person, channel_id: channel } = command;
      const words = command.text.trim();
      return words === ""
        ? await openRequestForm(deps, { trigger, person, channel })
        : await ask(deps, command, { words, known });
    },
  },
];

/**
 * The shortcut "Translate this file" on a message, also on one that was posted before the bot came. It
 * is acknowledged at once and answered to the person alone.
 */
export function registerTranslateShortcut(routes: Routes, deps: ListenerDeps): void {
  routes.messageShortcut(callbackIds.translateManuscript, async ({ ack, shortcut, respond }) => {
    await ack();
    const { trigger_id: trigger, message, message_ts: ts, user, channel } = shortcut;
    const files = filesLeft(message).map(({ id, name = "manuscript" }) => ({ id, name, ts }));
    const reply =
      files.length === 0
        ? noFileReply(await deps.contexts.forPerson(user.id))
        : await openRequestForm(deps, {
            trigger,
            person: user.id,
            channel: channel.id,
            chosen: files,
          });
    if (reply !== undefined) {
      const { response_url: address } = shortcut;
      await answer(deps, { respond, address, person: user.id, channel: channel.id }, reply);
    }
  });
}

/** Quotes the manuscripts of the newest message that has any, for the languages that were typed. */
async function ask(
  deps: ListenerDeps,
  command: SlashCommand,
  { words, known }: { readonly words: string; readonly known: readonly string[] },
): Promise<Message> {
  const { ctx } = deps;
  const context = await deps.contexts.forPerson(command.user_id);
  const match = findLanguages(words, vocabularyFor(ctx.setup));
  if (match.status === "unknown") {
    const subcommand = nearest(
      match.word.toLowerCase(),
      known.map((word) => [word, word] as const),
    );
    return typoReply(match.word, { subcommand, language: match.near }, context);
  }
  const recent = (await deps.recent({ channel: command.channel_id })) ?? [];
  const newest = recent.filter(({ ts }) => ts === recent[0]?.ts);
  if (newest.length === 0) return nothingFoundReply(context);
  return await askFor(deps, {
    channel: command.channel_id,
    requester: command.user_id,
    manuscripts: newest,
    targets: match.codes,
  });
}
