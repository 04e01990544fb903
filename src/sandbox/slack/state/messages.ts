import type { Ephemeral, Message } from "../model.ts";
import type { Changes } from "./changes.ts";
import type { Ids } from "./ids.ts";

export type NewMessage = Partial<Message> & Pick<Message, "channel" | "user" | "text">;
type NewEphemeral = Pick<Ephemeral, "channel" | "user" | "text"> & Partial<Ephemeral>;

/** Keeps messages by channel, and the ephemerals that one person sees. */
export function createMessages(deps: { ids: Ids; changes: Changes }) {
  const shelf = createShelf();
  const ephemerals = new Map<string, Ephemeral>();
  const { ids, changes } = deps;

  function post(given: NewMessage): Message {
    const message = { ...emptyMessage(ids.ts()), ...given };
    shelf.put(message);
    changes.announce({ kind: "message-posted", message });
    return message;
  }

  function update(previous: Message, changed: Partial<Message>): Message {
    const message = { ...previous, ...changed };
    shelf.put(message);
    changes.announce({ kind: "message-updated", message });
    return message;
  }

  function remove(message: Message): void {
    shelf.remove(message);
    changes.announce({ kind: "message-deleted", message });
  }

  return {
    post,
    update,
    remove,
    find: shelf.find,
    /** Every message of the conversation, replies included, oldest first. */
    inChannel: shelf.inChannel,
    /** The root and its replies, oldest first. */
    thread: shelf.thread,
    ...ephemeralsOf(ephemerals, deps),
  };
}

/**
 * Keeps messages by conversation and by thread: a long conversation must not slow each look down.
 */
function createShelf() {
  const channels = new Map<string, Map<string, Message>>();
  const threads = new Map<string, Set<string>>();
  const inChannel = (channel: string) => [...(channels.get(channel)?.values() ?? [])];
  const find = (channel: string, ts: string) => channels.get(channel)?.get(ts);

  return {
    inChannel,
    find,
    thread: (channel: string, ts: string): readonly Message[] =>
      [ts, ...(threads.get(keyOf({ channel, ts })) ?? [])].flatMap(
        (one) => find(channel, one) ?? [],
      ),
    put(message: Message): void {
      const { channel, ts, threadTs } = message;
      channels.set(channel, (channels.get(channel) ?? new Map<string, Message>()).set(ts, message));
      if (threadTs === undefined) return;
      const key = keyOf({ channel, ts: threadTs });
      threads.set(key, (threads.get(key) ?? new Set<string>()).add(ts));
    },
    remove: ({ channel, ts }: Message): void => void channels.get(channel)?.delete(ts),
  };
}

function ephemeralsOf(
  ephemerals: Map<string, Ephemeral>,
  { ids, changes }: { ids: Ids; changes: Changes },
) {
  return {
    showEphemeral: (given: NewEphemeral): Ephemeral => {
      const ephemeral = { ts: ids.ts(), threadTs: undefined, blocks: undefined, ...given };
      ephemerals.set(keyOf(ephemeral), ephemeral);
      changes.announce({ kind: "ephemeral-shown", ephemeral });
      return ephemeral;
    },
    findEphemeral: (channel: string, ts: string) => ephemerals.get(keyOf({ channel, ts })),
    ephemeralsOf: (user: string): readonly Ephemeral[] =>
      [...ephemerals.values()].filter((ephemeral) => ephemeral.user === user),
  };
}

const keyOf = ({ channel, ts }: { readonly channel: string; readonly ts: string }) =>
  `${channel}/${ts}`;

const emptyMessage = (ts: string) => ({
  ts,
  threadTs: undefined,
  isFromBot: false,
  blocks: undefined,
  fileIds: [],
  metadata: undefined,
  reactions: [],
  editedTs: undefined,
});
