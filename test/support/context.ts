import type { AnyBlock, KnownBlock } from "@slack/types";

import { inEnglish } from "#slack/i18n/locale.ts";
import { mention } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";

import { setup } from "../builders.ts";

export const testContext: ViewContext = {
  approvers: ["U0APPROVER", "S0EDITORS"],
  setup,
  locale: inEnglish,
  nameOf: mention,
};

/** Every text of the blocks in reading order, confirms included. */
function textsOf(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === "text" && typeof value === "string" ? [value] : textsOf(value),
  );
}

export function shownText(blocks: readonly AnyBlock[]): string {
  return textsOf(blocks).join("\n");
}

/** Returns the items behind a message's ⋯: the options' values up to their colon. */
export function menuOf(blocks: readonly KnownBlock[]): readonly string[] {
  return blocks.flatMap((block) =>
    block.type === "section" && block.accessory?.type === "overflow"
      ? block.accessory.options.map(({ value = "" }) => value.split(":")[0] ?? "")
      : [],
  );
}

/** Returns the action ids of a message's controls, in order. */
export function controlsOf(blocks: readonly KnownBlock[]): readonly string[] {
  return blocks.flatMap((block) =>
    block.type === "actions" ? block.elements.map(({ action_id }) => action_id ?? "") : [],
  );
}

export function confirmOf(blocks: readonly AnyBlock[], actionId: string): string {
  const elements = blocks.flatMap((block) =>
    "elements" in block && block.type === "actions" ? block.elements : [],
  );
  const found = elements.find((element) => element.action_id === actionId);
  return found !== undefined && "confirm" in found ? (found.confirm?.text.text ?? "") : "";
}
