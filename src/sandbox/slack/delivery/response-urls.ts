import type { Fields } from "../json.ts";
import { createArgs, Refusal } from "../web-api/call.ts";
import { contentOf } from "../web-api/content.ts";
import type { World } from "../world.ts";

const USES_MAX = 5;
const LIFE_MS = 30 * 60_000;

/** The place and the person of an interaction. */
export type Origin = {
  readonly channel: string;
  readonly user: string;
  readonly threadTs: string | undefined;
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
 * Shows an answer to the one person of the interaction or command. Slack also allows answers to
 * everybody, or in place of the clicked message: Galley never sends any, so they are refused here.
 */
export function answerAt(world: World, origin: Origin, body: Fields): void {
  const args = createArgs(body);
  const isForOne = ["", "ephemeral"].includes(args.text("response_type"));
  const isOther = args.flag("replace_original") || args.flag("delete_original");
  if (!isForOne || isOther) throw new Refusal("invalid_arguments");
  const threadTs = args.text("thread_ts") || origin.threadTs;
  world.messages.showEphemeral({ ...origin, threadTs, ...contentOf(world, args) });
}
