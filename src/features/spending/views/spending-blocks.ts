import type { KnownBlock } from "@slack/types";

import { type Message, context, say, section } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { channelMention, mention, outside } from "../../../slack/mrkdwn.ts";
import { bar } from "../../../slack/words.ts";
import { type Share, type SpendRow, sharesOf, totalOf } from "../rules/spend.ts";

type Spending = { readonly month: string; readonly rows: readonly SpendRow[] };

/** What a month's runs came to, by person, channel and book. */
export function spendingBlocks({ month, rows }: Spending, tongue: Tongue): KnownBlock[] {
  const { t, counted } = tongue;
  const total = totalOf(rows);
  const title = `*${t`Spent in ${month} (UTC)`}*`;
  if (rows.length === 0) return [section(`${title}\n${t`Nothing has been charged yet.`}`)];
  const sum = t`${counted(total, "credit")} in ${counted(rows.length, "run")}`;
  const books = sharesOf(rows, ({ book }) => book);
  const people = sharesOf(rows, ({ person }) => person);
  const channels = sharesOf(rows, ({ channel }) => channel);
  const channelName = (id: string) => channelMention(id) ?? t`direct messages`;
  const list = listOf(total, tongue);
  return [
    section(`${title}\n${sum}`),
    section(list(t`By person`, people, mention)),
    section(list(t`By channel`, channels, channelName)),
    ...(books.length === 0 ? [] : [section(list(t`By book`, books, bookName))]),
    context(notes(rows, tongue)),
  ];
}

/** Said when the file with a month's runs is on its way to the admin's direct messages. */
export function csvSentReply({ month, rows }: Spending, { t, counted }: Tongue): Message {
  return say(
    rows.length === 0
      ? t`Nothing was charged in ${month} (UTC), so there is no file.`
      : t`I have sent you ${counted(rows.length, "run")} of ${month} (UTC), ${counted(totalOf(rows), "credit")}, as a file in our direct messages.`,
  );
}

export function csvUsageReply({ t }: Tongue): Message {
  return say(
    t`Please type \`/translate-usage\` for an overview, or \`/translate-usage csv 2026-11\` for the runs of a month as a file; without a month it is this one.`,
  );
}

function listOf(total: number, { t, counted, percentOf }: Tongue) {
  return (title: string, shares: readonly Share[], nameOf: (name: string) => string): string => {
    const lines = shares.slice(0, linesShown).map(({ name, credits, runs }) => {
      const part = total === 0 ? 0 : credits / total;
      const came = t`${nameOf(name)}: ${counted(credits, "credit")}, ${counted(runs, "run")}`;
      return `${bar(part)} ${percentOf(part)} ${came}`;
    });
    const more = shares.slice(linesShown);
    const rest = more.reduce((sum, { credits }) => sum + credits, 0);
    const others =
      more.length === 0 ? [] : [t`and ${more.length} others: ${counted(rest, "credit")}`];
    return [`*${title}*`, ...lines, ...others].join("\n");
  };
}

function notes(rows: readonly SpendRow[], { t }: Tongue): string {
  const guessed = rows.filter(({ basis }) => basis === "approved").length;
  return guessed === 0
    ? t`Each run counts in the month of its approval. \`/translate-usage csv\` sends them as a file.`
    : t`Each run counts in the month of its approval. The partner did not say what it charged for ${guessed}: they count with what was approved. \`/translate-usage csv\` sends them as a file.`;
}

function bookName(name: string): string {
  return `“${outside(name, bookShown)}”`;
}

const linesShown = 8;
/** Escaped, eight of them still fit into one block. */
const bookShown = 40;
