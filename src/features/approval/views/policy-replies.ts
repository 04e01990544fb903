import type { Product } from "../../../core/quote.ts";
import { type Message, say } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { mentions, when } from "../../../slack/mrkdwn.ts";
import type { PolicyOutcome } from "../rules/decisions.ts";

/** `others`, people and user groups, are listed beside the one who clicked. */
export type Asking = { readonly product: Product; readonly others: readonly string[] };

/** What the policy made of a click that spends, for the one who clicked. */
export function policyReply(
  outcome: PolicyOutcome,
  { product, others }: Asking,
  tongue: Tongue,
): Message {
  const { t, counted } = tongue;
  const credits = (count: number) => counted(count, "credit");
  switch (outcome.status) {
    case "endorsed":
      return say(
        t`${boughtName(product, tongue)}: your approval is written down. Above ${credits(outcome.above)} a second person has to approve as well; nothing is bought until then.`,
      );
    case "second-needed":
      return say(
        t`You approved this (${when(outcome.since)}). Above ${credits(outcome.above)} a second, different person has to approve as well. Your click bought nothing.`,
      );
    case "own-quote":
      return say(
        `${t`You asked for this yourself, and here nobody approves what they asked for.`} ${whoElse(others, tongue)}`,
      );
    case "over-cap":
      return say(
        t`${boughtName(product, tongue)} comes to ${credits(outcome.price)}, with what was approved of this manuscript in the last 30 days, and nothing above ${credits(outcome.cap)} can be approved here. Your click bought nothing. An admin can change the limit with \`/translate settings\`.`,
      );
  }
}

function whoElse(others: readonly string[], tongue: Tongue): string {
  const { t } = tongue;
  return others.length === 0
    ? t`Nobody else is listed: an admin can change that rule with \`/translate settings\`. Your click bought nothing.`
    : t`It is up to ${mentions(others, tongue)}. Your click bought nothing.`;
}

/** As it begins a sentence. */
export function boughtName(product: Product, { t }: Tongue): string {
  switch (product) {
    case "part":
      return t`The translation of these chapters`;
    case "translation":
      return t`The translation`;
    case "preview":
      return t`The preview`;
    case "glossary":
      return t`The glossary`;
  }
}
