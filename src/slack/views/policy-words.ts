import type { ApprovalPolicy } from "../../domain/policy.ts";
import type { Endorsement } from "../../domain/quote.ts";
import { mention, when } from "../mrkdwn.ts";
import { credits } from "./words.ts";

type Seen = {
  readonly policy: ApprovalPolicy | undefined;
  readonly price: number;
  /** Who approved this offer already, where a second person has to. */
  readonly first: Endorsement | undefined;
};

/** What the policy lets become of an offer, as a sentence for the card. */
export function decidedBy({ policy, price, first }: Seen): string {
  const { capPerApproval: cap, secondApprovalAbove: above } = policy ?? {};
  if (cap !== undefined && price > cap) {
    return `Nothing above ${credits(cap)} can be approved here unless an admin raises the limit with \`/translate settings\`.`;
  }
  if (first !== undefined) return endorsedBy(first, policy);
  return above !== undefined && price > above
    ? `Two approvers are needed, because it is above ${credits(above)}.`
    : "An approver can decide below.";
}

export function endorsedBy({ by, at }: Endorsement, policy: ApprovalPolicy | undefined): string {
  const above = policy?.secondApprovalAbove;
  const limit = above === undefined ? "" : ` above ${credits(above)}`;
  return `${mention(by)} approved (${when(at)}); a second approver is needed${limit}.`;
}

/** The same for a confirm dialog, where nobody can be named; "" when there is nothing to say. */
export function policyWarning({ policy, price, first }: Seen): string {
  const { capPerApproval: cap, secondApprovalAbove: above } = policy ?? {};
  if (cap !== undefined && price > cap) {
    return ` That is above the limit of ${credits(cap)}, so it will be refused.`;
  }
  if (first !== undefined) return " One approval is given; a second person’s buys it.";
  return above !== undefined && price > above
    ? ` Above ${credits(above)} it is bought once a second person approves as well.`
    : "";
}
