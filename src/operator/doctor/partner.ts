import { type Config, isPrivateWay } from "../../config.ts";
import {
  NotFound,
  PartnerFault,
  RateLimited,
  Unauthorized,
  UnexpectedReply,
  Unreachable,
} from "../../core/faults.ts";
import type { Usage } from "../../core/partner.ts";
import { createPartner } from "../../partner/client.ts";
import { type Finding, cannotTell, mend, ok, wordsOf } from "../findings.ts";

type Deps = { readonly now: () => number; readonly tick: () => number };

/**
 * Makes one GET /usage, which costs nothing and shows whether address and key are right. Contract,
 * GET /usage.
 */
export async function examinePartner(
  { partner }: Pick<Config, "partner">,
  { now, tick }: Deps,
): Promise<readonly Finding[]> {
  const address = addressFinding(partner.baseUrl);
  const client = createPartner({ ...partner, now, timeoutMs: patienceMs });
  const asked = tick();
  try {
    const usage = await client.usage();
    return [...address, ...usageFindings(usage, Math.ceil(tick() - asked))];
  } catch (error) {
    return [...address, faultFinding(error)];
  }
}

function usageFindings(usage: Usage, tookMs: number): readonly Finding[] {
  const { balanceCredits: balance, requestsPerMinute, keyPrefix } = usage;
  const accepted = ok(
    "partner",
    `the key ${keyPrefix} is accepted; ${requestsPerMinute} requests a minute; answered in ${tookMs} ms.`,
  );
  const credits = `${balance.toLocaleString("en")} credits`;
  return [
    accepted,
    balance > 0
      ? ok("partner balance", `${credits}.`)
      : mend(
          "partner balance",
          `${credits}: nothing can be approved before the account is topped up.`,
        ),
  ];
}

function faultFinding(error: unknown): Finding {
  if (error instanceof Unauthorized) {
    return mend("partner", "PARTNER_API_KEY is not accepted: set one that is valid.");
  }
  if (error instanceof RateLimited) {
    return cannotTell("partner", "it asks to wait; the key’s requests a minute are used up now.");
  }
  if (error instanceof Unreachable) {
    return mend("partner", `nothing answers at PARTNER_BASE_URL (${wordsOf(error)}).`);
  }
  if (error instanceof NotFound || error instanceof UnexpectedReply) {
    return mend(
      "partner",
      "what answers at PARTNER_BASE_URL is not the partner’s API, or not as documented: check the address.",
    );
  }
  const why = error instanceof PartnerFault ? error.name : wordsOf(error);
  return cannotTell("partner", `it gave no clear answer (${why}); try again later.`);
}

function addressFinding(baseUrl: string): readonly Finding[] {
  return isPrivateWay(baseUrl)
    ? []
    : [
        mend(
          "partner",
          "PARTNER_BASE_URL is http: key and manuscripts travel unencrypted. Use https.",
        ),
      ];
}

const patienceMs = 10_000;
