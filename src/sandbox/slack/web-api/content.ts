import { checkBlocks } from "../blocks/check.ts";
import { type BlockFault, pointer } from "../blocks/rules.ts";
import { type Fields, fieldsOf, isFields, listOf, present, textOf } from "../json.ts";
import type { Metadata } from "../model.ts";
import type { Ids } from "../state/ids.ts";
import type { World } from "../world.ts";
import { type Args, Refusal } from "./call.ts";

/** Slack silently cuts text above this. */
const TEXT_MAX = 40_000;
/** Not in Slack's documents: 15 kB is hearsay. */
const METADATA_MAX = 15_000;

export type Content = { readonly text: string; readonly blocks: readonly Fields[] | undefined };

/** Returns text and blocks of a message; refuses them where Slack does. */
export function contentOf(world: World, args: Args): Content {
  if (args.has("markdown_text")) throw new Refusal("markdown_text_conflict");
  const text = args.text("text").slice(0, TEXT_MAX);
  const blocks = blocksOf(world, args);
  if (text === "" && (blocks ?? []).length === 0) throw new Refusal("no_text");
  return { text, blocks };
}

export function blocksOf(world: World, args: Args): readonly Fields[] | undefined {
  if (!args.has("blocks") || args.text("blocks") === "[]") return undefined;
  const blocks = args.json("blocks");
  if (!Array.isArray(blocks)) throw new Refusal("invalid_blocks_format");
  refuseFaults("invalid_blocks", checkBlocks(blocks, "message"));
  return withIds(blocks.filter(isFields), world.ids);
}

/** Names every block and element that the app left nameless, as Slack does. */
export function withIds(blocks: readonly Fields[], ids: Ids): readonly Fields[] {
  const newId = () => ids.id("").slice(0, 5);
  const named = (element: unknown): unknown =>
    isFields(element) ? { ...element, action_id: element["action_id"] ?? newId() } : element;
  return blocks.map((block) => {
    const { type, elements, accessory, element } = block;
    return present({
      ...block,
      block_id: block["block_id"] ?? newId(),
      elements: type === "actions" ? listOf(elements).map(named) : elements,
      accessory: named(accessory),
      element: named(element),
    });
  });
}

/** Refuses as Slack does: with its error, and each fault with the JSON pointer of its place. */
export function refuseFaults(error: string, faults: readonly BlockFault[]): void {
  const [first] = faults;
  if (first === undefined) return;
  const errors = faults.map((fault) => `${fault.message} [json-pointer:${pointer(fault)}]`);
  const messages = errors.map((line) => `[ERROR] ${line}`);
  throw new Refusal(first.error ?? error, { errors, response_metadata: { messages } });
}

/**
 * Returns message metadata: undefined when absent, null for `{}`, which clears the present
 * metadata.
 */
export function metadataOf(args: Args): Metadata | null | undefined {
  if (!args.has("metadata")) return undefined;
  const given = args.object("metadata");
  if (Object.keys(given).length === 0) return null;
  const event_type = textOf(given["event_type"]);
  if (event_type === "" || !isFields(given["event_payload"])) {
    throw new Refusal("invalid_metadata_format");
  }
  if (JSON.stringify(given).length > METADATA_MAX) throw new Refusal("metadata_too_large");
  return { event_type, event_payload: fieldsOf(given["event_payload"]) };
}
