import type { Usage } from "../../domain/partner.ts";
import { outside, when } from "../mrkdwn.ts";
import { type Field, type Message, fields, say, section } from "./blocks.ts";
import { amount, bar, counted, credits, percentOf } from "./words.ts";

type Account = {
  readonly usage: Usage;
  /** Credits of running tasks whose charge is not known yet. */
  readonly promised: number;
  readonly running: number;
};

/** `/translate-usage`, for admins alone. */
export function usageReply({ usage, promised, running }: Account): Message {
  const { balanceCredits, periodUsedCredits } = usage;
  const free = balanceCredits - promised;
  const text = `The partner account has ${credits(balanceCredits)} left; ${credits(periodUsedCredits)} were used in this period, and ${credits(promised)} are promised to ${counted(running, "running task")}.`;
  const facts: readonly Field[] = [
    ["Balance", credits(balanceCredits)],
    ["Used this period", `${credits(periodUsedCredits)}\n${periodWords(usage)}`],
    ["Promised", `${credits(promised)} to ${counted(running, "running task")}`],
    ["Left after those", free < 0 ? `none, ${credits(-free)} too few` : credits(free)],
    ["Rate limit", `${counted(usage.requestsPerMinute, "request")} a minute`],
    ["Key", `begins with ${outside(usage.keyPrefix, keyLimit)}`],
  ];
  return { text, blocks: [section(`*Partner account*\n${share(usage)}`), fields(facts)] };
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

/** How much of what the period began with is used, as far as the two figures tell. */
function share({ balanceCredits, periodUsedCredits }: Usage): string {
  const whole = Math.max(0, balanceCredits) + Math.max(0, periodUsedCredits);
  const used = whole === 0 ? 0 : periodUsedCredits / whole;
  return `${bar(used)} ${percentOf(used)} used: ${amount(periodUsedCredits)} used, ${amount(balanceCredits)} left`;
}

function periodWords({ periodStart, periodEnd }: Usage): string {
  const since = `since ${dateWords(periodStart)}`;
  return periodEnd === undefined ? since : `${since}, until ${dateWords(periodEnd)}`;
}

function dateWords(iso: string): string {
  const ms = Date.parse(iso);
  return Number.isNaN(ms) ? outside(iso, 40) : when(ms);
}
