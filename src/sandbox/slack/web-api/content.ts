import { checkBlocks } from "../blocks/check.ts";
import { withIds } from "../blocks/ids.ts";
import { type BlockFault, pointer } from "../blocks/rules.ts";
import { type Fields, fieldsOf, isFields, listOf, textOf } from "../json.ts";
import type { Metadata } from "../model.ts";
import type { World } from "../world.ts";
import { type Args, Refusal } from "./call.ts";

/** Text above this is cut by Slack without a word. */
const TEXT_MAX = 40_000;
/** Not in Slack's documents; 15 kB by hearsay. */
const METADATA_MAX = 15_000;

export type Content = { readonly text: string; readonly blocks: readonly Fields[] | undefined };

/** Text and blocks of a message, refused where Slack refuses them. */
export function contentOf(world: World, args: Args): Content {
  const markdown = args.text("markdown_text");
  const hasOther = args.has("text") || args.has("blocks");
  if (markdown !== "" && hasOther) throw new Refusal("markdown_text_conflict");
  if (markdown.length > 12_000) throw new Refusal("msg_too_long");
  const text = (markdown || args.text("text")).slice(0, TEXT_MAX);
  const blocks = blocksOf(world, args);
  const hasAttachments = listOf(args.json("attachments")).length > 0;
  if (text === "" && (blocks ?? []).length === 0 && !hasAttachments) throw new Refusal("no_text");
  return { text, blocks };
}

export function blocksOf(world: World, args: Args): readonly Fields[] | undefined {
  if (!args.has("blocks") || args.text("blocks") === "[]") return undefined;
  const blocks = args.json("blocks");
  if (!Array.isArray(blocks)) throw new Refusal("invalid_blocks_format");
  refuseFaults("invalid_blocks", checkBlocks(blocks, "message"));
  return withIds(blocks.filter(isFields), world.ids);
}

/** Refuses as Slack does: its word, and each fault with the JSON pointer of its place. */
export function refuseFaults(error: string, faults: readonly BlockFault[]): void {
  const [first] = faults;
  if (first === undefined) return;
  const errors = faults.map((fault) => `${fault.message} [json-pointer:${pointer(fault)}]`);
  const messages = errors.map((line) => `[ERROR] ${line}`);
  throw new Refusal(first.error ?? error, { errors, response_metadata: { messages } });
}

/** Message metadata; absent is `undefined`, `{}` is `null`: it clears what was there. */
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
