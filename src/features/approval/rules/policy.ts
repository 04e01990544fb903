import { z } from "zod";

import { type ReadonlyOf, count, maybe } from "../../../core/fields.ts";
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

/** A person who may spend wants to approve an offer of `price` credits. */
export type Asked = {
  readonly price: number;
  /** Credits that were approved of the same manuscript and language in the last 30 days: see `policyMs`. */
  readonly before: number;
  readonly person: string;
  readonly requester: string;
  /** The first approval of this very offer, when one was not enough. */
  readonly first: { readonly by: string } | undefined;
};

/** The policy's verdict; `above` and `cap` are credits. */
export type Verdict =
  | { readonly status: "allowed" }
  /** Another person has to approve as well. */
  | { readonly status: "second-needed"; readonly above: number }
  | { readonly status: "own-quote" }
  /** `price` includes what was approved before. */
  | { readonly status: "over-cap"; readonly price: number; readonly cap: number };

/** Approvals of one text add up for this long: limits are about the text, not the click. */
export const policyMs = 30 * 24 * 3_600_000;

/** Judges whether a person may approve; the right to spend at all is in `rights.ts`. */
export function judge(policy: ApprovalPolicy, asked: Asked): Verdict {
  const { person, requester, first } = asked;
  const price = asked.price + asked.before;
  const { capPerApproval: cap, secondApprovalAbove: above } = policy;
  if (cap !== undefined && price > cap) return { status: "over-cap", price, cap };
  if (policy.selfApproval === "refused" && person === requester) return { status: "own-quote" };
  const isAlone = first === undefined || first.by === person;
  return above !== undefined && price > above && isAlone
    ? { status: "second-needed", above }
    : { status: "allowed" };
}

/** Returns the part of the policy that an open card needs; undefined when it sets no rule. */
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
