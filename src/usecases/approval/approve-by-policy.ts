import { approveByPolicy as approve, leftToPeople } from "../../domain/approval/auto-approval.ts";
import { isOfferedBefore } from "../../domain/quote/continuation.ts";
import type { Quote } from "../../domain/quote/quote.ts";
import { thePolicy } from "../../domain/task/task.ts";
import type { Desk } from "../deps.ts";
import { freezeTerms, outdatedBy } from "../glossary/look-up-terms.ts";
import { mayHandIn } from "../manuscript/read-manuscript.ts";
import { type FundsDeps, recordSpending } from "../money/set-aside.ts";
import { changedBy, findBegun, sharing } from "../quote/find-begun.ts";

/**
 * Approves a translation without anybody's click, if the policy of this moment lets it and the credits can
 * be set aside; else leaves it to people.
 *
 * @throws what keeps the policy, the store or Slack's word on the requester from being had: nothing
 *   happened then.
 */
export async function approveByPolicy(
  desk: FundsDeps & Pick<Desk, "rules" | "people" | "audit" | "terms" | "glossaries" | "thread">,
  quote: Quote,
): Promise<Quote> {
  const { policy } = await desk.settings.read(quote.place.workspace);
  const requester = (await mayHandIn(desk, quote)) ? "member" : "stranger";
  const { rules } = desk;
  const frozen = await freezeTerms(desk, quote);
  const begun = await findBegun(desk, quote);
  const rival = isOfferedBefore(quote, await sharing(desk, quote)) ? "offered" : "none";
  const outcome = await recordSpending(desk, quote.id, (before) => {
    const outdated = outdatedBy(before, frozen) ?? changedBy(before, begun);
    return outdated === undefined
      ? approve(before, { at: desk.now(), rules, policy, requester, rival })
      : { quote: outdated, outcome: { status: "not-due" } as const };
  });
  if (outcome.status === "approved" || outcome.status === "not-due") return quote;
  desk.audit({ what: "refused", quoteId: quote.id, by: thePolicy, why: outcome.status });
  return await desk.ledger.change(quote.id, leftToPeople);
}
