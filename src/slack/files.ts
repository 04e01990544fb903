import type { WebClient } from "@slack/web-api";
import { z } from "zod";

import type { FileShare } from "#domain/context.ts";
import { ManuscriptError, SlackRefusedError } from "#domain/errors.ts";
import { listOf } from "#domain/fields.ts";
import type { SlackFile } from "#domain/manuscript.ts";
import { request } from "#lib/http.ts";

import { meaningOf } from "./answers.ts";
import { type SlackClients, slackCall } from "./clients.ts";
import { type Where, conversationOf } from "./messages.ts";

export type FoundFile = SlackFile & {
  readonly person: string | undefined;
  /** As far as the bot sees, with direct messages, whose shares Slack does not list. */
  readonly channels: ReadonlySet<string>;
  /** The post of the file by channel id: its message, and the thread for the answer. */
  readonly shares: ReadonlyMap<string, { readonly ts: string; readonly thread: string }>;
};

/**
 * An event's data is never trusted.
 *
 * @throws ManuscriptError gone, no-access, canvas, elsewhere or late
 */
export async function findFile(client: WebClient, fileId: string): Promise<FoundFile> {
  const reply: unknown = await readFile(client, fileId).catch((error: unknown) => {
    if (!(error instanceof SlackRefusedError)) throw error;
    const meaning = meaningOf(error);
    if (meaning === "gone") {
      const mayCome = error.code === "file_not_found";
      throw new ManuscriptError("gone", { cause: error, mayCome });
    }
    if (meaning === "not-here") throw new ManuscriptError("no-access", { cause: error });
    throw error;
  });
  // Slack returns hardly more than the id of such a file.
  if (goneFile.safeParse(reply).success) throw new ManuscriptError("gone");
  if (heldBack.safeParse(reply).success) throw new ManuscriptError("late", { mayCome: true });
  const file = fileSchema.safeParse(reply).data;
  if (file === undefined) throw new ManuscriptError("no-access");
  const url = file.url_private_download ?? file.url_private;
  if (file.is_external === true || file.mode === "external") throw new ManuscriptError("elsewhere");
  if (!storedModes.has(file.mode)) throw new ManuscriptError("canvas");
  if (!url) throw new ManuscriptError("late", { mayCome: true });
  const { channels = [], groups = [], ims = [] } = file;
  const shares = sharesOf(file);
  return {
    id: file.id,
    name: file.name ?? file.title ?? "manuscript",
    size: file.size,
    url,
    person: file.user ?? undefined,
    channels: new Set([...shares.keys(), ...channels, ...groups, ...ims]),
    shares,
  };
}

function sharesOf({ shares: places }: z.infer<typeof fileSchema>): FoundFile["shares"] {
  return new Map(
    Object.entries({ ...places?.public, ...places?.private }).flatMap(([channel, [first]]) => {
      if (first === undefined) return [];
      const { ts, thread_ts } = first;
      return [[channel, { ts, thread: thread_ts ?? ts }] as const];
    }),
  );
}

async function readFile(client: WebClient, fileId: string) {
  return (await slackCall(() => client.files.info({ file: fileId }))).file;
}

const shares = z
  .record(z.string(), listOf(z.object({ ts: z.string(), thread_ts: z.string().nullish() })))
  .nullish();

const ids = listOf(z.string()).optional();

const fileSchema = z.object({
  id: z.string().min(1),
  name: z.string().nullish(),
  title: z.string().nullish(),
  size: z.number().int().nonnegative(),
  mode: z.string(),
  user: z.string().nullish(),
  channels: ids,
  groups: ids,
  ims: ids,
  is_external: z.boolean().optional(),
  url_private: z.string().optional(),
  url_private_download: z.string().optional(),
  shares: z.object({ public: shares, private: shares }).nullish(),
});

const goneFile = z.object({ mode: z.enum(["tombstone", "hidden_by_limit"]) });
const heldBack = z.object({ mode: z.literal("file_access") });
const storedModes = new Set(["hosted", "snippet"]);

type NamedFile = { readonly name: string; readonly content: string | Uint8Array };

export async function sendFile(
  clients: SlackClients,
  where: Where,
  { comment, ...file }: NamedFile & Pick<Sharing, "comment">,
): Promise<void> {
  const fileId = await uploadUnshared(clients.once, file);
  await shareUpload(clients, { where, fileId, title: file.name, ...(comment && { comment }) });
}

/**
 * Uploads a file from memory without sharing it, in Slack's single steps. The SDK's one call would
 * hold it in memory and retry all steps, which shares it twice. Returns the file's id.
 */
export async function uploadUnshared(
  client: WebClient,
  { name, content }: NamedFile,
): Promise<string> {
  const body = typeof content === "string" ? Buffer.from(content, "utf8") : content;
  const reply = await slackCall(() =>
    client.files.getUploadURLExternal({ filename: name, length: body.length }),
  );
  const ticket = uploadTicket.safeParse(reply).data;
  if (ticket === undefined) throw new Error("Slack named no upload address");
  const { statusCode, body: answer } = await request(ticket.upload_url, {
    method: "POST",
    body,
  });
  await answer.dump();
  if (statusCode !== 200) throw new Error(`Slack answered ${statusCode} to an upload`);
  return ticket.file_id;
}

const uploadTicket = z.object({ upload_url: z.string().min(1), file_id: z.string().min(1) });

/** May be repeated only after `findShare` found none. */
export async function shareUpload(
  { steady, once }: SlackClients,
  { where: { channel, thread_ts }, fileId, title, comment }: Sharing,
): Promise<void> {
  const upload = {
    files: [{ id: fileId, title }] as [{ id: string; title: string }],
    channel_id: await conversationOf(steady, channel),
    ...(comment !== undefined && { initial_comment: comment }),
  };
  await slackCall(() =>
    once.files.completeUploadExternal(thread_ts === undefined ? upload : { ...upload, thread_ts }),
  );
}

type Sharing = {
  readonly where: Where;
  readonly fileId: string;
  readonly title: string;
  readonly comment?: string;
};

/**
 * Looks for the post of an uploaded file. `none`: Slack does not know the file, so it was never shared,
 * or was deleted. `unseen`: Slack has it without a post: it answers `files.completeUploadExternal`
 * before it shares the file, with `shares: {}`.
 */
export async function findShare(client: WebClient, fileId: string): Promise<FileShare> {
  const file = await readFile(client, fileId).catch((error: unknown) => {
    if (error instanceof SlackRefusedError && meaningOf(error) === "gone") return undefined;
    throw error;
  });
  if (file === undefined || goneFile.safeParse(file).success) return "none";
  const shares = Object.values({ ...file.shares?.public, ...file.shares?.private });
  return shares.length > 0 || (file.ims?.length ?? 0) > 0 ? "shared" : "unseen";
}
