import { type BlockFault, checkBlocks, pointer } from "#sandbox/slack/blocks/check.ts";
import { type Fields, fieldsOf, isFields, listOf, present, textOf } from "#sandbox/slack/json.ts";
import type { Metadata } from "#sandbox/slack/model.ts";
import type { Ids } from "#sandbox/slack/state/ids.ts";
import type { World } from "#sandbox/slack/world.ts";

import { type Args, Refusal, createArgs } from "./call.ts";

/** Slack silently cuts text above this. */
const TEXT_MAX = 40_000;
/** Not in Slack's documents: 15 kB is hearsay. */
const METADATA_MAX = 15_000;

type Content = { readonly text: string; readonly blocks: readonly Fields[] | undefined };

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
  const withId = (element: unknown): unknown =>
    isFields(element) ? { ...element, action_id: element["action_id"] ?? newId() } : element;
  return blocks.map((block) => {
    const { type, elements, accessory, element } = block;
    return present({
      ...block,
      block_id: block["block_id"] ?? newId(),
      elements: type === "actions" ? listOf(elements).map(withId) : elements,
      accessory: withId(accessory),
      element: withId(element),
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

/** Returns message metadata: undefined when absent, null for `{}`, which clears it. */
export function metadataOf(args: Args): Metadata | null | undefined {
  if (!args.has("metadata")) return undefined;
  const metadata = args.object("metadata");
  if (Object.keys(metadata).length === 0) return null;
  const event_type = textOf(metadata["event_type"]);
  if (event_type === "" || !isFields(metadata["event_payload"])) {
    throw new Refusal("invalid_metadata_format");
  }
  if (JSON.stringify(metadata).length > METADATA_MAX) throw new Refusal("metadata_too_large");
  return { event_type, event_payload: fieldsOf(metadata["event_payload"]) };
}

const USES_MAX = 5;
const LIFE_MS = 30 * 60_000;

/** The place and the person of an interaction. */
type Origin = {
  readonly channel: string;
  readonly user: string;
  readonly threadTs: string | undefined;
  /** The clicked message, if that one person alone sees it. */
  readonly ephemeral?: string | undefined;
};

type Address = { readonly origin: Origin; readonly expiresAt: number; usesLeft: number };

export type ResponseUrls = ReturnType<typeof createResponseUrls>;

/** Creates the addresses for answers to interactions: five answers within half an hour. */
export function createResponseUrls(world: World) {
  const addresses = new Map<string, Address>();

  return {
    give(origin: Origin): string {
      const id = world.ids.id("");
      const expiresAt = world.now() + LIFE_MS;
      addresses.set(id, { origin, expiresAt, usesLeft: USES_MAX });
      return `${world.origin()}/response/${id}`;
    },
    /** Carries out one answer; returns Slack's error, or undefined when all went well. */
    use(id: string, body: Fields): string | undefined {
      const address = addresses.get(id);
      if (address === undefined || world.now() > address.expiresAt) return "expired_url";
      if (address.usesLeft === 0) return "used_url";
      try {
        answerAt(world, address.origin, body);
        address.usesLeft -= 1;
        return undefined;
      } catch (error) {
        if (error instanceof Refusal) return error.error;
        throw error;
      }
    },
  };
}

/**
 * Shows an answer to the one person of the interaction or command, also in place of a message that
 * they alone see. Slack allows other answers as well: Galley never sends any, so they are refused here.
 */
export function answerAt(world: World, { ephemeral, ...origin }: Origin, body: Fields): void {
  const args = createArgs(body);
  const isForOne = ["", "ephemeral"].includes(args.text("response_type"));
  const ts = args.flag("replace_original") ? ephemeral : undefined;
  const isOther = args.flag("delete_original") || (args.flag("replace_original") && !ts);
  if (!isForOne || isOther) throw new Refusal("invalid_arguments");
  const threadTs = args.text("thread_ts") || origin.threadTs;
  world.messages.showEphemeral({
    ...origin,
    ...(ts && { ts }),
    threadTs,
    ...contentOf(world, args),
  });
}
