import { changedEvents, eventOf, postedEvents } from "#sandbox/slack/delivery/events.ts";
import {
  type InteractionDeps,
  command,
  messageShortcut,
} from "#sandbox/slack/delivery/interactions.ts";
import type { Receipt } from "#sandbox/slack/delivery/outgoing.ts";
import { type Fields, isFields, present } from "#sandbox/slack/json.ts";
import type { Message, Person, SlackFile } from "#sandbox/slack/model.ts";
import type { Bytes, NewFile } from "#sandbox/slack/state/files.ts";
import { answerAt } from "#sandbox/slack/web-api/content.ts";
import { viewJson } from "#sandbox/slack/wire.ts";

import { clicking, submitting } from "./clicking.ts";

/**
 * Creates a person driven from code, who posts, clicks, types and looks; each action ends when the
 * bot has answered it.
 */
export function createDrivenPerson(deps: InteractionDeps, person: Person) {
  const { world, outbox } = deps;
  const direct = () => world.channels.direct(person.id);

  return {
    id: person.id,
    name: person.name,
    /** Their direct message with the bot. */
    direct,
    about: (): Person => world.people.find(person.id) ?? person,
    ...posting(deps, person),
    ...clicking(deps, person),
    ...submitting(deps, person),
    commands: commanding(deps, person),
    usesShortcut: (message: Message, callbackId: string): Promise<Receipt> =>
      outbox.deliver(messageShortcut(deps, { person, message, callbackId })),
    async opensHome(): Promise<void> {
      const home = world.views.home(person.id);
      const event = present({
        type: "app_home_opened",
        user: person.id,
        channel: direct().id,
        tab: "home",
        view: home && viewJson(world, home),
        event_ts: world.ids.ts(),
      });
      await outbox.deliverAll([eventOf(world, direct(), event)]);
    },
    /** Returns everything that Slack shows to this person alone. */
    sees: () => ({
      ephemerals: world.messages.ephemeralsOf(person.id),
      directMessages: world.messages.inChannel(direct().id),
      home: world.views.home(person.id),
      modal: world.views.modal(person.id),
    }),
    /** Returns a conversation, or the thread of a message, oldest first. */
    reads: (place: string | Message): readonly Message[] =>
      typeof place === "string"
        ? world.messages.inChannel(world.channels.idOf(place))
        : world.messages.thread(place.channel, place.threadTs ?? place.ts),
  };
}

function commanding(deps: InteractionDeps, person: Person) {
  const { world, outbox } = deps;

  /** Types a slash command, in the direct message with the bot unless a channel is named. */
  return async (name: string, text = "", place: { readonly channel?: string } = {}) => {
    const channel = world.channels.placeOf(person.id, place.channel);
    const receipt = await outbox.deliver(command(deps, person, { command: name, text, channel }));
    /** The bot's immediate answer; undefined when it only acknowledged. */
    const answer = receipt.status === "acknowledged" ? answerOf(receipt.body) : undefined;
    const origin = { channel, user: person.id, threadTs: undefined };
    if (answer !== undefined) answerAt(world, origin, answer);
    return { receipt, answer };
  };
}

function answerOf(body: unknown): Fields | undefined {
  if (typeof body === "string") return body === "" ? undefined : { text: body };
  return isFields(body) && Object.keys(body).length > 0 ? body : undefined;
}

/** A file to upload: a name with its bytes, or a link to a file elsewhere. */
type Attachment = Partial<Omit<NewFile, "user">> & {
  readonly name: string;
  readonly content?: Bytes;
};

type Post = {
  /** `#name` or an id; the direct message with the bot when left out. */
  readonly channel?: string;
  readonly text?: string;
  readonly files?: readonly Attachment[];
  /** Files that were uploaded before, as people do while they still write. */
  readonly fileIds?: readonly string[];
  /** A message of the thread. */
  readonly thread?: Message;
};

function posting(deps: InteractionDeps, person: Person) {
  const { world, outbox } = deps;

  async function posts(input: Post): Promise<Message> {
    const { thread } = input;
    const channel = thread?.channel ?? world.channels.placeOf(person.id, input.channel);
    const files: SlackFile[] = [];
    for (const file of input.files ?? []) files.push(await stored(file));
    files.push(...(input.fileIds ?? []).flatMap((id) => world.files.find(id) ?? []));
    const threadTs = thread && (thread.threadTs ?? thread.ts);
    const fileIds = files.map(({ id }) => id);
    const content = { channel, text: input.text ?? "", threadTs, fileIds, user: person.id };
    const ts = world.ids.ts();
    for (const file of files) world.files.share(file, { channel, ts, threadTs });
    const message = world.messages.post({ ...content, ts });
    await outbox.deliverAll(postedEvents(world, message));
    return message;
  }

  function stored({ content, ...file }: Attachment): SlackFile | Promise<SlackFile> {
    const input = { ...file, user: person.id };
    return content === undefined
      ? world.files.storeExternal(input)
      : world.files.store(input, content);
  }

  return {
    posts,
    /** Posts files in a channel, without a text. */
    uploads: (channel: string, ...files: readonly Attachment[]) => posts({ channel, files }),
    /** Forwards a message with its files, and adds a text of their own. */
    async forwards(message: Message, channel: string, text: string): Promise<Message> {
      const place = world.channels.placeOf(person.id, channel);
      const ts = world.ids.ts();
      const content = { channel: place, user: person.id, text, ts, forwarded: message };
      const forwarding = world.messages.post(content);
      await outbox.deliverAll(postedEvents(world, forwarding));
      return forwarding;
    },
    ...changing(deps),
  };
}

function changing({ world, outbox }: InteractionDeps) {
  return {
    async edits(message: Message, text: string): Promise<Message> {
      const edited = world.messages.update(message, { text, editedTs: world.ids.ts() });
      await outbox.deliverAll(changedEvents(world, message, edited));
      return edited;
    },
    async deletes(message: Message): Promise<void> {
      world.messages.remove(message);
      await outbox.deliverAll(changedEvents(world, message));
    },
    async deletesFile(file: SlackFile): Promise<void> {
      world.files.change(file, { isDeleted: true });
      const deleted = { type: "file_deleted", file_id: file.id, event_ts: world.ids.ts() };
      await outbox.deliverAll([eventOf(world, undefined, deleted)]);
    },
  };
}
