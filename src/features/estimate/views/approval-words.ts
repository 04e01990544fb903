import { type Approval, thePolicy } from "../../../core/task.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { mention, when } from "../../../slack/mrkdwn.ts";

/** Who decided, and for whom if that person is away. */
export function decider(said: Pick<Approval, "by" | "for">, { t }: Tongue): string {
  return said.for === undefined
    ? mention(said.by)
    : t`${mention(said.by)} for ${mention(said.for)}`;
}

/** Who let the desk spend: one person, two, or nobody but the policy. */
export function approvers(approval: Approval, tongue: Tongue): string {
  const { by, first } = approval;
  if (by === thePolicy) return tongue.t`the desk itself, under the policy`;
  const who = decider(approval, tongue);
  return first === undefined ? who : tongue.t`${decider(first, tongue)} and ${who}`;
}

/** The same with when, and with the limit that it happened under. */
export function approversInFull(approval: Approval, tongue: Tongue): string {
  const { at, first, upTo } = approval;
  if (first !== undefined) {
    return `${decider(first, tongue)}, ${when(first.at)}; ${decider(approval, tongue)}, ${when(at)}`;
  }
  const who = approvers(approval, tongue);
  return upTo === undefined
    ? `${who}, ${when(at)}`
    : tongue.t`${who} (up to ${tongue.counted(upTo, "credit")}), ${when(at)}`;
}
