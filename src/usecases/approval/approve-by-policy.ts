import { approveByPolicy as approve, leftToPeople } from "../../domain/approval/auto-approval.ts";
import type { Quote } from "../../domain/quote/quote.ts";
import { thePolicy } from "../../domain/task/task.ts";
import type { Desk } from "../deps.ts";
import { freezeTerms, outdatedBy } from "../glossary/look-up-terms.ts";
import { mayHandIn } from "../manuscript/read-manuscript.ts";
import { type PurchaseDeps, purchase } from "../money/purchase.ts";
import { notForSale } from "../records/not-for-sale.ts";

/**
 * Approves a translation without anybody's click, if the policy of this moment lets it and the credits can
 * be reserved; else leaves it to people.
 *
 * @throws what keeps the policy, the store or Slack's word on the requester from being had: nothing
 *   happened then.
 */
export async function approveByPolicy(
  desk: PurchaseDeps & Pick<Desk, "audit" | "terms" | "glossaries" | "records">,
  quote: Quote,
): Promise<Quote> {
  const requester = (await mayHandIn(desk, quote)) ? "member" : "stranger";
  const { rules } = desk;
  const frozen = await freezeTerms(desk, quote);
  const spend = () =>
    purchase(desk, quote.id, (before, policy) => {
      const outdated = outdatedBy(before, frozen);
      return outdated === undefined
        ? approve(before, { at: desk.now(), rules, policy, requester })
        : { quote: outdated, outcome: { status: "not-due" } as const };
    });
  const outcome = (await notForSale(desk)) ?? (await spend());
  if (outcome.status === "approved" || outcome.status === "not-due") return quote;
  desk.audit({ what: "refused", quoteId: quote.id, by: thePolicy, why: outcome.status });
  return await desk.ledger.change(quote.id, leftToPeople);
}
