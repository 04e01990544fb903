import type { Usage } from "../../../core/partner.ts";
import { type Field, type Message, fields, say, section } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { outside, when } from "../../../slack/mrkdwn.ts";
import { bar } from "../../../slack/words.ts";
import type { UsageOutcome } from "../actions/show-usage.ts";
import { spendingBlocks } from "./spending-blocks.ts";

type Account = Omit<Extract<UsageOutcome, { status: "usage" }>, "status">;

/** `/translate-usage`, for admins alone. */
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
    ? t`The partner account has ${balance}; ${byRuns} are reserved by ${running}, ${byApprovals} are promised to ${approved}, which leaves none, ${counted(-left, "credit")} too few.`
    : t`The partner account has ${balance}; ${byRuns} are reserved by ${running}, ${byApprovals} are promised to ${approved}, which leaves ${counted(left, "credit")}.`;
}

function accountFields({ usage, funds }: Held, tongue: Tongue): readonly Field[] {
  const { t, counted } = tongue;
  const { reserved, promised, waiting, left } = funds;
  const credits = (count: number) => counted(count, "credit");
  return [
    [t`Balance`, credits(usage.balanceCredits)],
    [t`Left`, left < 0 ? t`none, ${credits(-left)} too few` : credits(left)],
    [t`Reserved`, t`${credits(reserved.credits)} by ${counted(reserved.count, "running task")}`],
    [
      t`Promised`,
      t`${credits(promised.credits)} to ${counted(promised.count, "approval")} not sent yet`,
    ],
    [
      t`Waiting for a decision`,
      t`${credits(waiting.credits)} on ${counted(waiting.count, "card")}`,
    ],
    [t`Used this period`, `${credits(usage.periodUsedCredits)}\n${periodWords(usage, tongue)}`],
    [t`Rate limit`, t`${counted(usage.requestsPerMinute, "request")} a minute`],
    [t`Key`, t`begins with ${outside(usage.keyPrefix, keyLimit)}`],
  ];
}

/** `fault` is the name of a partner fault. */
export function usageFailedReply(fault: string, { t }: Tongue): Message {
  switch (fault) {
    case "Unauthorized":
      return say(
        t`The partner did not accept this desk’s API key. Please set a valid PARTNER_API_KEY and start the desk again.`,
      );
    case "RateLimited":
      return say(
        t`The partner asks to wait: its limit of requests a minute is used up. Please try again in a minute.`,
      );
    default:
      return say(
        t`The partner gave no answer that I can read just now. Running tasks are not lost; please try again in a minute.`,
      );
  }
}

const keyLimit = 12;

/** How much of the balance approvals count on. */
function heldWords(balance: number, left: number, { t, percentOf }: Tongue): string {
  const held = balance <= 0 ? 0 : Math.min(1, (balance - left) / balance);
  return `${bar(held)} ${t`${percentOf(held)} of the balance is spoken for: ${balance - left} held, ${Math.max(0, left)} left`}`;
}

function periodWords({ periodStart, periodEnd }: Usage, { t }: Tongue): string {
  return periodEnd === undefined
    ? t`since ${dateWords(periodStart)}`
    : t`since ${dateWords(periodStart)}, until ${dateWords(periodEnd)}`;
}

function dateWords(iso: string): string {
  // Anything else is shown as it came: JavaScript reads a year even out of “50”.
  const ms = /^\d{4}-\d{2}-\d{2}/u.test(iso) ? Date.parse(iso) : Number.NaN;
  return Number.isNaN(ms) ? outside(iso, 40) : when(ms);
}
