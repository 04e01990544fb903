import type { KnownBlock } from "@slack/types";

import {
  type Field,
  type Message,
  contextBlock,
  factLines,
  fields,
  say,
  section,
} from "../../../slack/blocks.ts";
import type { Locale, Unit } from "../../../slack/i18n/locale.ts";
import { channelMention, mention, outside, when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { alertMessage } from "../../alerts.ts";
import { partnerSilentReply } from "../../short-replies.ts";
import { chargeWords, chargedWords } from "../../translation/views/endings.ts";
import type { Heap, Spending, UsageOutcome } from "../actions/account.ts";
import {
  type AccountChange,
  type Receipt,
  type Share,
  type SpendRow,
  sharesOf,
  totalOf,
} from "../rules/spend.ts";

type Account = Omit<Extract<UsageOutcome, { status: "usage" }>, "status">;

/** Answers `/translate-usage`, for admins only. */
export function usageReply({ usage, funds, spending }: Account, locale: Locale): Message {
  const { t, percentOf } = locale;
  const balance = usage.balanceCredits;
  const held = balance <= 0 ? 0 : Math.min(1, (balance - funds.left) / balance);
  const share = `${bar(held)} ${t`${percentOf(held)} of the balance is reserved`}`;
  const title = `*${t`Partner account`}*\n${share}`;
  const facts = accountFields({ usage, funds }, locale);
  return {
    text: `${title}\n${factLines(facts)}`,
    blocks: [section(title), fields(facts), ...spendingBlocks(spending, locale)],
  };
}

function accountFields(
  { usage, funds: { reserved, promised, waiting, left } }: Pick<Account, "usage" | "funds">,
  locale: Locale,
): readonly Field[] {
  const { t, counted } = locale;
  const credits = (count: number) => counted(count, "credit");
  const sum = (heap: Heap, unit: Unit) =>
    t`${credits(heap.credits)} in ${counted(heap.count, unit)}`;
  // Contract, GET /usage: a period may have no end.
  const [start, end] = [usage.periodStart, usage.periodEnd ?? "…"].map((day) => dayOf(day, locale));
  return [
    [t`Balance`, credits(usage.balanceCredits)],
    [t`Available`, credits(left)],
    [t`Reserved by runs`, sum(reserved, "run")],
    [t`Reserved by approvals`, sum(promised, "approval")],
    [t`Waiting for approval`, sum(waiting, "estimate")],
    [t`Used this period`, `${credits(usage.periodUsedCredits)}\n${start} – ${end}`],
    [t`Rate limit`, t`${counted(usage.requestsPerMinute, "request")} per minute`],
    [t`API key`, outside(usage.keyPrefix, keyLimit)],
  ];
}

/** `fault` is the name of a partner fault. */
export function usageFailedReply(fault: string, context: ViewContext): Message {
  return fault === "Unauthorized"
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
export function spendingBlocks({ month, rows }: Spending, locale: Locale): KnownBlock[] {
  const { t, counted } = locale;
  const total = totalOf(rows);
  const title = `*${t`Spent in ${month} (UTC)`}*`;
  if (rows.length === 0) return nothingChargedReply(month, locale).blocks;
  const sum = t`${counted(total, "credit")} in ${counted(rows.length, "run")}`;
  const books = sharesOf(rows, ({ book }) => book);
  const people = sharesOf(rows, ({ person }) => person);
  const channels = sharesOf(rows, ({ channel }) => channel);
  const channelName = (id: string) => channelMention(id) ?? t`direct messages`;
  const bookName = (name: string) => t`“${outside(name, bookShown)}”`;
  const list = listOf(total, locale);
  return [
    section(`${title}\n${sum}`),
    section(list(t`By person`, people, mention)),
    section(list(t`By channel`, channels, channelName)),
    ...(books.length === 0 ? [] : [section(list(t`By book`, books, bookName))]),
    contextBlock(notes(rows, locale)),
  ];
}

export function nothingChargedReply(month: string, { t }: Locale): Message {
  return say(t`Nothing was charged in ${month} (UTC).`);
}

export function csvUsageReply({ t }: Locale): Message {
  return say(
    t`\`/translate-usage\` shows admins the credits; \`/translate-usage csv 2026-11\` sends them a month’s runs as a file`,
  );
}

function listOf(total: number, { t, counted, percentOf }: Locale) {
  return (title: string, shares: readonly Share[], nameOf: (name: string) => string): string => {
    const lines = shares.slice(0, linesShown).map(({ name, credits, runs }) => {
      const part = total === 0 ? 0 : credits / total;
      const sum = t`${counted(credits, "credit")} in ${counted(runs, "run")}`;
      return `${bar(part)} ${percentOf(part)} ${t`${nameOf(name)}: ${sum}.`}`;
    });
    const more = shares.slice(linesShown);
    const rest = more.reduce((sum, { credits }) => sum + credits, 0);
    const others =
      more.length === 0
        ? []
        : [
            t`and {${more.length}, plural, one {# other} other {# others}}: ${counted(rest, "credit")}`,
          ];
    return [`*${title}*`, ...lines, ...others].join("\n");
  };
}

function notes(rows: readonly SpendRow[], { t, counted }: Locale): string {
  const guessed = rows.filter(({ basis }) => basis === "approved").length;
  return [
    t`Each run counts in the month of its approval. \`/translate-usage csv\` sends the runs as a file.`,
    ...(guessed === 0
      ? []
      : [
          t`The partner didn’t say what it charged for ${counted(guessed, "run")}: the approved price is counted.`,
        ]),
  ].join(" ");
}

const linesShown = 8;
/** Eight names still fit into one block after escaping. */
const bookShown = 40;

/** One cell for every 5 %. */
function bar(fraction: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, fraction)) * barCells);
  return "▓".repeat(filled) + "░".repeat(barCells - filled);
}

const barCells = 20;

/** Shows the cost of a run in numbers; for the person who clicked. */
export function receiptReply(receipt: Receipt, { locale }: ViewContext): Message {
  const { t, counted } = locale;
  const { ownCount, estimated, approved, charged, account } = receipt;
  const facts: readonly Field[] = [
    [t`Galley’s count`, counted(ownCount, "character")],
    ...(estimated === undefined
      ? []
      : [[t`Partner’s estimate`, counted(estimated, "credit")] as const]),
    [t`Approved`, counted(approved, "credit")],
    [t`Charged`, chargedWords(charged, locale)],
    ...(account === undefined ? [] : receiptFields(account, locale)),
  ];
  const text = [
    `*${t`Receipt`}*`,
    chargeWords(charged, approved, locale),
    ...(account === undefined ? [] : [differenceWords(account, locale)]),
  ].join("\n");
  return { text, blocks: [section(text), fields(facts)] };
}

function receiptFields(
  { before, after, used, otherRuns }: AccountChange,
  { t, counted }: Locale,
): readonly Field[] {
  return [
    [t`Balance before`, `${counted(before.balance, "credit")}\n${when(before.at)}`],
    [t`Balance after`, `${counted(after.balance, "credit")}\n${when(after.at)}`],
    [t`Used in between`, counted(used, "credit")],
    ...(otherRuns === undefined || otherRuns === 0
      ? []
      : [[t`Of that, other runs`, counted(otherRuns, "credit")] as const]),
  ];
}

/** Contract, GET /usage: one account for everything that its key does. */
function differenceWords({ unexplained }: AccountChange, { t, counted }: Locale): string {
  return unexplained === 0
    ? t`The account shows the same charge.`
    : t`The account differs by ${counted(Math.abs(unexplained), "credit")}: unfinished runs, someone else on the same account, a later charge, or a new period.`;
}
