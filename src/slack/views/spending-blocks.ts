import type { KnownBlock } from "@slack/types";

import { type Share, type SpendRow, sharesOf, totalOf } from "../../domain/spend.ts";
import { channelMention, mention, outside } from "../mrkdwn.ts";
import { type Message, context, say, section } from "./blocks.ts";
import { amount, bar, counted, credits, percentOf } from "./words.ts";

type Spending = { readonly month: string; readonly rows: readonly SpendRow[] };

/** What a month's runs came to, by person, channel and book. */
export function spendingBlocks({ month, rows }: Spending): KnownBlock[] {
  const total = totalOf(rows);
  if (rows.length === 0) {
    return [section(`*Spent in ${month} (UTC)*\nNothing has been charged yet.`)];
  }
  const books = sharesOf(rows, ({ book }) => book);
  return [
    section(`*Spent in ${month} (UTC)*\n${credits(total)} in ${counted(rows.length, "run")}`),
    section(
      list(
        "By person",
        sharesOf(rows, ({ person }) => person),
        { total, nameOf: mention },
      ),
    ),
    section(
      list(
        "By channel",
        sharesOf(rows, ({ channel }) => channel),
        { total, nameOf: channelName },
      ),
    ),
    ...(books.length === 0 ? [] : [section(list("By book", books, { total, nameOf: bookName }))]),
    context(notes(rows)),
  ];
}

/** Said when the file with a month's runs is on its way to the admin's direct messages. */
export function csvSentReply({ month, rows }: Spending): Message {
  return say(
    rows.length === 0
      ? `Nothing was charged in ${month} (UTC), so there is no file.`
      : `I have sent you ${counted(rows.length, "run")} of ${month} (UTC), ${credits(totalOf(rows))}, as a file in our direct messages.`,
  );
}

export const csvUsageReply: Message = say(
  "Please type `/translate-usage` for an overview, or `/translate-usage csv 2026-11` for the runs of a month as a file; without a month it is this one.",
);

type Naming = { readonly total: number; readonly nameOf: (name: string) => string };

function list(title: string, shares: readonly Share[], { total, nameOf }: Naming): string {
  const lines = shares.slice(0, linesShown).map(({ name, credits: spent, runs }) => {
    const part = total === 0 ? 0 : spent / total;
    return `${bar(part)} ${percentOf(part)} ${nameOf(name)}: ${credits(spent)}, ${counted(runs, "run")}`;
  });
  const more = shares.slice(linesShown);
  const rest = more.reduce((sum, share) => sum + share.credits, 0);
  const others = more.length === 0 ? [] : [`and ${amount(more.length)} others: ${credits(rest)}`];
  return [`*${title}*`, ...lines, ...others].join("\n");
}

function notes(rows: readonly SpendRow[]): string {
  const guessed = rows.filter(({ basis }) => basis === "approved").length;
  const said =
    guessed === 0
      ? ""
      : ` The partner did not say what it charged for ${amount(guessed)}: they count with what was approved.`;
  return `Each run counts in the month of its approval.${said} \`/translate-usage csv\` sends them as a file.`;
}

function channelName(id: string): string {
  return channelMention(id) ?? "direct messages";
}

function bookName(name: string): string {
  return `“${outside(name, bookShown)}”`;
}

const linesShown = 8;
/** Escaped, eight of them still fit into one block. */
const bookShown = 40;
