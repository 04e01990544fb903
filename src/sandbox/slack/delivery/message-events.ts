import type { Fields } from "../json.ts";
import type { Channel, Message } from "../model.ts";
import { messageJson } from "../wire.ts";
import type { World } from "../world.ts";
import { eventOf } from "./events.ts";
import type { Outgoing } from "./outgoing.ts";

/** The events that a new message raises: itself, a mention of the bot, and each of its files. */
export function postedEvents(world: World, message: Message): readonly Outgoing[] {
  const place = heardIn(world, message);
  if (place === undefined) return [];
  const said = { ...messageJson(world, message), ...where(place, message.ts) };
  const mentions = message.text.includes(`<@${world.app.botUserId}>`);
  const isMention = mentions && !message.isFromBot && place.kind !== "im";
  const files = message.fileIds.map((id) => fileShared(world, message, id));
  return [
    eventOf(world, place, said),
    ...(isMention ? [eventOf(world, place, { ...said, type: "app_mention" })] : []),
    ...files.map((event) => eventOf(world, place, event)),
  ];
}

export function updatedEvents(
  world: World,
  message: Message,
  previous: Message,
): readonly Outgoing[] {
  return hidden(world, message, {
    subtype: "message_changed",
    message: messageJson(world, message),
    previous_message: messageJson(world, previous),
  });
}

export function deletedEvents(world: World, message: Message): readonly Outgoing[] {
  return hidden(world, message, {
    subtype: "message_deleted",
    deleted_ts: message.ts,
    previous_message: messageJson(world, message),
  });
}

function hidden(world: World, message: Message, fields: Fields): readonly Outgoing[] {
  const place = heardIn(world, message);
  if (place === undefined) return [];
  const base = { type: "message", hidden: true, ...where(place, world.ids.ts()) };
  return [eventOf(world, place, { ...base, ...fields })];
}

/** The bot hears only what is said where it is a member. */
function heardIn(world: World, message: Message): Channel | undefined {
  const channel = world.channels.find(message.channel);
  return channel?.members.includes(world.app.botUserId) === true ? channel : undefined;
}

const channelTypes = { public: "channel", private: "group", im: "im" } as const;

const where = (channel: Channel, ts: string): Fields => ({
  channel: channel.id,
  channel_type: channelTypes[channel.kind],
  event_ts: ts,
  ts,
});

const fileShared = (world: World, message: Message, id: string): Fields => ({
  type: "file_shared",
  file_id: id,
  file: { id },
  user_id: message.user,
  channel_id: message.channel,
  event_ts: world.ids.ts(),
});
