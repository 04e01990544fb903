import type { SlashCommand } from "@slack/bolt";

import { findLanguages, vocabularyOf, nearest } from "#domain/intake/find-languages.ts";
import { glossaryAsked } from "#features/glossary/handlers.ts";
import { statusAsked } from "#features/home/handlers.ts";
import { settingsAsked } from "#features/settings/handlers.ts";
import type { ListenerDeps } from "#features/shared/action.ts";
import { callbackIds, commandNames } from "#features/shared/ids.ts";
import { filesLeft } from "#features/shared/payloads.ts";
import { showMoney } from "#features/spending/handlers.ts";
import type { Message } from "#slack/blocks.ts";
import { spokenLanguages } from "#slack/i18n/locale.ts";
import type { Routes } from "#slack/intake.ts";
import { answer } from "#slack/messages.ts";

import { askFor, openRequestForm } from "./handlers.ts";
import { helpReply, noFileReply, nothingFoundReply, typoReply } from "./intake-replies-view.ts";

/**
 * Registers the commands, and the shortcut "Translate this file" on a message, also on one that was
 * posted before the bot came. They are acknowledged at once and answered to the person alone.
 */
export function registerCommands(routes: Routes, deps: ListenerDeps): void {
  routes.command(async ({ ack, command, respond }) => {
    await ack();
    const reply = await replyTo(deps, command);
    if (reply !== undefined) await answer(deps, { respond, address: command.response_url }, reply);
  });

  routes.messageShortcut(callbackIds.translateManuscript, async ({ ack, shortcut, respond }) => {
    await ack();
    const { trigger_id: trigger, message, message_ts: ts, user, channel } = shortcut;
    const chosen = filesLeft(message).map(({ id, name = "manuscript" }) => ({ id, name, ts }));
    const reply =
      chosen.length === 0
        ? noFileReply(await deps.contexts.forPerson(user.id))
        : await openRequestForm(deps, { trigger, person: user.id, channel: channel.id, chosen });
    if (reply !== undefined) await answer(deps, { respond, address: shortcut.response_url }, reply);
  });
}

const commandChars = 500;

type Subcommand = (
  deps: ListenerDeps,
  command: SlashCommand,
  rest: string | undefined,
) => Promise<Message | undefined>;

const subcommands: ReadonlyMap<string, Subcommand> = new Map<string, Subcommand>([
  ["help", async (deps, { user_id }) => helpReply(await deps.contexts.forPerson(user_id))],
  ["status", statusAsked],
  ["glossary", glossaryAsked],
  ["settings", settingsAsked],
]);

/** Returns undefined when a form opens instead. */
async function replyTo(deps: ListenerDeps, command: SlashCommand): Promise<Message | undefined> {
  const { trigger_id: trigger, user_id: person, channel_id: channel } = command;
  const words = command.text.trim();
  if (words.length > commandChars) return helpReply(await deps.contexts.forPerson(person));
  if (command.command === commandNames.usage) return await showMoney(deps, command);
  if (words === "") return await openRequestForm(deps, { trigger, person, channel });
  const [, name = "", rest] = /^(\S+)(?:\s+(\S.*))?$/su.exec(words) ?? [];
  const subcommand = subcommands.get(name.toLowerCase());
  // Only a status is looked for by further words; `/translate glossary klingon` names no language.
  const isSoleBuyer = rest === undefined || subcommand === statusAsked;
  return subcommand !== undefined && isSoleBuyer
    ? await subcommand(deps, command, rest)
    : await ask(deps, command, words);
}

/** Quotes the manuscripts of the newest message that has any, for the languages that were typed. */
async function ask(deps: ListenerDeps, command: SlashCommand, word: string): Promise<Message> {
  const { ctx } = deps;
  const context = await deps.contexts.forPerson(command.user_id);
  const found = findLanguages(word, vocabularyOf(ctx.setup.languages, spokenLanguages));
  if (found.status === "unknown") {
    const subcommand = nearest(
      found.word.toLowerCase(),
      [...subcommands.keys()].map((word) => [word, word] as const),
    );
    return typoReply(found.word, { subcommand, language: found.near }, context);
  }
  const recent = (await deps.recent({ channel: command.channel_id })) ?? [];
  const newest = recent.filter(({ ts }) => ts === recent[0]?.ts);
  if (newest.length === 0) return nothingFoundReply(context);
  return await askFor(deps, {
    channel: command.channel_id,
    requester: command.user_id,
    manuscripts: newest,
    targets: found.codes,
  });
}
