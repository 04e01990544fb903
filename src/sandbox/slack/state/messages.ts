import type { Ephemeral, Message } from "#sandbox/slack/model.ts";

import type { Changes } from "./changes.ts";
import type { Ids } from "./ids.ts";

type NewMessage = Partial<Message> & Pick<Message, "channel" | "user" | "text">;
type NewEphemeral = Pick<Ephemeral, "channel" | "user" | "text"> & Partial<Ephemeral>;

/** Keeps messages, and the ephemerals that one person sees. */
export function createMessages({ ids, changes }: { ids: Ids; changes: Changes }) {
  // By conversation and by thread: a long conversation must not slow each look down.
  const channels = new Map<string, Map<string, Message>>();
  const threads = new Map<string, Set<string>>();
  const ephemerals = new Map<string, Ephemeral>();
  const find = (channel: string, ts: string) => channels.get(channel)?.get(ts);

  function put(kind: "message-posted" | "message-updated", message: Message): Message {
    const { channel, ts, threadTs } = message;
    channels.set(channel, (channels.get(channel) ?? new Map<string, Message>()).set(ts, message));
    if (threadTs !== undefined) {
      const key = keyOf({ channel, ts: threadTs });
      threads.set(key, (threads.get(key) ?? new Set<string>()).add(ts));
    }
    changes.announce({ kind, message });
    return message;
  }

  return {
    post: (input: NewMessage) => put("message-posted", { ...plain, ts: ids.ts(), ...input }),
    update: (previous: Message, update: Partial<Message>) =>
      put("message-updated", { ...previous, ...update }),
    remove(message: Message): void {
      channels.get(message.channel)?.delete(message.ts);
      changes.announce({ kind: "message-deleted", message });
    },
    find,
    /** Every message of the conversation, replies included, oldest first. */
    inChannel: (channel: string): readonly Message[] => [
      ...(channels.get(channel)?.values() ?? []),
    ],
    /** The root and its replies, oldest first. */
    thread: (channel: string, ts: string): readonly Message[] =>
      [ts, ...(threads.get(keyOf({ channel, ts })) ?? [])].flatMap(
        (one) => find(channel, one) ?? [],
      ),
    showEphemeral(input: NewEphemeral): Ephemeral {
      const ephemeral = { ts: ids.ts(), threadTs: undefined, blocks: undefined, ...input };
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

const plain = {
  threadTs: undefined,
  isFromBot: false,
  blocks: undefined,
  fileIds: [],
  metadata: undefined,
  reactions: [],
  editedTs: undefined,
};
