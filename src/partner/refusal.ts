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
import { readRetryAfter } from "./retry-after.ts";

type Reply = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};

/** What a reply's status says against the request; undefined for a 2xx. Contract, Errors. */
export function refusal({ statusCode, headers }: Reply, now: number): PartnerFault | undefined {
  if (statusCode >= 200 && statusCode < 300) {
    return undefined;
  }
  const message = `the partner answered ${statusCode}`;
  switch (statusCode) {
    case 400:
      return new BadRequest(message);
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
