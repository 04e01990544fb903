import { type Field, type Message, fields, section } from "../../../slack/blocks.ts";
import type { Locale } from "../../../slack/i18n/locale.ts";
import { when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { chargeWords, chargedWords } from "../../translation/views/endings.ts";
import type { AccountChange, Receipt } from "../rules/spend.ts";

/** Shows the cost of a run in numbers; for the person who clicked. */
export function receiptReply(receipt: Receipt, { locale }: ViewContext): Message {
  const { t, counted } = locale;
  const { ownCount, estimated, approved, charged, account } = receipt;
  const facts: readonly Field[] = [
    [t`Galley’s count`, counted(ownCount, "character")],
    ...(estimated === undefined
      ? []
      : [[t`Partner’s estimate`, counted(estimated, "credit")] as const]),
    [t`Approved`, counted(approved, "credit")],
    [t`Charged`, chargedWords(charged, locale)],
    ...(account === undefined ? [] : accountFields(account, locale)),
  ];
  const text = [
    `*${t`Receipt`}*`,
    chargeWords(charged, approved, locale),
    ...(account === undefined ? [] : [accountWords(account, locale)]),
  ].join("\n");
  return { text, blocks: [section(text), fields(facts)] };
}

function accountFields(
  { before, after, used, otherRuns }: AccountChange,
  { t, counted }: Locale,
): readonly Field[] {
  return [
    [t`Balance before`, `${counted(before.balance, "credit")}\n${when(before.at)}`],
    [t`Balance after`, `${counted(after.balance, "credit")}\n${when(after.at)}`],
    [t`Used in between`, counted(used, "credit")],
    ...(otherRuns === undefined || otherRuns === 0
      ? []
      : [[t`Of that, other runs`, counted(otherRuns, "credit")] as const]),
  ];
}

/** Contract, GET /usage: one account for everything that its key does. */
function accountWords({ unexplained }: AccountChange, { t, counted }: Locale): string {
  return unexplained === 0
    ? t`The account shows the same charge.`
    : t`The account differs by ${counted(Math.abs(unexplained), "credit")}: unfinished runs, someone else on the same account, a later charge, or a new period.`;
}
