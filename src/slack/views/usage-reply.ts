import type { Usage } from "../../domain/partner.ts";
import type { UsageOutcome } from "../../usecases/show-usage.ts";
import { outside, when } from "../mrkdwn.ts";
import { type Field, type Message, fields, say, section } from "./blocks.ts";
import { spendingBlocks } from "./spending-blocks.ts";
import { amount, bar, counted, credits, percentOf } from "./words.ts";

type Account = Omit<Extract<UsageOutcome, { status: "usage" }>, "status">;

/** `/translate-usage`, for admins alone. */
export function usageReply({ usage, funds, spending }: Account): Message {
  const { balanceCredits, periodUsedCredits } = usage;
  const { reserved, promised, waiting, left } = funds;
  const free = left < 0 ? `none, ${credits(-left)} too few` : credits(left);
  const text = `The partner account has ${credits(balanceCredits)}; ${credits(reserved.credits)} are reserved by ${counted(reserved.count, "running task")}, ${credits(promised.credits)} are promised to ${counted(promised.count, "approval")}, which leaves ${free}.`;
  const facts: readonly Field[] = [
    ["Balance", credits(balanceCredits)],
    ["Left", free],
    ["Reserved", `${credits(reserved.credits)} by ${counted(reserved.count, "running task")}`],
    [
      "Promised",
      `${credits(promised.credits)} to ${counted(promised.count, "approval")} not sent yet`,
    ],
    ["Waiting for a decision", `${credits(waiting.credits)} on ${counted(waiting.count, "card")}`],
    ["Used this period", `${credits(periodUsedCredits)}\n${periodWords(usage)}`],
    ["Rate limit", `${counted(usage.requestsPerMinute, "request")} a minute`],
    ["Key", `begins with ${outside(usage.keyPrefix, keyLimit)}`],
  ];
  return {
    text,
    blocks: [
      section(`*Partner account*\n${heldWords(balanceCredits, left)}`),
      fields(facts),
      ...spendingBlocks(spending),
    ],
  };
}

/** `fault` is the name of a partner fault. */
export function usageFailedReply(fault: string): Message {
  switch (fault) {
    case "Unauthorized":
      return say(
        "The partner did not accept this desk’s API key. Please set a valid PARTNER_API_KEY and start the desk again.",
      );
    case "RateLimited":
      return say(
        "The partner asks to wait: its limit of requests a minute is used up. Please try again in a minute.",
      );
    default:
      return say(
        "The partner gave no answer that I can read just now. Running tasks are not lost; please try again in a minute.",
      );
  }
}

const keyLimit = 12;

/** How much of the balance approvals count on. */
function heldWords(balance: number, left: number): string {
  const held = balance <= 0 ? 0 : Math.min(1, (balance - left) / balance);
  return `${bar(held)} ${percentOf(held)} of the balance is spoken for: ${amount(balance - left)} held, ${amount(Math.max(0, left))} left`;
}

function periodWords({ periodStart, periodEnd }: Usage): string {
  const since = `since ${dateWords(periodStart)}`;
  return periodEnd === undefined ? since : `${since}, until ${dateWords(periodEnd)}`;
}

function dateWords(iso: string): string {
  const ms = Date.parse(iso);
  return Number.isNaN(ms) ? outside(iso, 40) : when(ms);
}
