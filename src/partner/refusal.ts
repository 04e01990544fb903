import { z } from "zod";

import {
  BadRequest,
  IdempotencyConflict,
  NotFound,
  type PartnerFault,
  PaymentRequired,
  RateLimited,
  Unauthorized,
  Unavailable,
} from "../core/faults.ts";

type Reply = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};

/** The partner's code and words for a refusal. */
type Reason = { readonly code: string | undefined; readonly message: string | undefined };

/**
 * Returns the fault for a reply's status; undefined for a 2xx. Contract, Errors. `reason` does not
 * change the fault: it is for the log and for people.
 */
export function refusal(
  { statusCode, headers }: Reply,
  now: number,
  reason?: Reason,
): PartnerFault | undefined {
  if (statusCode >= 200 && statusCode < 300) {
    return undefined;
  }
  const said = [statusCode, reason?.code, reason?.message].filter(Boolean).join(": ");
  const message = `the partner answered ${said}`;
  switch (statusCode) {
    case 400:
      return new BadRequest(message, reason?.message ?? reason?.code);
    case 401:
      return new Unauthorized(message);
    case 402:
      return new PaymentRequired(message);
    case 404:
      return new NotFound(message);
    case 409:
      return new IdempotencyConflict(message);
    case 429: {
      const wait = { retryAfter: headers["retry-after"], date: headers["date"] };
      return new RateLimited(message, readRetryAfter(wait, now));
    }
    default:
      // Not in the contract: redirects, other refusals and server failures say nothing for certain.
      return new Unavailable(message);
  }
}

/** Not in the contract: the shape of the error body. Returns undefined for an unknown shape. */
export function parseReason(body: string, secret: string): Reason | undefined {
  const { success, data } = errorBody.safeParse(parsed(body));
  const said = success ? (data.error ?? data) : {};
  const [code, message] = [said.code, said.message].map((words) => clean(words, secret));
  return code === undefined && message === undefined ? undefined : { code, message };
}

const words = z.string().optional().catch(undefined);
const saying = z.object({ code: words, message: words });
const errorBody = saying.extend({ error: saying.optional().catch(undefined) });

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** One short line without our key. */
function clean(text: string | undefined, secret: string): string | undefined {
  const line = text?.replaceAll(secret, "[secret]").replaceAll(/[\s\p{C}]+/gu, " ");
  return line?.trim().slice(0, longestReason).replace(/\.$/u, "") || undefined;
}

/** UTF-16 units: enough for a sentence, and too little for a passage of a manuscript. */
const longestReason = 200;

type Wait = {
  readonly retryAfter: string | string[] | undefined;
  /** The reply's own Date header, which makes a wrong clock on either side harmless. */
  readonly date: string | string[] | undefined;
};

/**
 * Returns the wait of a Retry-After header in ms, at most 15 minutes; undefined when it is
 * unreadable or past. `now` is the wall clock in ms. Seconds are tried first: "5" is also a date.
 */
export function readRetryAfter({ retryAfter, date }: Wait, now: number): number | undefined {
  const value = String(retryAfter ?? "").trim();
  if (/^\d+(\.\d+)?$/u.test(value)) {
    return Math.min(Math.ceil(Number(value) * 1000), LONGEST_MS);
  }
  const until = readDate(value);
  const wait = until === undefined ? 0 : until - (readDate(String(date ?? "")) ?? now);
  return wait > 0 ? Math.min(wait, LONGEST_MS) : undefined;
}

/** Reads HTTP's three forms of a date; only two of them name their zone. */
export function readDate(value: string): number | undefined {
  const form = /^[A-Z][a-z]{2,8},? [\w :-]+$/u.test(value);
  const time = form ? Date.parse(value.endsWith("GMT") ? value : `${value} GMT`) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

const LONGEST_MS = 15 * 60_000;
