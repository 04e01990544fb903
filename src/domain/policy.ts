import type { Policy } from "./settings.ts";
import type { Approval } from "./task.ts";

/** The part of the policy that a single approval is measured against. */
export type ApprovalPolicy = Pick<
  Policy,
  "selfApproval" | "secondApprovalAbove" | "capPerApproval" | "autoApprovalUpTo"
>;

/** Somebody who may spend wants to, on an offer of `price` credits. */
export type Asked = {
  readonly price: number;
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
  | { readonly status: "own-quote" }
  | { readonly status: "over-cap"; readonly price: number; readonly cap: number };

/** Whether a person may approve; that they may spend at all is said elsewhere, see `rights.ts`. */
export function judge(policy: ApprovalPolicy, asked: Asked): Verdict {
  const { price, person, requester, first } = asked;
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
  const { selfApproval, secondApprovalAbove, capPerApproval, autoApprovalUpTo } = policy;
  const says = [secondApprovalAbove, capPerApproval, autoApprovalUpTo].some(
    (limit) => limit !== undefined,
  );
  return says || selfApproval === "refused"
    ? { selfApproval, secondApprovalAbove, capPerApproval, autoApprovalUpTo }
    : undefined;
}
