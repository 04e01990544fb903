import { type Field, type Message, fields, say, section } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import type { AccountChange, Receipt } from "../rules/spend.ts";

/** Answers for a run without a result yet. */
export function noReceiptReply({ tongue: { t } }: ViewContext): Message {
  return say(t`This run hasn’t ended yet; its receipt comes with its result.`);
}

/** Shows the cost of a run in numbers, and why they differ; for the person who clicked. */
export function receiptReply(receipt: Receipt, { tongue }: ViewContext): Message {
  const { t, counted } = tongue;
  const { ownCount, estimated, approved, charged, account } = receipt;
  const facts: readonly Field[] = [
    [t`Galley’s count`, counted(ownCount, "character")],
    ...(estimated === undefined
      ? []
      : [[t`Partner’s estimate`, counted(estimated, "credit")] as const]),
    [t`Approved`, counted(approved, "credit")],
    [t`Charged`, charged === undefined ? t`not said by the partner` : counted(charged, "credit")],
    ...(account === undefined ? [] : accountFields(account, tongue)),
  ];
  const charge = chargeWords(receipt, tongue);
  const why = account === undefined ? charge : `${charge} ${accountWords(account, tongue)}`;
  return { text: t`Receipt: ${why}`, blocks: [section(`*${t`Receipt`}*\n${why}`), fields(facts)] };
}

function accountFields(
  { before, after, used, otherRuns }: AccountChange,
  { t, counted }: Tongue,
): readonly Field[] {
  return [
    [t`Account before`, `${counted(before.balance, "credit")}\n${when(before.at)}`],
    [t`Account after`, `${counted(after.balance, "credit")}\n${when(after.at)}`],
    [t`Used in between`, counted(used, "credit")],
    ...(otherRuns === undefined || otherRuns === 0
      ? []
      : [[t`Of that, other runs`, counted(otherRuns, "credit")] as const]),
  ];
}

function chargeWords(
  { ownCount, estimated, approved, charged }: Receipt,
  { t, counted }: Tongue,
): string {
  if (charged === undefined) {
    return t`The partner hasn’t said what it charged, so it counts with the approved price, ${counted(approved, "credit")}.`;
  }
  if (charged > approved) {
    return t`The partner charged ${counted(charged - approved, "credit")} more than was approved; the admins know.`;
  }
  if (charged < approved) {
    const less = counted(approved - charged, "credit");
    const higher = estimated !== undefined && estimated > ownCount;
    return higher
      ? t`The partner’s estimate was higher than our count, and was approved; it charged ${less} less.`
      : t`The partner counted differently and charged ${less} less than was approved.`;
  }
  return t`The partner charged exactly what was approved.`;
}

/** Contract, GET /usage: one account for everything that its key does. */
function accountWords(
  { used, otherRuns = 0, unexplained }: AccountChange,
  { t, counted, amount }: Tongue,
): string {
  if (unexplained === 0) {
    return otherRuns === 0
      ? t`The account agrees: it used exactly that.`
      : t`The account agrees: of the ${amount(used)} it used in between, other runs of Galley took ${counted(otherRuns, "credit")}.`;
  }
  return unexplained > 0
    ? t`The account used ${counted(unexplained, "credit")} more in between than Galley knows of: unfinished runs, or someone else on the same account.`
    : t`The account used ${counted(-unexplained, "credit")} less in between than these runs cost: the partner may charge them later, or a new period began.`;
}
