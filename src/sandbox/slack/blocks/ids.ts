import { type Fields, isFields } from "../json.ts";
import type { Ids } from "../state/ids.ts";

/** Slack names every block and element that the app left nameless. */
export function withIds(blocks: readonly Fields[], ids: Ids): readonly Fields[] {
  return blocks.map((block) => ({
    ...block,
    block_id: block["block_id"] ?? ids.id("").slice(0, 5),
    ...namedElements(block, ids),
  }));
}

function namedElements(block: Fields, ids: Ids): Fields {
  const named = (element: unknown): unknown =>
    isFields(element) && !literal.has(element["type"])
      ? { ...element, action_id: element["action_id"] ?? ids.id("").slice(0, 5) }
      : element;
  if (block["type"] === "actions" && Array.isArray(block["elements"])) {
    return { elements: block["elements"].map(named) };
  }
  const single = block["type"] === "section" ? "accessory" : "element";
  return isFields(block[single]) ? { [single]: named(block[single]) } : {};
}

const literal = new Set<unknown>(["image", "mrkdwn", "plain_text"]);
