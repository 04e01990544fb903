import type { SlashCommand } from "@slack/bolt";

import type { Message } from "../../../slack/blocks.ts";
import { spokenLanguages } from "../../../slack/i18n/tongues.ts";
import { answer } from "../../../slack/messages.ts";
import type { Routes } from "../../../slack/routes.ts";
import { findTerms } from "../../glossary/actions/look-up-terms.ts";
import { openTerms } from "../../glossary/listeners/terms-reviewed.ts";
import { showStatus } from "../../home/actions/show-home.ts";
import { linksTo } from "../../home/listeners/card-links.ts";
import { newestFirst } from "../../home/views/quote-line.ts";
import { commandNames } from "../../ids.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { settingsOf } from "../../settings/listeners/settings.ts";
import { showMoney } from "../../spending/listeners/money-asked.ts";
import { findLanguages, vocabularyOf } from "../rules/find-languages.ts";
import { nearest } from "../rules/nearest.ts";
import {
  glossaryReply,
  helpReply,
  noManuscriptReply,
  statusLimit,
  statusReply,
  typoReply,
} from "../views/command-replies.ts";
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
async function translate(
  deps: ListenerDeps,
  command: SlashCommand,
  word: string,
): Promise<Message | undefined> {
  const status = /^status(?:\s+(?<search>\S.*))?$/iu.exec(word);
  if (status !== null) return await statusOf(deps, command, status.groups?.["search"]);
  switch (word.toLowerCase()) {
    case "help":
      return helpReply(await deps.contexts.forPerson(command.user_id));
    case "glossary":
      return await glossaryOf(deps, command);
    case "settings":
      return await settingsOf(deps, command);
    default:
      return await ask(deps, command, word);
  }
}

const subcommands = ["help", "status", "glossary", "settings"].map((word) => [word, word] as const);

async function statusOf(
  deps: ListenerDeps,
  { user_id: person }: SlashCommand,
  search: string | undefined,
): Promise<Message> {
  const quotes = await showStatus(deps.ports, { person, search });
  const links = await linksTo(deps, person, newestFirst(quotes).slice(0, statusLimit));
  return statusReply(quotes, { context: await deps.contexts.forPerson(person), search, links });
}

/** Quotes the manuscripts of the newest message that has any, for the languages that were typed. */
async function ask(deps: ListenerDeps, command: SlashCommand, word: string): Promise<Message> {
  const { ports } = deps;
  const context = await deps.contexts.forPerson(command.user_id);
  const found = findLanguages(word, vocabularyOf(ports.rules.languages, spokenLanguages));
  if (found.status === "unknown") {
    const subcommand = nearest(found.word.toLowerCase(), subcommands);
    return typoReply(found.word, { subcommand, language: found.near }, context);
  }
  const recent = (await deps.recent(command.channel_id)) ?? [];
  const newest = recent.filter(({ ts }) => ts === recent[0]?.ts);
  if (newest.length === 0) return noManuscriptReply(context);
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

/** Opens the terms directly if there are any, so that no further click is needed. */
async function glossaryOf(deps: ListenerDeps, command: SlashCommand): Promise<Message | undefined> {
  const { channel_id: channel, user_id: person } = command;
  const found = await findTerms(deps.ports, channel);
  if (found.status === "none") return glossaryReply(found, await deps.contexts.forPerson(person));
  await openTerms(deps, { ...found, person, trigger: command.trigger_id });
  return undefined;
}
