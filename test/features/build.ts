import type { KnownBlock } from "@slack/types";

import { inEnglish } from "../../src/slack/i18n/tongue.ts";
import type { ViewContext } from "../../src/slack/people.ts";
import { rules } from "../builders.ts";

export const desk: ViewContext = {
  approvers: ["U0APPROVER", "S0EDITORS"],
  rules,
  tongue: inEnglish,
};

/** Every text of the blocks in reading order, confirms included. */
function textsOf(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === "text" && typeof value === "string" ? [value] : textsOf(value),
  );
}

export function shownText(blocks: readonly KnownBlock[]): string {
  return textsOf(blocks).join("\n");
}

/** The controls of a message: action ids in order. */
export function controlsOf(blocks: readonly KnownBlock[]): readonly string[] {
  return blocks.flatMap((block) =>
    block.type === "actions" ? block.elements.map(({ action_id }) => action_id ?? "") : [],
  );
}

export function confirmOf(blocks: readonly KnownBlock[], actionId: string): string {
  const elements = blocks.flatMap((block) => (block.type === "actions" ? block.elements : []));
  const found = elements.find((element) => element.action_id === actionId);
  return found !== undefined && "confirm" in found ? (found.confirm?.text.text ?? "") : "";
}
