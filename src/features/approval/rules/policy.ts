import { z } from "zod";

import { type ReadonlyOf, count, maybe } from "../../../core/fields.ts";
import type { Approval } from "../../../core/task.ts";
import type { Policy } from "../../settings/rules/settings.ts";

/** The part of the policy that a single approval is measured against. */
export const approvalPolicySchema = z.object({
  selfApproval: z.enum(["allowed", "refused"]),
  secondApprovalAbove: maybe(count),
  capPerApproval: maybe(count),
  autoApprovalUpTo: maybe(count),
  autoApprovalPerPersonDay: maybe(count),
  autoApprovalPerMonth: maybe(count),
});
export type ApprovalPolicy = ReadonlyOf<typeof approvalPolicySchema>;

/** Somebody who may spend wants to, on an offer of `price` credits. */
export type Asked = {
  readonly price: number;
  /** Credits that were approved of the same manuscript and language in the last 30 days: see `policyMs`. */
  readonly before: number;
  readonly person: string;
  readonly requester: string;
  /** Who approved this very offer before, where that was not enough. */
  readonly first: Approval | undefined;
};

/** What the policy says to it; `above` and `cap` are credits. */
export type Verdict =
  | { readonly status: "allowed" }
  /** Another person has to approve as well; `first` is who did, undefined when nobody has. */
  | {
      readonly status: "second-needed";
      readonly above: number;
      readonly first: Approval | undefined;
    }
  /** They asked for it themselves. */
  | { readonly status: "own-quote" }
  /** `price` is what it comes to together with what was approved before. */
  | { readonly status: "over-cap"; readonly price: number; readonly cap: number };

/** Limits are about the text, not the click: so long an approval of some of it counts with the next one. */
export const policyMs = 30 * 24 * 3_600_000;

/** Whether a person may approve; that they may spend at all is said elsewhere, see `rights.ts`. */
export function judge(policy: ApprovalPolicy, asked: Asked): Verdict {
  const { person, requester, first } = asked;
  const price = asked.price + asked.before;
  const { capPerApproval: cap, secondApprovalAbove: above } = policy;
  if (cap !== undefined && price > cap) return { status: "over-cap", price, cap };
  if (policy.selfApproval === "refused" && person === requester) return { status: "own-quote" };
  const isAlone = first === undefined || first.by === person;
  return above !== undefined && price > above && isAlone
    ? { status: "second-needed", above, first }
    : { status: "allowed" };
}

/** What an open card needs to know of the policy; undefined when it says nothing. */
export function policySeen({ policy }: { readonly policy: Policy }): ApprovalPolicy | undefined {
  const { selfApproval, secondApprovalAbove, capPerApproval } = policy;
  const { autoApprovalUpTo, autoApprovalPerPersonDay, autoApprovalPerMonth } = policy;
  // Without both caps Galley approves nothing by itself.
  const isBounded = autoApprovalPerPersonDay !== undefined && autoApprovalPerMonth !== undefined;
  const auto = isBounded
    ? { autoApprovalUpTo, autoApprovalPerPersonDay, autoApprovalPerMonth }
    : off;
  const says = [secondApprovalAbove, capPerApproval, auto.autoApprovalUpTo].some(
    (limit) => limit !== undefined,
  );
  return says || selfApproval === "refused"
    ? { selfApproval, secondApprovalAbove, capPerApproval, ...auto }
    : undefined;
}

const off = {
  autoApprovalUpTo: undefined,
  autoApprovalPerPersonDay: undefined,
  autoApprovalPerMonth: undefined,
};
