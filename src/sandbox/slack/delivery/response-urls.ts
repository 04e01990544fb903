import type { Fields } from "../json.ts";
import { createArgs, Refusal } from "../web-api/call.ts";
import { contentOf, metadataOf } from "../web-api/content.ts";
import type { World } from "../world.ts";
import { deletedEvents, postedEvents, updatedEvents } from "./message-events.ts";
import type { Outbox } from "./outbox.ts";

const USES_MAX = 5;
const LIFE_MS = 30 * 60_000;

/** Where an interaction happened: what its `response_url` replaces or deletes. */
export type Origin = {
  readonly channel: string;
  readonly user: string;
  /** The message or ephemeral that was clicked; a command has none. */
  readonly ts: string | undefined;
  readonly threadTs: string | undefined;
};

type Address = { readonly origin: Origin; readonly expiresAt: number; usesLeft: number };

export type ResponseUrls = ReturnType<typeof createResponseUrls>;

/** The addresses that an interaction answers at: five times within half an hour. */
export function createResponseUrls({ world, outbox }: { world: World; outbox: Outbox }) {
  const addresses = new Map<string, Address>();

  return {
    give(origin: Origin): string {
      const id = world.ids.id("");
      const expiresAt = world.now() + LIFE_MS;
      addresses.set(id, { origin, expiresAt, usesLeft: USES_MAX });
      return `${world.origin()}/response/${id}`;
    },
    /** Obeys one answer; gives Slack's error, or nothing when all went well. */
    use(id: string, body: Fields): string | undefined {
      const address = addresses.get(id);
      if (address === undefined || world.now() > address.expiresAt) return "expired_url";
      if (address.usesLeft === 0) return "used_url";
      try {
        answerAt({ world, outbox }, address.origin, body);
        address.usesLeft -= 1;
        return undefined;
      } catch (error) {
        if (error instanceof Refusal) return error.error;
        throw error;
      }
    },
  };
}

type Deps = { readonly world: World; readonly outbox: Outbox };

/** Shows an answer to an interaction or a command: to the one person, unless it says otherwise. */
export function answerAt({ world, outbox }: Deps, origin: Origin, body: Fields): void {
  const args = createArgs(body);
  const { channel, user } = origin;
  if (args.flag("delete_original")) return removeOriginal({ world, outbox }, origin);
  const content = contentOf(world, args);
  if (args.flag("replace_original")) return replaceOriginal({ world, outbox }, origin, content);
  const threadTs = args.text("thread_ts") || origin.threadTs;
  if (args.text("response_type") !== "in_channel") {
    world.messages.showEphemeral({ channel, user, threadTs, ...content });
    return;
  }
  const metadata = metadataOf(args) ?? undefined;
  const from = { user: world.app.botUserId, isFromBot: true };
  const message = world.messages.post({ channel, threadTs, metadata, ...from, ...content });
  outbox.dispatch(postedEvents(world, message));
}

function removeOriginal({ world, outbox }: Deps, { channel, ts = "" }: Origin): void {
  const ephemeral = world.messages.findEphemeral(channel, ts);
  if (ephemeral !== undefined) return world.messages.removeEphemeral(ephemeral);
  const message = world.messages.find(channel, ts);
  if (message === undefined) return;
  world.messages.remove(message);
  outbox.dispatch(deletedEvents(world, message));
}

type Shown = { readonly text: string; readonly blocks: readonly Fields[] | undefined };

function replaceOriginal({ world, outbox }: Deps, { channel, ts = "" }: Origin, shown: Shown) {
  const ephemeral = world.messages.findEphemeral(channel, ts);
  if (ephemeral !== undefined) return world.messages.updateEphemeral(ephemeral, shown);
  const previous = world.messages.find(channel, ts);
  if (previous === undefined) return;
  const message = world.messages.update(previous, shown);
  outbox.dispatch(updatedEvents(world, message, previous));
}
