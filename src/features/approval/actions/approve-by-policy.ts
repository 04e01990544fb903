import type { Ports } from "../../../core/ports.ts";
import type { Quote } from "../../../core/quote.ts";
import { thePolicy } from "../../../core/task.ts";
import { freezeTerms, outdatedBy } from "../../glossary/actions/book-terms.ts";
import { mayHandIn } from "../../intake/actions/read-manuscript.ts";
import { type PurchaseDeps, purchase } from "../../spending/actions/purchase.ts";
import { approveByPolicy as approve } from "../rules/auto-approval.ts";
import { leftToPeople } from "../rules/decisions.ts";
import { notForSale } from "./decide.ts";

/**
 * Approves a translation without a click, if the current policy allows it and the credits can be
 * reserved; otherwise leaves it to people.
 *
 * @throws when the policy, the store or the requester's membership cannot be read: nothing happened
 * then.
 */
export async function approveByPolicy(
  ports: PurchaseDeps & Pick<Ports, "audit" | "terms" | "glossaries" | "records">,
  quote: Quote,
): Promise<Quote> {
  const requester = (await mayHandIn(ports, quote.request.by, "now")) ? "member" : "stranger";
  const { rules } = ports;
  const frozen = await freezeTerms(ports, quote);
  const spend = () =>
    purchase(ports, quote.id, (before, policy) => {
      const outdated = outdatedBy(before, frozen);
      return outdated === undefined
        ? approve(before, { at: ports.now(), rules, policy, requester })
        : { quote: outdated, outcome: { status: "not-due" } as const };
    });
  const outcome = (await notForSale(ports)) ?? (await spend());
  if (outcome.status === "approved" || outcome.status === "not-due") return quote;
  ports.audit({ what: "refused", quoteId: quote.id, by: thePolicy, why: outcome.status });
  return await ports.ledger.change(quote.id, leftToPeople);
}
