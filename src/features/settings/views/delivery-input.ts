import type { InputBlock } from "@slack/types";

import { limits, plainText } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { type DeliveryWay, deliveryWays } from "../rules/settings.ts";

/**
 * How finished translations reach people. Slack has no way to take a choice back, so that nothing chosen
 * (`none` says what holds then) is a choice of its own.
 */
export function deliveryInput(
  blockId: string,
  chosen: DeliveryWay | undefined,
  { none, tongue }: { readonly none: string; readonly tongue: Tongue },
): InputBlock {
  const nothing = { text: plainText(none, limits.optionText), value: "none" };
  const ways = deliveryWays.map((way) => ({
    text: plainText(deliveryName(way, tongue), limits.optionText),
    value: way,
  }));
  return {
    type: "input",
    block_id: blockId,
    label: plainText(tongue.t`Finished translations`, limits.label),
    element: {
      type: "static_select",
      action_id: "value",
      options: [nothing, ...ways],
      initial_option: ways.find(({ value }) => value === chosen) ?? nothing,
    },
  };
}

/** How they come, in half a sentence. */
export function deliveryName(way: DeliveryWay, { t }: Tongue): string {
  switch (way) {
    case "link":
      return t`as a link, on demand`;
    case "file":
      return t`as a file in the thread`;
    case "both":
      return t`as a file, and as a link`;
  }
}
