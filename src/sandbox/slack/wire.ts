import { type Fields, present } from "./json.ts";
import type { Channel, Message, Person, SlackFile, View } from "./model.ts";
import type { World } from "./world.ts";

/** The shapes of Slack's JSON, for Web API replies and for payloads alike. */
export function messageJson(world: World, message: Message): Fields {
  const files = message.fileIds.map((id) => fileReference(world, message.channel, id));
  return present({
    type: "message",
    ...(files.length > 0 ? { subtype: "file_share", files, upload: false } : {}),
    user: message.user,
    ...(message.isFromBot ? { bot_id: world.app.botId, app_id: world.app.id } : {}),
    team: world.people.find(message.user)?.teamId ?? world.app.team.id,
    ts: message.ts,
    text: message.text,
    blocks: message.blocks,
    attachments: message.forwarded && [forwardedJson(world, message.forwarded)],
    edited:
      message.editedTs === undefined ? undefined : { user: message.user, ts: message.editedTs },
    metadata: message.metadata,
    reactions: message.reactions.length === 0 ? undefined : message.reactions.map(reacted(world)),
    ...threadFields(world, message),
  });
}

/** A forwarded message stands in an attachment, with its files. */
function forwardedJson(world: World, message: Message): Fields {
  const { channel, ts, text, user, fileIds } = message;
  const files = fileIds.map((id) => fileReference(world, channel, id));
  const marks = { is_msg_unfurl: true, is_share: true, message_blocks: [] };
  return { ...marks, channel_id: channel, ts, text, author_id: user, files };
}

const reacted = (world: World) => (name: string) => ({
  name,
  users: [world.app.botUserId],
  count: 1,
});

/** A message with replies counts them and names itself as the root. */
function threadFields(world: World, message: Message): Fields {
  if (message.threadTs !== undefined) return { thread_ts: message.threadTs };
  const replies = world.messages.thread(message.channel, message.ts).slice(1);
  if (replies.length === 0) return {};
  const reply_users = [...new Set(replies.map(({ user }) => user))];
  return {
    thread_ts: message.ts,
    reply_count: replies.length,
    reply_users,
    reply_users_count: reply_users.length,
    latest_reply: replies.at(-1)?.ts,
  };
}

/** The file as a message carries it: whole, a tombstone, or a Slack Connect stub. */
function fileReference(world: World, channelId: string, id: string): Fields {
  const file = world.files.find(id);
  if (file === undefined || file.isDeleted) return { id, mode: "tombstone" };
  const isStub = file.isStub || world.channels.find(channelId)?.isExtShared === true;
  return isStub ? { id, created: file.created, ...stub } : fileJson(world, file);
}

const stub = { mode: "file_access", file_access: "check_file_info" };

export function fileJson(world: World, file: SlackFile): Fields {
  // Of what is gone, or too old for a free plan, Slack tells no more than this.
  const isGone = file.mode === "tombstone" || file.mode === "hidden_by_limit";
  if (isGone) return { id: file.id, created: file.created, mode: file.mode };
  if (file.mode === "file_access") return { id: file.id, created: file.created, ...stub };
  const base = `${world.origin()}/files-pri/${world.app.team.id}-${file.id}`;
  const name = encodeURIComponent(file.name);
  const places = file.shares.map(({ channel }) => world.channels.find(channel));
  const ids = (kind: Channel["kind"]) =>
    places.filter((channel) => channel?.kind === kind).map((channel) => channel?.id);
  return {
    id: file.id,
    created: file.created,
    name: file.name,
    title: file.title,
    mimetype: file.mimetype,
    filetype: file.filetype,
    user: file.user,
    mode: file.mode,
    size: file.size,
    is_external: file.mode === "external",
    is_public: ids("public").length > 0,
    url_private: `${base}/${name}`,
    url_private_download: `${base}/download/${name}`,
    channels: ids("public"),
    groups: ids("private"),
    ims: ids("im"),
    shares: sharesJson(world, file),
  };
}

function sharesJson(world: World, file: SlackFile): Fields {
  const under = (isPublic: boolean) => {
    const shares = file.shares.filter(
      ({ channel }) => (world.channels.find(channel)?.kind === "public") === isPublic,
    );
    const entries = shares.map(({ channel, ts, threadTs }) => {
      return [channel, [present({ ts, thread_ts: threadTs, team_id: world.app.team.id })]] as const;
    });
    return Object.fromEntries(entries);
  };
  return { public: under(true), private: under(false) };
}

export function channelJson(world: World, channel: Channel): Fields {
  const isIm = channel.kind === "im";
  return present({
    id: channel.id,
    name: isIm ? undefined : channel.name,
    user: isIm ? channel.members.find((id) => id !== world.app.botUserId) : undefined,
    is_im: isIm,
    is_archived: channel.isArchived,
    created: channel.created,
  });
}

export function userJson(person: Person): Fields {
  const { grid } = person;
  return {
    id: person.id,
    ...(grid === undefined
      ? { team_id: person.teamId }
      : present({ team_id: grid.home, enterprise_user: enterpriseUser(person.id, grid.teams) })),
    name: person.name,
    real_name: person.realName,
    tz_offset: person.tzOffset ?? 0,
    deleted: person.isDeleted,
    is_admin: person.isAdmin,
    is_restricted: person.isRestricted,
    is_ultra_restricted: person.isUltraRestricted,
    is_stranger: person.isStranger,
    is_bot: person.isBot,
  };
}

function enterpriseUser(id: string, teams: readonly string[]): Fields {
  return { id, enterprise_id: "E1", enterprise_name: "Lantern House", is_admin: false, teams };
}

export function viewJson(world: World, view: View): Fields {
  return {
    id: view.id,
    team_id: world.app.team.id,
    type: view.kind,
    blocks: view.blocks,
    private_metadata: view.privateMetadata,
    callback_id: view.callbackId,
    external_id: "",
    state: { values: view.values },
    hash: view.hash,
    title: view.title ?? { type: "plain_text", text: "View Title", emoji: true },
    submit: view.submit ?? null,
    close: view.close ?? null,
    clear_on_close: false,
    notify_on_close: false,
    root_view_id: view.id,
    previous_view_id: null,
    app_id: world.app.id,
    bot_id: world.app.botId,
    app_installed_team_id: world.app.team.id,
  };
}
