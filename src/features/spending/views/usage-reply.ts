import type { KnownBlock } from "@slack/types";

import type { Usage } from "../../../core/partner.ts";
import {
  type Field,
  type Message,
  contextBlock,
  fields,
  say,
  section,
} from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { channelMention, mention, outside, when } from "../../../slack/mrkdwn.ts";
import type { UsageOutcome } from "../actions/show-usage.ts";
import type { NoFunds } from "../rules/account.ts";
import { type Share, type SpendRow, sharesOf, totalOf } from "../rules/spend.ts";

type Account = Omit<Extract<UsageOutcome, { status: "usage" }>, "status">;

/** Answers `/translate-usage`, for admins only. */
export function usageReply({ usage, funds, spending }: Account, tongue: Tongue): Message {
  const { t } = tongue;
  return {
    text: accountWords({ usage, funds }, tongue),
    blocks: [
      section(`*${t`Partner account`}*\n${heldWords(usage.balanceCredits, funds.left, tongue)}`),
      fields(accountFields({ usage, funds }, tongue)),
      ...spendingBlocks(spending, tongue),
    ],
  };
}

type Held = Pick<Account, "usage" | "funds">;

function accountWords({ usage, funds }: Held, { t, counted }: Tongue): string {
  const { reserved, promised, left } = funds;
  const balance = counted(usage.balanceCredits, "credit");
  const running = counted(reserved.count, "running task");
  const approved = counted(promised.count, "approval");
  const byRuns = counted(reserved.credits, "credit");
  const byApprovals = counted(promised.credits, "credit");
  return left < 0
    ? t`The partner account has ${balance}: ${byRuns} reserved by ${running} and ${byApprovals} by ${approved}, which leaves none, ${counted(-left, "credit")} short.`
    : t`The partner account has ${balance}: ${byRuns} reserved by ${running} and ${byApprovals} by ${approved}, which leaves ${counted(left, "credit")}.`;
}

function accountFields({ usage, funds }: Held, tongue: Tongue): readonly Field[] {
  const { t, counted } = tongue;
  const { reserved, promised, waiting, left } = funds;
  const credits = (count: number) => counted(count, "credit");
  return [
    [t`Balance`, credits(usage.balanceCredits)],
    [t`Available`, left < 0 ? t`none, ${credits(-left)} short` : credits(left)],
    [
      t`Reserved by runs`,
      t`${credits(reserved.credits)} by ${counted(reserved.count, "running task")}`,
    ],
    [
      t`Reserved by approvals`,
      t`${credits(promised.credits)} by ${counted(promised.count, "approval")} not sent yet`,
    ],
    [t`Waiting for approval`, t`${credits(waiting.credits)} on ${counted(waiting.count, "card")}`],
    [t`Used this period`, `${credits(usage.periodUsedCredits)}\n${periodWords(usage, tongue)}`],
    [t`Rate limit`, t`${counted(usage.requestsPerMinute, "request")} per minute`],
    [t`Key`, t`begins with ${outside(usage.keyPrefix, keyLimit)}`],
  ];
}

/** `fault` is the name of a partner fault. */
export function usageFailedReply(fault: string, { t }: Tongue): Message {
  switch (fault) {
    case "Unauthorized":
      return say(
        t`The partner did not accept Galley’s API key. Please set a valid PARTNER_API_KEY and restart Galley.`,
      );
    case "RateLimited":
      return say(
        t`The partner’s limit of requests per minute is used up. Please try again in a minute.`,
      );
    default:
      return say(
        t`The partner gives no readable answer just now. Running tasks are safe; please try again in a minute.`,
      );
  }
}

const keyLimit = 12;

/** Returns the reserved share of the balance. */
function heldWords(balance: number, left: number, { t, percentOf }: Tongue): string {
  const held = balance <= 0 ? 0 : Math.min(1, (balance - left) / balance);
  return `${bar(held)} ${t`${percentOf(held)} of the balance is reserved: ${balance - left}, with ${Math.max(0, left)} available`}`;
}

function periodWords({ periodStart, periodEnd }: Usage, { t }: Tongue): string {
  return periodEnd === undefined
    ? t`since ${dateWords(periodStart)}`
    : t`since ${dateWords(periodStart)}, until ${dateWords(periodEnd)}`;
}

function dateWords(iso: string): string {
  // Other text is shown as it is: JavaScript reads a year even from “50”.
  const ms = /^\d{4}-\d{2}-\d{2}/u.test(iso) ? Date.parse(iso) : Number.NaN;
  return Number.isNaN(ms) ? outside(iso, 40) : when(ms);
}

type Spending = { readonly month: string; readonly rows: readonly SpendRow[] };

/** Draws the cost of a month's runs, by person, channel and book. */
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
    ...(books.length === 0
      ? []
      : [section(list(t`By book`, books, (name) => bookName(name, tongue)))]),
    contextBlock(notes(rows, tongue)),
  ];
}

/** Tells an admin that the file with a month's runs is in their direct messages. */
export function csvSentReply({ month, rows }: Spending, { t, counted }: Tongue): Message {
  return say(
    rows.length === 0
      ? t`Nothing was charged in ${month} (UTC), so there is no file.`
      : t`I have sent you ${counted(rows.length, "run")} of ${month} (UTC), ${counted(totalOf(rows), "credit")}, as a file in our direct messages.`,
  );
}

export function csvUsageReply({ t }: Tongue): Message {
  return say(
    t`Please type \`/translate-usage\` for an overview, or \`/translate-usage csv 2026-11\` for a month’s runs as a file (this month if you name none).`,
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
      more.length === 0
        ? []
        : [
            t`and {${more.length}, plural, one {# other} other {# others}}: ${counted(rest, "credit")}`,
          ];
    return [`*${title}*`, ...lines, ...others].join("\n");
  };
}

function notes(rows: readonly SpendRow[], { t }: Tongue): string {
  const guessed = rows.filter(({ basis }) => basis === "approved").length;
  return guessed === 0
    ? t`Each run counts in the month of its approval. \`/translate-usage csv\` sends the runs as a file.`
    : t`Each run counts in the month of its approval. The partner didn’t say what it charged for ${guessed}, which count as approved. \`/translate-usage csv\` sends the runs as a file.`;
}

function bookName(name: string, { t }: Tongue): string {
  return t`“${outside(name, bookShown)}”`;
}

const linesShown = 8;
/** Eight names still fit into one block after escaping. */
const bookShown = 40;

/** Says why the credits could not be reserved, with every number behind the refusal. */
export function noFundsWords(outcome: NoFunds, it: string, tongue: Tongue): string {
  const { t, counted } = tongue;
  const credits = (count: number) => counted(count, "credit");
  switch (outcome.status) {
    case "short-of-credits": {
      const { balance, promised, needed, missing, readAt } = outcome;
      return promised === 0
        ? t`${it} takes ${credits(needed)}. The balance (${when(readAt)}) was ${credits(balance)}: ${credits(missing)} short. Nothing was charged; it can be approved after a top-up.`
        : t`${it} takes ${credits(needed)}. The balance (${when(readAt)}) was ${credits(balance)}, of which ${credits(promised)} are reserved for others: ${credits(missing)} short. Nothing was charged; it can be approved after a top-up, or once the others have cost less.`;
    }
    case "over-month-cap": {
      const { cap, spent, promised, needed } = outcome;
      const left = Math.max(0, cap - spent - promised);
      return t`${it} takes ${credits(needed)}. This channel may spend ${credits(cap)} a month (UTC); ${credits(spent)} are spent and ${credits(promised)} reserved, which leaves ${credits(left)}. Nothing was charged; an admin can raise the limit with \`/translate settings\`.`;
    }
  }
}

/** One cell for every 5 %. */
function bar(fraction: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, fraction)) * barCells);
  return "▓".repeat(filled) + "░".repeat(barCells - filled);
}

const barCells = 20;
