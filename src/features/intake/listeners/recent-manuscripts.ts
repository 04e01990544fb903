import type { WebClient } from "@slack/web-api";
import { z } from "zod";

import { SlackRefused } from "../../../core/faults.ts";
import { slackCall } from "../../../slack/clients.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { parseFiles, withName } from "../../payloads.ts";
import type { PostedFile } from "../../records/actions/records.ts";

type Found = Omit<PostedFile, "name"> & { readonly name: string | undefined };

type Deps = Pick<ListenerDeps, "findFile"> & {
  readonly client: WebClient;
  /** Tells by its name whether a file can be a manuscript. */
  readonly accepts: (name: string) => boolean;
};

/** The files that people posted lately, newest first; undefined when the bot cannot read the conversation. */
export async function recentManuscripts(
  deps: Deps,
  channel: string,
): Promise<readonly PostedFile[] | undefined> {
  return await filesIn(deps, () => deps.client.conversations.history({ channel, limit: 100 }));
}

/** The same for one thread, oldest first. */
export async function threadManuscripts(
  deps: Deps,
  { channel, thread }: { readonly channel: string; readonly thread: string },
): Promise<readonly PostedFile[]> {
  const read = () => deps.client.conversations.replies({ channel, ts: thread, limit: 100 });
  return (await filesIn(deps, read)) ?? [];
}

async function filesIn(
  deps: Deps,
  read: () => Promise<{ readonly messages?: readonly unknown[] }>,
): Promise<readonly PostedFile[] | undefined> {
  try {
    const { messages = [] } = await slackCall(read);
    const found = messages.flatMap(postedIn);
    // Each name is a request to Slack, and people look through no more at once.
    const asked = new Set(found.filter(({ name }) => name === undefined).slice(0, namesAtOnce));
    const all = await Promise.all(
      found.map(async (one) => (asked.has(one) ? { ...one, ...(await withName(deps, one)) } : one)),
    );
    return acceptable(all, deps.accepts);
  } catch (error) {
    if (error instanceof SlackRefused && unreadable.has(error.code)) return undefined;
    throw error;
  }
}

const namesAtOnce = 20;

/** Returns the files of a person's message that Slack still has. */
export function filesOf(message: unknown, accepts: Deps["accepts"]): readonly PostedFile[] {
  return acceptable(postedIn(message), accepts);
}

function acceptable(files: readonly Found[], accepts: Deps["accepts"]): readonly PostedFile[] {
  return files
    .map((one) => ({ ...one, name: one.name ?? "manuscript" }))
    .filter(({ name }) => accepts(name));
}

function postedIn(message: unknown): readonly Found[] {
  const posted = messageSchema.safeParse(message).data;
  if (posted === undefined) return [];
  const { ts, thread_ts, user: person } = posted;
  return parseFiles(message).map((one) => ({ ...one, person, ts, thread: thread_ts ?? ts }));
}

const messageSchema = z.object({
  ts: z.string(),
  thread_ts: z.string().nullish(),
  user: z.string(),
  bot_id: z.null().optional(),
});

/** Slack's names for a conversation that the bot cannot read. */
export const unreadable = new Set(["not_in_channel", "channel_not_found", "missing_scope"]);
