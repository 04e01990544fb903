import type { InputBlock } from "@slack/types";

import { limits, plainText } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { type InquiryRule, type Policy, inquiryRules } from "../rules/settings.ts";
import { settingsBlocks } from "./settings-blocks.ts";

/** Whether the partner is asked for the card's sake. */
export function inquiryInputs(
  { askLanguage, askEstimate }: Pick<Policy, "askLanguage" | "askEstimate">,
  tongue: Tongue,
): readonly InputBlock[] {
  const { t } = tongue;
  return [
    inquiryInput(
      {
        blockId: settingsBlocks.askLanguage,
        label: t`Let the partner detect the language`,
        chosen: askLanguage,
      },
      tongue,
    ),
    inquiryInput(
      {
        blockId: settingsBlocks.askEstimate,
        label: t`Let the partner estimate the price`,
        chosen: askEstimate,
      },
      tongue,
    ),
  ];
}

type Field = {
  readonly blockId: string;
  readonly label: string;
  readonly chosen: InquiryRule | undefined;
};

/** Slack has no way to take a choice back, so nothing decided is a choice of its own. */
function inquiryInput({ blockId, label, chosen }: Field, tongue: Tongue): InputBlock {
  const option = (rule: InquiryRule | undefined) => ({
    text: plainText(inquiryRuleName(rule, tongue), limits.optionText),
    value: rule ?? "when-free",
  });
  return {
    type: "input",
    block_id: blockId,
    label: plainText(label, limits.label),
    element: {
      type: "static_select",
      action_id: "value",
      options: [undefined, ...inquiryRules].map(option),
      initial_option: option(chosen),
    },
  };
}

/** In half a sentence. */
export function inquiryRuleName(rule: InquiryRule | undefined, { t }: Tongue): string {
  switch (rule) {
    case undefined:
      return t`while it is free`;
    case "always":
      return t`always, even if it costs credits`;
    case "never":
      return t`never`;
  }
}
