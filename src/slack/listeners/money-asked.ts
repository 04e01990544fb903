import type { SlashCommand } from "@slack/bolt";

import { parseMonth, spendCsv } from "../../domain/spend.ts";
import { showSpending, showUsage } from "../../usecases/show-usage.ts";
import { openDirect } from "../own-messages.ts";
import { shareUpload, uploadUnshared } from "../uploads.ts";
import type { Message } from "../views/blocks.ts";
import { notAdminReply } from "../views/short-replies.ts";
import { csvSentReply, csvUsageReply } from "../views/spending-blocks.ts";
import { usageFailedReply, usageReply } from "../views/usage-reply.ts";
import type { Front } from "./front.ts";

/** `/translate-usage`: the account, or with `csv` a month's runs as a file, to an admin alone. */
export async function showMoney(front: Front, command: SlashCommand): Promise<Message> {
  const [word, month, ...more] = command.text.trim().toLowerCase().split(/\s+/u);
  if (word === "") return await showAccount(front, command);
  const known = month === undefined || parseMonth(month) !== undefined;
  return word === "csv" && known && more.length === 0
    ? await sendCsv(front, command, month)
    : csvUsageReply;
}

async function showAccount({ desk }: Front, command: SlashCommand): Promise<Message> {
  const outcome = await showUsage(desk, { person: command.user_id, workspace: command.team_id });
  switch (outcome.status) {
    case "usage":
      return usageReply(outcome);
    case "not-allowed":
      return notAdminReply;
    case "partner-trouble":
      return usageFailedReply(outcome.fault);
  }
}

async function sendCsv(
  { desk, clients }: Front,
  { user_id: person, team_id: workspace }: SlashCommand,
  month: string | undefined,
): Promise<Message> {
  const outcome = await showSpending(desk, { person, workspace, month });
  if (outcome.status === "not-allowed") return notAdminReply;
  if (outcome.rows.length === 0) return csvSentReply(outcome);
  const name = `galley-spending-${outcome.month}.csv`;
  const content = spendCsv(outcome.rows);
  const channel = await openDirect(clients.steady, person);
  const fileId = await uploadUnshared(clients.once, { name, content });
  await shareUpload(clients.once, { where: { channel }, fileId, title: name });
  return csvSentReply(outcome);
}
