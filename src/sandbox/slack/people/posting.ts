import { deletedEvents, eventOf, postedEvents, updatedEvents } from "../delivery/events.ts";
import type { InteractionDeps } from "../delivery/interactions.ts";
import type { Message, Person, SlackFile } from "../model.ts";
import type { Bytes, NewFile } from "../state/files.ts";

/** A file to upload: a name with its bytes, or a link to a file elsewhere. */
export type Attachment = Partial<Omit<NewFile, "user">> & {
  readonly name: string;
  readonly content?: Bytes;
};

export type Post = {
  /** `#name` or an id; the direct message with the bot when left out. */
  readonly channel?: string;
  readonly text?: string;
  readonly files?: readonly Attachment[];
  /** Files that were uploaded before, as people do while they still write. */
  readonly fileIds?: readonly string[];
  /** A message of the thread. */
  readonly thread?: Message;
};

export function posting(deps: InteractionDeps, person: Person) {
  const { world, outbox } = deps;

  async function posts(given: Post): Promise<Message> {
    const { thread } = given;
    const channel = thread?.channel ?? world.channels.placeOf(person.id, given.channel);
    const files: SlackFile[] = [];
    for (const file of given.files ?? []) files.push(await stored(file));
    files.push(...(given.fileIds ?? []).flatMap((id) => world.files.find(id) ?? []));
    const threadTs = thread && (thread.threadTs ?? thread.ts);
    const fileIds = files.map(({ id }) => id);
    const said = { channel, text: given.text ?? "", threadTs, fileIds, user: person.id };
    const ts = world.ids.ts();
    for (const file of files) world.files.share(file, { channel, ts, threadTs });
    const message = world.messages.post({ ...said, ts });
    await outbox.deliverAll(postedEvents(world, message));
    return message;
  }

  function stored({ content, ...file }: Attachment): SlackFile | Promise<SlackFile> {
    const given = { ...file, user: person.id };
    return content === undefined
      ? world.files.storeExternal(given)
      : world.files.store(given, content);
  }

  return {
    posts,
    /** Posts files in a channel, without a text. */
    uploads: (channel: string, ...files: readonly Attachment[]) => posts({ channel, files }),
    ...changing(deps),
  };
}

function changing({ world, outbox }: InteractionDeps) {
  return {
    async edits(message: Message, text: string): Promise<Message> {
      const edited = world.messages.update(message, { text, editedTs: world.ids.ts() });
      await outbox.deliverAll(updatedEvents(world, edited, message));
      return edited;
    },
    async deletes(message: Message): Promise<void> {
      world.messages.remove(message);
      await outbox.deliverAll(deletedEvents(world, message));
    },
    async deletesFile(file: SlackFile): Promise<void> {
      world.files.change(file, { isDeleted: true });
      const deleted = { type: "file_deleted", file_id: file.id, event_ts: world.ids.ts() };
      await outbox.deliverAll([eventOf(world, undefined, deleted)]);
    },
  };
}
