import { type Approval, thePolicy } from "../../domain/task.ts";
import type { Tongue } from "../locale/tongue.ts";
import { mention, when } from "../mrkdwn.ts";

/** Who let the desk spend: one person, two, or nobody but the policy. */
export function approvers({ by, first }: Approval, { t }: Tongue): string {
  if (by === thePolicy) return t`the desk itself, under the policy`;
  return first === undefined ? mention(by) : t`${mention(first.by)} and ${mention(by)}`;
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
