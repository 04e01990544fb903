import type { KnownBlock } from "@slack/types";

import {
  type Receipt,
  type Share,
  type SpendRow,
  sharesOf,
  totalOf,
} from "#domain/spending/spend.ts";
import type { UsageSeen } from "#domain/task.ts";
import { alertMessage } from "#features/shared/alerts.ts";
import { partnerSilentReply } from "#features/shared/short-replies-view.ts";
import { chargeWords, chargedWords } from "#features/translation/task-end-view.ts";
import {
  type Field,
  type Message,
  contextBlock,
  limits,
  factLines,
  fields,
  say,
  section,
} from "#slack/blocks.ts";
import type { Locale, Unit } from "#slack/i18n/locale.ts";
import { channelMention, mention, outside, when } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";

import type { AccountUse, CreditSum, MonthSpending } from "./show-usage.ts";

export function usageReply(
  { usage, reserved, waiting, spending }: AccountUse,
  locale: Locale,
): Message {
  const { t, counted, percentOf } = locale;
  const credits = (count: number) => counted(count, "credit");
  const sum = (heap: CreditSum, unit: Unit) =>
    t`${credits(heap.credits)} in ${counted(heap.count, unit)}`;
  const balance = usage.balanceCredits;
  const reservedShare = balance <= 0 ? 0 : Math.min(1, reserved.credits / balance);
  const share = t`${percentOf(reservedShare)} of the balance is reserved`;
  const title = [`*${t`Partner account`}*`, ...(reservedShare === 0 ? [] : [share])].join("\n");
  // Contract, GET /usage: a period may have no end.
  const [start, end] = [usage.periodStart, usage.periodEnd ?? "…"].map((day) => dayOf(day, locale));
  const facts: readonly Field[] = [
    [t`Balance`, credits(balance)],
    [t`Available`, credits(balance - reserved.credits)],
    [t`Reserved by approvals`, sum(reserved, "approval")],
    [t`Waiting for approval`, sum(waiting, "estimate")],
    [t`Used this period`, `${credits(usage.periodUsedCredits)}\n${start} – ${end}`],
    [t`Rate limit`, t`${counted(usage.requestsPerMinute, "request")} per minute`],
    [t`API key`, outside(usage.keyPrefix, keyLimit)],
  ];
  return {
    text: `${title}\n${factLines(facts)}`,
    blocks: [section(title), fields(facts), ...spendingBlocks(spending, locale)],
  };
}

export function usageFailedReply(fault: string, context: ViewContext): Message {
  return fault === "UnauthorizedError"
    ? alertMessage("key-refused", context)
    : partnerSilentReply(context);
}

const keyLimit = 12;

function dayOf(iso: string, { day }: Locale): string {
  // Other text is shown as it is: JavaScript reads a year even from “50”.
  const ms = /^\d{4}-\d{2}-\d{2}/u.test(iso) ? Date.parse(iso) : Number.NaN;
  return Number.isNaN(ms) ? outside(iso, 40) : day(ms);
}

/** Draws the cost of a month's runs, by person, channel and book. */
export function spendingBlocks({ month, rows }: MonthSpending, locale: Locale): KnownBlock[] {
  const { t, counted } = locale;
  if (rows.length === 0) return nothingChargedReply(month, locale).blocks;
  const total = totalOf(rows);
  const sum = t`${counted(total, "credit")} in ${counted(rows.length, "task")}`;
  const shares = (of: (row: SpendRow) => string | undefined, nameShown: (name: string) => string) =>
    sharesOf(rows, of).map((one) => ({ ...one, name: nameShown(one.name) }));
  const channelName = (id: string) => channelMention(id) ?? t`direct messages`;
  const bookName = (name: string) => t`“${outside(name, bookShown)}”`;
  const lists = [
    [t`By person`, shares(({ person }) => person, mention)],
    [t`By channel`, shares(({ channel }) => channel, channelName)],
    [t`By book`, shares(({ book }) => book, bookName)],
  ] as const;
  return [
    section(`*${t`Spent in ${month} (UTC)`}*\n${sum}`),
    ...lists
      .filter(([, some]) => some.length > 0)
      .map(([title, some]) =>
        section([`*${title}*`, ...shareLines(some, total, locale)].join("\n")),
      ),
    contextBlock(notes(rows, locale)),
  ];
}

export function nothingChargedReply(month: string, { t }: Locale): Message {
  return say(t`Nothing was charged in ${month} (UTC).`);
}

export function csvUsageReply({ t }: Locale): Message {
  return say(
    t`\`/translate-usage\` shows admins the credits; \`/translate-usage csv 2026-11\` sends them a month’s charges as a file`,
  );
}

function shareLines(shares: readonly Share[], total: number, locale: Locale): readonly string[] {
  const { t, counted, percentOf } = locale;
  const lines = shares.slice(0, linesShown).map(({ name, credits, runs }) => {
    const part = total === 0 ? 0 : credits / total;
    const sum = t`${counted(credits, "credit")} in ${counted(runs, "task")}`;
    return `${percentOf(part)} · ${t`${name}: ${sum}.`}`;
  });
  const more = shares.slice(linesShown);
  if (more.length === 0) return lines;
  const rest = counted(totalOf(more), "credit");
  return [...lines, t`and {${more.length}, plural, one {# other} other {# others}}: ${rest}`];
}

function notes(rows: readonly SpendRow[], { t, counted }: Locale): string {
  const guessed = rows.filter(({ basis }) => basis === "approved").length;
  const each = t`Each charge counts in the month of its approval. \`/translate-usage csv\` sends all of them as a file.`;
  if (guessed === 0) return each;
  return `${each} ${t`The partner didn’t say what it charged for ${counted(guessed, "task")}: the approved price is counted.`}`;
}

const linesShown = 8;
/** Eight names still fit into one block after escaping. */
const bookShown = 40;

export function receiptReply(receipt: Receipt, { locale }: ViewContext): Message {
  const { t, counted } = locale;
  const { ownCount, approved, charged, account, reference } = receipt;
  const credits = (count: number | undefined) =>
    count === undefined ? undefined : counted(count, "credit");
  const facts: readonly Field[] = [
    [t`Galley’s count`, counted(ownCount, "character")],
    [t`Approved`, credits(approved)],
    [t`Charged`, chargedWords(charged, locale)],
    [t`Reference`, reference && outside(reference, limits.nameShown)],
  ];
  const title = `*${t`Receipt`}*\n${chargeWords(charged, approved, locale)}`;
  if (account === undefined) return { text: title, blocks: [section(title), fields(facts)] };
  const reading = ({ balance, at }: UsageSeen) => `${counted(balance, "credit")}\n${when(at)}`;
  const { before, after, used, otherRuns, unexplained } = account;
  const text = `${title}\n${differenceWords(unexplained, locale)}`;
  const readings: readonly Field[] = [
    [t`Balance before`, reading(before)],
    [t`Balance after`, reading(after)],
    [t`Used since it was sent`, credits(used)],
    [t`Of that, other tasks`, credits(otherRuns || undefined)],
  ];
  return { text, blocks: [section(text), fields([...facts, ...readings])] };
}

/** Contract, GET /usage: one account for everything that its key does. */
function differenceWords(unexplained: number, { t, counted }: Locale): string {
  return unexplained === 0
    ? t`The account shows the same charge.`
    : t`The account differs by ${counted(Math.abs(unexplained), "credit")}: unfinished tasks, someone else on the same account, a later charge, or a new period.`;
}
