import type { WebClient } from "@slack/web-api";
import { z } from "zod";

import { SlackRefused } from "../core/faults.ts";
import { request } from "../http.ts";
import { slackCall } from "./clients.ts";
import type { Where } from "./own-messages.ts";

/**
 * Uploads a file that is in memory without sharing it, in Slack's own steps: the SDK's one call would hold it in memory
 * and try everything again, sharing it twice. Answers the file's id.
 */
export async function uploadUnshared(
  client: WebClient,
  { name, content }: { readonly name: string; readonly content: string | Uint8Array },
): Promise<string> {
  const body = typeof content === "string" ? Buffer.from(content, "utf8") : content;
  const named = await slackCall(() =>
    client.files.getUploadURLExternal({ filename: name, length: body.length }),
  );
  const ticket = uploadTicket.safeParse(named).data;
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

/** Shares an uploaded file. May be asked twice only after `isShared` said no. */
export async function shareUpload(
  client: WebClient,
  {
    where,
    fileId,
    title,
  }: { readonly where: Where; readonly fileId: string; readonly title: string },
): Promise<void> {
  const files: [{ id: string; title: string }] = [{ id: fileId, title }];
  const { channel: channel_id, thread_ts } = where;
  await slackCall(() =>
    client.files.completeUploadExternal(
      thread_ts === undefined ? { files, channel_id } : { files, channel_id, thread_ts },
    ),
  );
}

/** An upload that was not shared yet may be no file at all to Slack. */
export async function isShared(client: WebClient, fileId: string): Promise<boolean> {
  const file = await findFile(client, fileId);
  const shares = Object.values({ ...file?.shares?.public, ...file?.shares?.private });
  return shares.length > 0 || (file?.ims?.length ?? 0) > 0;
}

async function findFile(client: WebClient, fileId: string) {
  try {
    return (await slackCall(() => client.files.info({ file: fileId }))).file;
  } catch (error) {
    if (error instanceof SlackRefused && goneCodes.has(error.code)) return undefined;
    throw error;
  }
}

const goneCodes = new Set(["file_not_found", "file_deleted"]);
