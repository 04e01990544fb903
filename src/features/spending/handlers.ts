import type { SlashCommand } from "@slack/bolt";

import { parseMonth } from "#domain/spending/spend.ts";
import type { ListenerDeps } from "#features/shared/action.ts";
import { notAdminReply, sentReply } from "#features/shared/short-replies-view.ts";
import type { Message } from "#slack/blocks.ts";
import { sendFile } from "#slack/files.ts";

import { showSpending, showUsage } from "./show-usage.ts";
import { spendCsv } from "./spend-csv.ts";
import { nothingChargedReply, csvUsageReply, usageFailedReply, usageReply } from "./usage-view.ts";

/** Answers `/translate-usage`, for admins: the account, or with `csv` a month's runs as a file. */
export async function showMoney(deps: ListenerDeps, command: SlashCommand): Promise<Message> {
  const [word, month, ...more] = command.text.trim().toLowerCase().split(/\s+/u);
  if (word === "") return await showAccount(deps, command);
  const isMonth = month === undefined || parseMonth(month) !== undefined;
  return word === "csv" && isMonth && more.length === 0
    ? await sendCsv(deps, command, month)
    : csvUsageReply((await deps.contexts.forPerson(command.user_id)).locale);
}

async function showAccount(
  { ctx, contexts }: ListenerDeps,
  { user_id: person }: SlashCommand,
): Promise<Message> {
  const outcome = await showUsage(ctx, { person });
  const context = await contexts.forPerson(person);
  switch (outcome.status) {
    case "usage":
      return usageReply(outcome, context.locale);
    case "not-allowed":
      return notAdminReply(context);
    case "partner-trouble":
      return usageFailedReply(outcome.fault, context);
  }
}

async function sendCsv(
  { ctx, clients, contexts }: ListenerDeps,
  { user_id: person }: SlashCommand,
  month: string | undefined,
): Promise<Message> {
  const spending = await showSpending(ctx, { person, month });
  const context = await contexts.forPerson(person);
  if (spending === undefined) return notAdminReply(context);
  if (spending.rows.length === 0) return nothingChargedReply(spending.month, context.locale);
  const name = `galley-spending-${spending.month}.csv`;
  await sendFile(clients, { channel: person }, { name, content: spendCsv(spending.rows) });
  return sentReply(name, context);
}
