import {
  NotFoundError,
  PartnerError,
  RateLimitedError,
  UnauthorizedError,
  UnexpectedReplyError,
} from "#domain/errors.ts";
import type { Clock } from "#lib/clock.ts";
import type { Config } from "#operator/config.ts";
import { createPartner } from "#partner/client.ts";

import { type Finding, type Findings, wordsOf } from "./findings.ts";

/**
 * Makes one GET /usage, which costs nothing and shows whether address and key are right. Contract,
 * GET /usage.
 */
export async function* examinePartner({ partner }: Config, { now, tick }: Clock): Findings {
  const client = createPartner({ ...partner, now, timeoutMs: 10_000 });
  const start = tick();
  try {
    const { balanceCredits, requestsPerMinute, keyPrefix } = await client.usage();
    const ms = Math.ceil(tick() - start);
    yield `ok partner: the key ${keyPrefix} is accepted; ${requestsPerMinute} requests a minute; answered in ${ms} ms.`;
    const credits = `${balanceCredits.toLocaleString("en")} credits`;
    yield balanceCredits > 0
      ? `ok partner balance: ${credits}.`
      : `fix partner balance: ${credits}: nothing can be approved before the account is topped up.`;
  } catch (error) {
    yield faultFinding(error);
  }
}

function faultFinding(error: unknown): Finding {
  if (error instanceof UnauthorizedError) {
    return "fix partner: PARTNER_API_KEY is not accepted: set one that is valid.";
  }
  if (error instanceof RateLimitedError) {
    return "cannot tell partner: it asks to wait; the key’s requests a minute are used up now.";
  }
  if (error instanceof NotFoundError || error instanceof UnexpectedReplyError) {
    return "fix partner: what answers at PARTNER_BASE_URL is not the partner’s API, or not as documented: check the address.";
  }
  // An answer of any status has no cause; a connection that failed has.
  if (!(error instanceof PartnerError) || error.cause !== undefined) {
    return `fix partner: PARTNER_BASE_URL cannot be reached (${wordsOf(error)}): check address, certificate and network.`;
  }
  return `cannot tell partner: no clear answer (${error.message}); try again later.`;
}
