import type { WebClient } from "@slack/web-api";
import { z } from "zod";

import { SlackRefused } from "../../../core/faults.ts";
import { slackCall } from "../../../slack/clients.ts";

/** A file that somebody posted in a conversation. `ts` is its message, `thread` the one to answer in. */
export type PostedFile = {
  readonly id: string;
  readonly name: string;
  readonly person: string;
  readonly ts: string;
  readonly thread: string;
};

/**
 * The files that people posted lately, newest first; undefined when the bot cannot read the conversation.
 * `accepts` tells by its name whether a file can be a manuscript.
 */
export async function recentManuscripts(
  client: WebClient,
  channel: string,
  accepts: (name: string) => boolean,
): Promise<readonly PostedFile[] | undefined> {
  return await filesIn(accepts, () => client.conversations.history({ channel, limit: 100 }));
}

/** The same for one thread, oldest first. */
export async function threadManuscripts(
  client: WebClient,
  { channel, thread }: { readonly channel: string; readonly thread: string },
  accepts: (name: string) => boolean,
): Promise<readonly PostedFile[]> {
  const read = () => client.conversations.replies({ channel, ts: thread, limit: 100 });
  return (await filesIn(accepts, read)) ?? [];
}

async function filesIn(
  accepts: (name: string) => boolean,
  read: () => Promise<{ readonly messages?: readonly unknown[] }>,
): Promise<readonly PostedFile[] | undefined> {
  try {
    const { messages = [] } = await slackCall(read);
    return messages.flatMap((message) => filesOf(message, accepts));
  } catch (error) {
    if (error instanceof SlackRefused && unreadable.has(error.code)) return undefined;
    throw error;
  }
}

/** The files in one message of a person that were not deleted. */
export function filesOf(
  message: unknown,
  accepts: (name: string) => boolean,
): readonly PostedFile[] {
  const parsed = messageSchema.safeParse(message);
  if (!parsed.success) return [];
  const { ts, thread_ts = ts, user, files } = parsed.data;
  return files
    .filter(({ mode }) => mode !== "tombstone")
    .map(({ id, name }) => ({
      id,
      name: name ?? "manuscript",
      person: user,
      ts,
      thread: thread_ts,
    }))
    .filter(({ name }) => accepts(name));
}

const messageSchema = z.object({
  ts: z.string(),
  thread_ts: z.string().optional(),
  user: z.string(),
  bot_id: z.undefined().optional(),
  files: z.array(
    z.object({ id: z.string(), name: z.string().nullish(), mode: z.string().nullish() }),
  ),
});

/** Slack's names for a conversation that the bot cannot read. */
export const unreadable = new Set(["not_in_channel", "channel_not_found", "missing_scope"]);
