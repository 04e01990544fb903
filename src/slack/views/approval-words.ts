import { type Approval, thePolicy } from "../../domain/task.ts";
import { mention, when } from "../mrkdwn.ts";
import { credits } from "./words.ts";

/** Who let the desk spend: one person, two, or nobody but the policy. */
export function approvers({ by, first }: Approval): string {
  if (by === thePolicy) return "the desk itself, under the policy";
  return first === undefined ? mention(by) : `${mention(first.by)} and ${mention(by)}`;
}

/** The same with when, and with the limit that it happened under. */
export function approversInFull(approval: Approval): string {
  const { by, at, first, upTo } = approval;
  if (first !== undefined) {
    return `${mention(first.by)}, ${when(first.at)}; ${mention(by)}, ${when(at)}`;
  }
  const limit = upTo === undefined ? "" : ` (up to ${credits(upTo)})`;
  return `${approvers(approval)}${limit}, ${when(at)}`;
}
