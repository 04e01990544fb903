import type { Desk } from "../../../core/ports.ts";
import type { Quote } from "../../../core/quote.ts";
import { thePolicy } from "../../../core/task.ts";
import { freezeTerms, outdatedBy } from "../../glossary/actions/look-up-terms.ts";
import { mayHandIn } from "../../intake/actions/read-manuscript.ts";
import { notForSale } from "../../records/actions/not-for-sale.ts";
import { type PurchaseDeps, purchase } from "../../spending/actions/purchase.ts";
import { approveByPolicy as approve, leftToPeople } from "../rules/auto-approval.ts";

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
