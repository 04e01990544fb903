import type { Channel } from "../model.ts";

type Channels = {
  readonly find: (id: string) => Channel | undefined;
  readonly named: (name: string) => Channel | undefined;
};

/** The id of a conversation that a test names as `#translations` or by its id. */
export function channelIdOf(channels: Channels, given: string): string {
  const found = channels.find(given) ?? channels.named(given.replace(/^#/, ""));
  if (found === undefined) throw new Error(`There is no channel ${given}`);
  return found.id;
}
