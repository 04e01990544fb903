import type { Config } from "../../config.ts";
import { request } from "../../http.ts";
import { defaultApiUrl } from "../../slack/clients.ts";
import { type DoctorDeps, type Finding, cannotTell, mend, ok } from "../findings.ts";

type Deps = Pick<DoctorDeps, "now">;

/** Compares our clock with those of Slack and the partner, by the Date header of any answer. */
export async function examineClocks(config: Config, deps: Deps): Promise<readonly Finding[]> {
  const [slack, partner] = await Promise.all([
    skewOf(config.slack.apiUrl ?? defaultApiUrl, deps),
    skewOf(config.partner.baseUrl, deps),
  ]);
  return [slackClock(slack), partnerClock(partner)];
}

/** @param aheadMs how far our clock is ahead of Slack's; undefined when that is not known. */
export function slackClock(aheadMs: number | undefined): Finding {
  if (aheadMs === undefined) return cannotTell("clock", "Slack did not tell the time.");
  return Math.abs(aheadMs) < worstMs
    ? ok("clock", `${words(aheadMs)} Slack’s.`)
    : mend(
        "clock",
        `${words(aheadMs)} Slack’s: set it (NTP). Beyond a minute its signed requests are refused.`,
      );
}

/** The partner's clock serves only for differences, and for a Retry-After that names a date. */
export function partnerClock(aheadMs: number | undefined): Finding {
  if (aheadMs === undefined) return cannotTell("clock", "the partner did not tell the time.");
  return Math.abs(aheadMs) < worstMs
    ? ok("clock", `${words(aheadMs)} the partner’s.`)
    : cannotTell("clock", `${words(aheadMs)} the partner’s; Slack’s shows which of them is right.`);
}

async function skewOf(address: string, { now }: Deps): Promise<number | undefined> {
  try {
    const asked = now();
    // No token and no key: every server tells the time with any answer.
    const { headers, body } = await request(new URL("/", address), {
      method: "HEAD",
      signal: AbortSignal.timeout(patienceMs),
    });
    await body.dump();
    const theirs = Date.parse(String(headers["date"]));
    // The header is cut to seconds. The answer was made half-way between the request and its
    // arrival.
    return Number.isNaN(theirs) ? undefined : (asked + now()) / 2 - (theirs + 500);
  } catch {
    return undefined;
  }
}

function words(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  if (seconds <= 1) return "ours agrees with";
  return `ours is ${seconds} s ${aheadMs > 0 ? "ahead of" : "behind"}`;
}

const worstMs = 60_000;
const patienceMs = 5000;
