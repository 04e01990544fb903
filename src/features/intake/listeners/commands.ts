import type { SlashCommand } from "@slack/bolt";

import type { Message } from "../../../slack/blocks.ts";
import { spokenLanguages } from "../../../slack/i18n/locale.ts";
import type { Routes } from "../../../slack/intake.ts";
import { answer } from "../../../slack/messages.ts";
import { glossaryAsked } from "../../glossary/listeners/terms-actions.ts";
import { statusAsked } from "../../home/listeners/home-opened.ts";
import { commandNames } from "../../ids.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { settingsAsked } from "../../settings/listeners/settings.ts";
import { showMoney } from "../../spending/listeners/money-asked.ts";
import { findLanguages, vocabularyOf, nearest } from "../rules/find-languages.ts";
import { helpReply, nothingFoundReply, typoReply } from "../views/command-replies.ts";
import { askFor, openRequestForm } from "./request-form.ts";

/** Registers `/translate …` and `/translate-usage`: acknowledged at once, answered to the person who typed. */
export function registerCommands(routes: Routes, deps: ListenerDeps): void {
  routes.command(async ({ ack, command, respond }) => {
    await ack();
    const asked = { respond, address: command.response_url };
    const word = command.text.trim();
    if (word.length > commandChars) {
      return await answer(deps, asked, helpReply(await deps.contexts.forPerson(command.user_id)));
    }
    if (command.command === commandNames.usage) {
      return await answer(deps, asked, await showMoney(deps, command));
    }
    if (word === "") {
      const refused = await openRequestForm(deps, {
        trigger: command.trigger_id,
        person: command.user_id,
        channel: command.channel_id,
      });
      return refused && (await answer(deps, asked, refused));
    }
    const said = await translate(deps, command, word);
    if (said !== undefined) await answer(deps, asked, said);
  });
}

/** No valid command is longer. */
const commandChars = 500;

/** Returns the reply; undefined when a form opens instead. */
type Subcommand = (
  deps: ListenerDeps,
  command: SlashCommand,
  /** The words after it. */
  rest: string | undefined,
) => Promise<Message | undefined>;

const subcommands: ReadonlyMap<string, Subcommand> = new Map<string, Subcommand>([
  ["help", async (deps, { user_id }) => helpReply(await deps.contexts.forPerson(user_id))],
  ["status", statusAsked],
  ["glossary", glossaryAsked],
  ["settings", settingsAsked],
]);

async function translate(
  deps: ListenerDeps,
  command: SlashCommand,
  words: string,
): Promise<Message | undefined> {
  const [, name = "", rest] = /^(\S+)(?:\s+(\S.*))?$/su.exec(words) ?? [];
  const subcommand = subcommands.get(name.toLowerCase());
  // Only a status is looked for by further words; `/translate glossary klingon` names no language.
  const isAlone = rest === undefined || subcommand === statusAsked;
  return subcommand !== undefined && isAlone
    ? await subcommand(deps, command, rest)
    : await ask(deps, command, words);
}

/** Quotes the manuscripts of the newest message that has any, for the languages that were typed. */
async function ask(deps: ListenerDeps, command: SlashCommand, word: string): Promise<Message> {
  const { ports } = deps;
  const context = await deps.contexts.forPerson(command.user_id);
  const found = findLanguages(word, vocabularyOf(ports.rules.languages, spokenLanguages));
  if (found.status === "unknown") {
    const subcommand = nearest(
      found.word.toLowerCase(),
      [...subcommands.keys()].map((word) => [word, word] as const),
    );
    return typoReply(found.word, { subcommand, language: found.near }, context);
  }
  const recent = (await deps.recent(command.channel_id)) ?? [];
  const newest = recent.filter(({ ts }) => ts === recent[0]?.ts);
  if (newest.length === 0) return nothingFoundReply(context);
  return await askFor(deps, {
    channel: command.channel_id,
    requester: command.user_id,
    manuscripts: newest.map(({ id, name, ts, thread }) => ({
      file: { id, name },
      message: ts,
      thread,
    })),
    targets: found.codes,
  });
}
