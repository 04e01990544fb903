import { postedEvents } from "#sandbox/slack/delivery/events.ts";
import { fieldsOf, isFields, listOf, textOf } from "#sandbox/slack/json.ts";
import type { SlackFile } from "#sandbox/slack/model.ts";
import { fileJson } from "#sandbox/slack/wire.ts";
import type { World } from "#sandbox/slack/world.ts";

import { type Call, type Method, Refusal, threadRoot, writableChannel } from "./call.ts";
import { blocksOf } from "./content.ts";

export const fileMethods: Readonly<Record<string, Method>> = {
  "files.info": { scope: "files:read", run: about },
  "files.getUploadURLExternal": { scope: "files:write", run: announceUpload },
  "files.completeUploadExternal": { scope: "files:write", run: completeUpload },
};

/**
 * Returns true for a file that the bot uploaded and completed, that came through its forms, or that
 * is shared where it is a member.
 */
export function isKnownToBot(world: World, file: SlackFile): boolean {
  const { app } = world;
  if (world.uploads.isCompleted(file.id)) return true;
  if (file.user === app.botUserId) return false;
  const isMember = (channel: string) =>
    world.channels.find(channel)?.members.includes(app.botUserId) === true;
  return file.shares.some(({ channel }) => isMember(channel));
}

function about({ world, args }: Call) {
  const file = world.files.find(args.required("file"));
  if (file === undefined || !isKnownToBot(world, file)) throw new Refusal("file_not_found");
  if (file.isDeleted) throw new Refusal("file_deleted");
  return { file: fileJson(world, file), comments: [], response_metadata: { next_cursor: "" } };
}

function announceUpload({ world, args }: Call) {
  const length = Number(args.required("length"));
  if (!Number.isInteger(length) || length <= 0) {
    throw new Refusal("invalid_arguments", {
      response_metadata: { messages: ["[ERROR] must be greater than 0 [json-pointer:/length]"] },
    });
  }
  const { ticket, id } = world.uploads.announce(args.required("filename"), length);
  return { upload_url: `${world.origin()}/upload/v1/${ticket}`, file_id: id };
}

/** Shares uploaded files: one message in the channel or thread carries them all. */
function completeUpload({ world, args, outbox }: Call) {
  const files = listOf(args.json("files")).map((entry) => uploaded(world, entry));
  if (files.length === 0) throw new Refusal("invalid_arguments");
  const channelId = args.text("channel_id");
  // Unlike chat.postMessage it accepts no person as a conversation.
  if (world.people.find(channelId) !== undefined) throw new Refusal("channel_not_found");
  const place = channelId === "" ? undefined : writableChannel(world, channelId);
  const threadTs = place && threadRoot(world, place, args.text("thread_ts"));
  const blocks = blocksOf(world, args);
  for (const { id } of files) world.uploads.complete(id);
  if (place !== undefined) {
    const user = world.app.botUserId;
    const fileIds = files.map(({ id }) => id);
    const content = { channel: place.id, threadTs, text: args.text("initial_comment"), blocks };
    const message = world.messages.post({ ...content, user, isFromBot: true, fileIds });
    const share = { channel: place.id, ts: message.ts, threadTs };
    for (const file of files) world.files.share(world.files.find(file.id) ?? file, share);
    outbox.dispatch(postedEvents(world, message));
  }
  return { files: files.map((file) => fileJson(world, world.files.find(file.id) ?? file)) };
}

function uploaded(world: World, entry: unknown): SlackFile {
  const { id, title } = isFields(entry) ? entry : fieldsOf({});
  const file = world.files.find(textOf(id));
  if (file === undefined || file.user !== world.app.botUserId) throw new Refusal("file_not_found");
  return textOf(title) === "" ? file : world.files.change(file, { title: textOf(title) });
}
