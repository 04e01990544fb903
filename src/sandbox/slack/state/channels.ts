import type { Channel } from "../model.ts";
import type { Changes } from "./changes.ts";
import type { Ids } from "./ids.ts";

export type NewChannel = Partial<Omit<Channel, "name">> & { readonly name: string };

/** The conversations: channels, and one direct message of each person with the bot. */
export function createChannels(deps: { ids: Ids; changes: Changes; botUserId: string }) {
  const channels = new Map<string, Channel>();

  function put(channel: Channel): Channel {
    channels.set(channel.id, channel);
    deps.changes.announce({ kind: "channel", channel });
    return channel;
  }

  function add(given: NewChannel): Channel {
    const { ids } = deps;
    const id = ids.id(given.kind === "im" ? "D" : "C");
    const created = ids.seconds();
    const plain = { kind: "public", isArchived: false, isExtShared: false, members: [] } as const;
    return put({ id, created, ...plain, ...given });
  }

  const directWith = (userId: string) =>
    [...channels.values()].find(({ kind, members }) => kind === "im" && members.includes(userId));

  return {
    all: (): readonly Channel[] => [...channels.values()],
    find: (id: string): Channel | undefined => channels.get(id),
    named: (name: string) => [...channels.values()].find((channel) => channel.name === name),
    add,
    /** The direct message of this person with the bot; opened when there is none yet. */
    direct: (userId: string): Channel =>
      directWith(userId) ?? add({ name: "", kind: "im", members: [userId, deps.botUserId] }),
    join: (channel: Channel, userId: string) =>
      put({ ...channel, members: [...new Set([...channel.members, userId])] }),
    leave: (channel: Channel, userId: string) =>
      put({ ...channel, members: channel.members.filter((member) => member !== userId) }),
    speak: (channel: Channel, locale: string) => put({ ...channel, locale }),
    archive: (channel: Channel) => put({ ...channel, isArchived: true }),
  };
}
