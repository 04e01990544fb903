import { z } from "zod";

import { encodings } from "../core/manuscript.ts";
import { parseGlossary, parseSlice } from "./ids.ts";
import type { ListenerDeps } from "./listener-deps.ts";
import type { CardFacts, TextOnCard } from "./records/rules/recovery.ts";

/** A person's message in a conversation of the bot. `files` are only ids; Slack supplies the rest. */
export type PersonMessage = {
  readonly channel: string;
  readonly isDirect: boolean;
  readonly isMention: boolean;
  readonly ts: string;
  readonly thread: string;
  readonly person: string;
  /** The text as typed: unescaped, with mentions and links still in <…>. */
  readonly text: string;
  readonly files: readonly { readonly id: string; readonly name: string | undefined }[];
};

/** Returns undefined for a bot's message, an edit, a deletion, a join, or an unreadable payload. */
export function parseMessage(body: unknown): PersonMessage | undefined {
  const parsed = messageBody.safeParse(body);
  if (!parsed.success) return undefined;
  const { event } = parsed.data;
  const { type, channel, ts, user, thread_ts } = event;
  return {
    channel,
    isDirect: event.channel_type === "im",
    isMention: type === "app_mention",
    ts,
    thread: thread_ts ?? ts,
    person: user,
    text: unescaped(event.text ?? ""),
    files: parseFiles(event),
  };
}

/** True for messages of Slack itself or a bot, which nobody wants answered: an edit, a join, a topic. */
export function isNobodys(body: unknown): boolean {
  return nobodys.safeParse(body).success;
}

/** Names a message, which is answered once: Slack repeats unacknowledged events, and sends a mention twice. */
export async function isFirst(
  { once }: { readonly once: (name: string, forMs: number) => Promise<boolean> },
  { channel, ts }: PersonMessage,
): Promise<boolean> {
  return await once(`answered.${channel}.${ts}`, retriedMs);
}

/** Slack retries for an hour, or for a day if the app is set so. */
const retriedMs = 86_400_000;

function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

/** Parses the files of a message: only ids and names; Slack supplies the rest. */
export function parseFiles(message: unknown): PersonMessage["files"] {
  const { files } = fileList.safeParse(message).data ?? {};
  return (files ?? []).flatMap((one) => {
    const { id, name } = file.safeParse(one).data ?? {};
    return id === undefined ? [] : [{ id, name: name ?? undefined }];
  });
}

/** Reads a file's name from Slack if need be: in shared channels an event has only the id. */
export async function withName(
  { findFile }: Pick<ListenerDeps, "findFile">,
  { id, name }: PersonMessage["files"][number],
): Promise<{ readonly id: string; readonly name: string }> {
  if (name !== undefined) return { id, name };
  // A fault at Slack shows again when the manuscript is read.
  const found = await findFile(id).catch(() => undefined);
  return { id, name: found?.name ?? "manuscript" };
}

const file = z.object({ id: z.string().min(1), name: z.string().nullish() });

const files = z.array(z.unknown()).nullish();

const fileList = z.object({ files });

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
    files: files.refine((all) => !all?.length || all.some((one) => file.safeParse(one).success)),
  }),
});

const nobodys = z.object({
  event: z.union([
    z.object({ bot_id: z.string().min(1) }),
    z.object({
      subtype: z.string().refine((subtype) => !peoples.safeParse(subtype).success),
      files: z.undefined().optional(),
    }),
  ]),
});

/** Parses the runs in a card's metadata; empty if it names none. */
export function parseCardFacts(payload: unknown): readonly CardFacts[] {
  const first = cardFacts.safeParse(payload).data;
  const others = z.object({ others: z.array(cardFacts) }).safeParse(payload).data?.others ?? [];
  return [...(first === undefined ? [] : [first]), ...others];
}

/** Parses how the text of a card's runs was read; no encoding means UTF-8. */
export function parseCardText(payload: unknown): TextOnCard {
  const text = cardText.safeParse(payload).data;
  return { encoding: text?.encoding, isMarked: text?.marked };
}

const cardText = z.object({
  encoding: z.enum(encodings).optional(),
  marked: z.boolean().optional(),
});

const cardFacts = z
  .object({
    key: z.string().min(1),
    first_sent_at: z.number(),
    task_id: z.string().optional(),
    part: z.string().optional(),
    glossary: z.string().optional(),
  })
  .transform(({ key, first_sent_at: firstSentAt, task_id: taskId, ...words }): CardFacts => {
    const part = parseSlice(words.part);
    const glossary = parseGlossary(words.glossary);
    return {
      key,
      firstSentAt,
      taskId,
      ...(part !== undefined && { part }),
      ...(glossary !== undefined && { glossary }),
    };
  });
