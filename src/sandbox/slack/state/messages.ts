import type { Ephemeral, Message } from "../model.ts";
import type { Changes } from "./changes.ts";
import type { Ids } from "./ids.ts";

export type NewMessage = Partial<Message> & Pick<Message, "channel" | "user" | "text">;
export type NewEphemeral = Pick<Ephemeral, "channel" | "user" | "text"> & Partial<Ephemeral>;

/** What was said: messages by channel, and the ephemerals that one person sees. */
export function createMessages(deps: { ids: Ids; changes: Changes }) {
  const messages = new Map<string, Message>();
  const ephemerals = new Map<string, Ephemeral>();
  const { ids, changes } = deps;

  function post(given: NewMessage): Message {
    const message = { ...emptyMessage(ids.ts()), ...given };
    messages.set(keyOf(message), message);
    changes.announce({ kind: "message-posted", message });
    return message;
  }

  function update(previous: Message, changed: Partial<Message>): Message {
    const message = { ...previous, ...changed };
    messages.set(keyOf(message), message);
    changes.announce({ kind: "message-updated", message, previous });
    return message;
  }

  function remove(message: Message): void {
    messages.delete(keyOf(message));
    changes.announce({ kind: "message-deleted", message });
  }

  const inChannel = (channel: string) =>
    [...messages.values()].filter((message) => message.channel === channel);

  return {
    post,
    update,
    remove,
    find: (channel: string, ts: string) => messages.get(keyOf({ channel, ts })),
    all: (): readonly Message[] => [...messages.values()],
    /** Every message of the conversation, replies included, oldest first. */
    inChannel,
    /** The root and its replies, oldest first. */
    thread: (channel: string, ts: string) =>
      inChannel(channel).filter((message) => message.ts === ts || message.threadTs === ts),
    ...ephemeralsOf(ephemerals, deps),
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
    updateEphemeral: (previous: Ephemeral, changed: Partial<Ephemeral>): void => {
      const ephemeral = { ...previous, ...changed };
      ephemerals.set(keyOf(ephemeral), ephemeral);
      changes.announce({ kind: "ephemeral-updated", ephemeral });
    },
    removeEphemeral: (ephemeral: Ephemeral): void => {
      ephemerals.delete(keyOf(ephemeral));
      changes.announce({ kind: "ephemeral-removed", ephemeral });
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
  editedTs: undefined,
});
