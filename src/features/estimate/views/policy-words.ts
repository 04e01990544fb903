import type { Endorsement } from "../../../core/quote.ts";
import { type Approval, thePolicy } from "../../../core/task.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import type { ApprovalPolicy } from "../../approval/rules/policy.ts";

type Seen = {
  readonly policy: ApprovalPolicy | undefined;
  /** See `limitedPrice`. */
  readonly price: number;
  /** The first approval of this offer, when a second person has to approve too. */
  readonly first: Endorsement | undefined;
};

export function endorsedBy(
  first: Endorsement,
  policy: ApprovalPolicy | undefined,
  { nameOf, tongue }: Pick<ViewContext, "nameOf" | "tongue">,
): string {
  const { t, counted } = tongue;
  const above = policy?.secondApprovalAbove;
  const who = nameOf(first.by);
  return above === undefined
    ? t`${who} approved ${when(first.at)}; one more approval is needed.`
    : t`Over ${counted(above, "credit")}: needs two approvers. ${who} approved ${when(first.at)}.`;
}

/** Returns the policy's warning for a confirm dialog, where nobody can be mentioned; "" when there is none. */
export function policyWarning({ policy, price, first }: Seen, { t, counted }: Tongue): string {
  const { capPerApproval: cap, secondApprovalAbove: above } = policy ?? {};
  if (cap !== undefined && price > cap) {
    return t`Over the limit of ${counted(cap, "credit")}, so it can’t be approved.`;
  }
  if (first !== undefined) return t`Yours is the second approval.`;
  return above !== undefined && price > above
    ? t`Over ${counted(above, "credit")}: needs two approvers.`
    : "";
}

/** Warns people who are about to approve something that records were lost; "" when none were. */
export function lossWarning({ hasLostRecords, tongue: { t } }: ViewContext): string {
  return hasLostRecords === true
    ? t`Earlier records were lost: this may have been charged before.`
    : "";
}

/** Names who approved the spending: one person, two, or the policy alone. */
export function approvers(
  { by, first }: Approval,
  { nameOf, tongue: { t } }: Pick<ViewContext, "nameOf" | "tongue">,
): string {
  if (by === thePolicy) return t`Galley, under the spending rules`;
  const who = nameOf(by);
  return first === undefined ? who : t`${nameOf(first.by)} and ${who}`;
}

/** Returns the same with the time, and with the policy's limit when Galley approved by itself. */
export function approversInFull(
  approval: Approval,
  context: Pick<ViewContext, "nameOf" | "tongue">,
): string {
  const { nameOf, tongue } = context;
  const { by, at, first, upTo } = approval;
  if (first !== undefined) {
    return `${nameOf(first.by)}, ${when(first.at)}; ${nameOf(by)}, ${when(at)}`;
  }
  const who = approvers(approval, context);
  return upTo === undefined
    ? `${who}, ${when(at)}`
    : tongue.t`${who} (up to ${tongue.counted(upTo, "credit")}), ${when(at)}`;
}
