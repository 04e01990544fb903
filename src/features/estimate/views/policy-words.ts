import { approvedSince } from "../../../core/coverage.ts";
import type { Endorsement, Quote } from "../../../core/quote.ts";
import { type Approval, thePolicy } from "../../../core/task.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { mention, when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { type ApprovalPolicy, policyMs } from "../../approval/rules/policy.ts";

type Seen = {
  readonly policy: ApprovalPolicy | undefined;
  /** See `limitedPrice`. */
  readonly price: number;
  /** Who approved this offer already, where a second person has to. */
  readonly first: Endorsement | undefined;
  /** The card stands in somebody's direct messages, where nobody else sees it. */
  readonly isDirect?: boolean;
};

/**
 * What limits count for an offer: its price and what was approved of the manuscript lately. A view has no
 * clock: the 30 days are those before the manuscript came.
 */
export function limitedPrice(quote: Quote, price: number): number {
  return price + approvedSince(quote, quote.receivedAt - policyMs);
}

/** What the policy lets become of an offer, as a sentence for the card. */
export function decidedBy({ policy, price, first, isDirect }: Seen, tongue: Tongue): string {
  const { t, counted } = tongue;
  const { capPerApproval: cap, secondApprovalAbove: above } = policy ?? {};
  if (cap !== undefined && price > cap) {
    return t`Nothing above ${counted(cap, "credit")} can be approved here unless an admin raises the limit with \`/translate settings\`.`;
  }
  if (first !== undefined) return endorsedBy(first, policy, tongue);
  if (above !== undefined && price > above) {
    return t`Two approvers are needed, because it is above ${counted(above, "credit")}.`;
  }
  return isDirect === true
    ? t`Those who approve do not see this conversation: they decide on my Home page.`
    : t`An approver can decide below.`;
}

export function endorsedBy(
  first: Endorsement,
  policy: ApprovalPolicy | undefined,
  tongue: Tongue,
): string {
  const { t, counted } = tongue;
  const above = policy?.secondApprovalAbove;
  const who = mention(first.by);
  return above === undefined
    ? t`${who} approved (${when(first.at)}); a second approver is needed.`
    : t`${who} approved (${when(first.at)}); a second approver is needed above ${counted(above, "credit")}.`;
}

/** The same for a confirm dialog, where nobody can be named; "" when there is nothing to say. */
export function policyWarning({ policy, price, first }: Seen, { t, counted }: Tongue): string {
  const { capPerApproval: cap, secondApprovalAbove: above } = policy ?? {};
  if (cap !== undefined && price > cap) {
    return t`That is above the limit of ${counted(cap, "credit")}, so it will be refused.`;
  }
  if (first !== undefined) return t`One approval is given; a second person’s buys it.`;
  return above !== undefined && price > above
    ? t`Above ${counted(above, "credit")} it is bought once a second person approves as well.`
    : "";
}

/** For whoever is about to buy something; "" when there is nothing to say. */
export function lossWarning({ hasLostRecords, tongue: { t } }: ViewContext): string {
  return hasLostRecords === true
    ? t`Earlier records were lost: this may have been bought before.`
    : "";
}

/** Who let Galley spend: one person, two, or nobody but the policy. */
export function approvers(approval: Approval, tongue: Tongue): string {
  const { by, first } = approval;
  if (by === thePolicy) return tongue.t`the desk itself, under the policy`;
  const who = mention(by);
  return first === undefined ? who : tongue.t`${mention(first.by)} and ${who}`;
}

/** The same with when, and with the limit that it happened under. */
export function approversInFull(approval: Approval, tongue: Tongue): string {
  const { by, at, first, upTo } = approval;
  if (first !== undefined) {
    return `${mention(first.by)}, ${when(first.at)}; ${mention(by)}, ${when(at)}`;
  }
  const who = approvers(approval, tongue);
  return upTo === undefined
    ? `${who}, ${when(at)}`
    : tongue.t`${who} (up to ${tongue.counted(upTo, "credit")}), ${when(at)}`;
}
