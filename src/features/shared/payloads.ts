import { z } from "zod";

import { ManuscriptError } from "#domain/errors.ts";
import { listOf } from "#domain/fields.ts";
import { noteChars } from "#domain/intake/request-details.ts";
import type { Message } from "#slack/blocks.ts";
import type { FoundFile } from "#slack/files.ts";
import type { ViewContext } from "#slack/people.ts";

import { parseCardPlace, parseOffer } from "./ids.ts";
import { type Click, homeTab } from "./rights.ts";

/** A person's message in a conversation of the bot. */
export type PersonMessage = NonNullable<ReturnType<typeof parseMessage>>;

/** Returns undefined for a bot's message, an edit, a deletion, a join, or an unreadable payload. */
export function parseMessage(body: unknown) {
  const event = messageBody.safeParse(body).data?.event;
  if (event === undefined) return undefined;
  const { type, channel, ts, user: person, thread_ts, text } = event;
  return {
    channel,
    isDirect: event.channel_type === "im",
    isMention: type === "app_mention",
    ts,
    thread: thread_ts ?? ts,
    person,
    // As typed: mentions and links stay in <…>.
    text: unescaped(text ?? ""),
    files: parseFiles(event),
  };
}

/** True for messages of Slack itself or a bot, which nobody wants answered: an edit, a join, a topic. */
export function isSystemMessage(body: unknown): boolean {
  return systemMessage.safeParse(body).success;
}

/** Returns text without the entities that mrkdwn needs. */
export function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

type PostedName = { readonly id: string; readonly name: string | undefined };

/** Parses the files of a message: only ids and names; Slack supplies the rest. */
export function parseFiles(
  message: unknown,
  isKept: (mode: unknown) => boolean = () => true,
): readonly PostedName[] {
  const { files, attachments } = fileList.safeParse(message).data ?? {};
  const forwarded = (attachments ?? []).flatMap((one) => forward.safeParse(one).data?.files ?? []);
  return [...(files ?? []), ...forwarded].flatMap((one) => {
    const { id, name, mode } = file.safeParse(one).data ?? {};
    return id === undefined || !isKept(mode) ? [] : [{ id, name: name ?? undefined }];
  });
}

/** The same without files that are deleted, or beyond what a free plan shows. */
export function filesLeft(message: unknown): readonly PostedName[] {
  return parseFiles(message, (mode) => mode !== "tombstone" && mode !== "hidden_by_limit");
}

/** Reads a file's name from Slack if need be: in shared channels an event has only the id. */
export async function withName(
  { findFile }: { readonly findFile: (id: string) => Promise<{ readonly name: string }> },
  { id, name }: PostedName,
): Promise<{ readonly id: string; readonly name: string }> {
  if (name !== undefined) return { id, name };
  // A fault at Slack shows again when the manuscript is read.
  const details = await findFile(id).catch(() => undefined);
  return { id, name: details?.name ?? "manuscript" };
}

const file = z.object({
  id: z.string().min(1),
  name: z.string().nullish(),
  mode: z.unknown().optional(),
});

const files = listOf(z.unknown()).nullish();

const fileList = z.object({ files, attachments: listOf(z.unknown()).nullish() });

/** A forwarded message. One that a link merely shows brings no manuscript. */
const forward = z.object({ is_share: z.literal(true), files });

const peoples = z.enum(["file_share", "thread_broadcast", "me_message"]);

const messageBody = z.object({
  event: z.object({
    type: z.enum(["message", "app_mention"]),
    subtype: peoples.nullish(),
    bot_id: z.null().optional(),
    channel: z.string().min(1),
    channel_type: z.string().nullish(),
    user: z.string().min(1),
    ts: z.string().min(1),
    thread_ts: z.string().min(1).nullish(),
    text: z.string().nullish(),
    // An unreadable file does not affect the others.
    attachments: listOf(z.unknown()).nullish(),
    files: files.refine((all) => !all?.length || all.some((one) => file.safeParse(one).success)),
  }),
});

const systemMessage = z.object({
  event: z.union([
    z.object({ bot_id: z.string().min(1) }),
    z.object({
      subtype: z.string().refine((subtype) => !peoples.safeParse(subtype).success),
      files: z.undefined().optional(),
    }),
  ]),
});

/**
 * The outcome of a click, put into words after the click is acknowledged; undefined if the card
 * shows it.
 */
export type Reply = (context: ViewContext) => Message | undefined;

/** The place of a click, where its reply goes. */
export type ClickPlace = Omit<Click, "quoteId"> & {
  readonly thread: string | undefined;
  /** One of Slack's three places for blocks. */
  readonly surface: Surface;
  /** The message with the button; undefined for an ephemeral one. */
  readonly message: string | undefined;
  /** Lets one form be opened within three seconds. */
  readonly trigger: string;
  /** Slack's address for answers; empty in a form and on Home. */
  readonly address: string;
};

export type Surface =
  | { readonly kind: "message" }
  | { readonly kind: "home" }
  | {
      readonly kind: "modal";
      readonly viewId: string;
      /** The form's `private_metadata`, written when it was opened. */
      readonly memory: string;
      readonly values: unknown;
    };

/** A click on any button or menu, as Slack reports it. */
export type Clicked = ClickPlace & {
  readonly actionId: string;
  /** The value of a button; empty for a menu. */
  readonly value: string;
  readonly option: string | undefined;
  /** The tag of the offer that the clicked card showed. */
  readonly offer: string | undefined;
  /** From the button's value or the menu's block id; empty if neither names a quote. */
  readonly quoteId: string;
};

export function parseClicked(body: unknown): Clicked | undefined {
  const click = clickBody.safeParse(body).data;
  if (click === undefined) return undefined;
  const { user, channel, message, container, view, trigger_id, response_url, actions } = click;
  const [{ action_id: actionId, block_id: blockId, value, selected_option }] = actions;
  // A form's memory says where it was opened; Home is in no conversation.
  const memory = view?.type === "modal" ? parseCardPlace(view.private_metadata) : undefined;
  const offer = parseOffer(blockId);
  return {
    channel: channel?.id ?? container?.channel_id ?? memory?.channel ?? homeTab,
    person: user.id,
    // Slack shows no ephemeral message in a thread without replies.
    thread: message?.thread_ts ?? container?.thread_ts ?? memory?.thread,
    message: message?.ts,
    surface: surfaceOf(view),
    trigger: trigger_id ?? "",
    address: response_url ?? "",
    actionId,
    value: value ?? "",
    option: selected_option?.value,
    offer: offer?.tag,
    quoteId: value ?? offer?.quoteId ?? "",
  };
}

function surfaceOf(view: z.infer<typeof clickBody>["view"]): Surface {
  if (view == null) return { kind: "message" };
  const { id: viewId, type, private_metadata: memory, state } = view;
  return type === "home"
    ? { kind: "home" }
    : { kind: "modal", viewId, memory, values: state?.values };
}

export type Entry = z.infer<typeof entry>;

/** Returns the entry of a form's block by its `block_id`. */
export type Entries = (block: string) => Entry;

export function entriesOf(values: unknown): Entries {
  const blocks = valuesOfForm.safeParse(values).data ?? {};
  return (block) => entry.safeParse(Object.values(blocks[block] ?? {})[0]).data ?? {};
}

/** Returns what was typed or chosen in a block, without the blanks around it; undefined for nothing. */
export function typedIn(values: unknown, block: string, limit = noteChars): string | undefined {
  const { selected_option, value } = entriesOf(values)(block);
  return (selected_option?.value ?? value)?.trim().slice(0, limit) || undefined;
}

/** Returns the values that are chosen in a block, each once. */
export function chosenIn(values: unknown, block: string): readonly string[] {
  const options = entriesOf(values)(block).selected_options ?? [];
  return [...new Set(options.map(({ value }) => value))];
}

/** Returns the people who are chosen in a block, each once. */
export function peopleIn(values: unknown, block: string): readonly string[] {
  return [...new Set(entriesOf(values)(block).selected_users ?? [])];
}

const valuesOfForm = z.record(z.string(), z.record(z.string(), z.unknown()));

const withId = z.object({ id: z.string().min(1) });

const picked = z.object({ value: z.string() });

const entry = z.object({
  value: z.string().nullish(),
  selected_option: picked.nullish(),
  selected_options: listOf(picked).nullish(),
  selected_users: listOf(z.string().min(1)).nullish(),
  selected_date: z.iso.date().nullish(),
  files: listOf(withId).nullish(),
});

const action = z.object({
  action_id: z.string(),
  block_id: z.string().default(""),
  value: z.string().nullish(),
  selected_option: picked.nullish(),
});

const clickBody = z.object({
  type: z.literal("block_actions"),
  trigger_id: z.string().nullish(),
  response_url: z.string().nullish(),
  user: withId,
  channel: withId.nullish(),
  message: z.object({ ts: z.string(), thread_ts: z.string().nullish() }).nullish(),
  container: z
    .object({ thread_ts: z.string().nullish(), channel_id: z.string().min(1).nullish() })
    .nullish(),
  view: z
    .object({
      id: z.string(),
      type: z.string(),
      private_metadata: z.string().default(""),
      state: z.object({ values: z.unknown() }).nullish(),
    })
    .nullish(),
  actions: z.tuple([action], action),
});

/** A file that somebody posted. `ts` is its message, `thread` the one to answer in. */
export type PostedFile = {
  readonly id: string;
  readonly name: string;
  readonly person: string;
  readonly ts: string;
  readonly thread: string;
};

type Choice = {
  /** Undefined in a form of the glossary, which is of no conversation. */
  readonly channel?: string | undefined;
  readonly person: string;
  readonly thread?: string | undefined;
};

type Choosing = {
  readonly findFile: (id: string) => Promise<FoundFile>;
  /** See `recent` of the listeners. */
  readonly recent: (place: {
    readonly channel: string;
    readonly thread?: string | undefined;
  }) => Promise<readonly PostedFile[] | undefined>;
};

/**
 * Returns files that the person uploaded, or that are shared in the conversation or forwarded to it.
 * `late`: Slack may not have processed one yet; `gone`: one is none of these, or Slack does not serve it
 * (any more).
 */
export async function chosenFiles(
  { findFile, recent }: Choosing,
  { channel, thread, person }: Choice,
  ids: readonly string[],
): Promise<readonly FoundFile[] | "gone" | "late"> {
  try {
    const files = await Promise.all(ids.map((id) => findFile(id)));
    const isHere = ({ channels }: FoundFile) => channel !== undefined && channels.has(channel);
    const foreign = files.filter((file) => file.person !== person && !isHere(file));
    if (foreign.length === 0) return files;
    if (channel === undefined) return "gone";
    // Slack names no share for a forwarded file: its message shows it.
    const shown = new Set((await recent({ channel, thread }))?.map(({ id }) => id));
    return foreign.every(({ id }) => shown.has(id)) ? files : "gone";
  } catch (error) {
    if (error instanceof ManuscriptError) return error.mayCome ? "late" : "gone";
    throw error;
  }
}
