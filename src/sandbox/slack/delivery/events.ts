import { type Fields, fieldsOf, textOf } from "#sandbox/slack/json.ts";
import type { Channel, Message, Person } from "#sandbox/slack/model.ts";
import { messageJson, userJson } from "#sandbox/slack/wire.ts";
import type { World } from "#sandbox/slack/world.ts";

import type { Outgoing } from "./outgoing.ts";

/** An event in the envelope of the Events API, with an `event_id` of its own. */
export function eventOf(world: World, place: Channel | undefined, event: Fields): Outgoing {
  const { app } = world;
  const authorization = {
    enterprise_id: null,
    team_id: app.team.id,
    user_id: app.botUserId,
    is_bot: true,
    is_enterprise_install: false,
  };
  const type = textOf(event["type"]);
  const subtype = textOf(event["subtype"]);
  return {
    kind: "event",
    name: subtype === "" || type === "app_mention" ? type : `${type}.${subtype}`,
    payload: {
      token: "verification",
      team_id: place?.hostTeamId ?? app.team.id,
      context_team_id: app.team.id,
      api_app_id: app.id,
      event,
      type: "event_callback",
      event_id: world.ids.id("Ev"),
      event_time: world.ids.seconds(),
      authorizations: [authorization],
      is_ext_shared_channel: place?.isExtShared ?? false,
    },
  };
}

/** Returns the subscription of an event, as the app's manifest names it. */
export function subscriptionOf({ payload }: Outgoing): string {
  const event = fieldsOf(payload["event"]);
  const type = textOf(event["type"]);
  if (type !== "message") return type;
  const place = textOf(event["channel_type"]);
  return `message.${place === "im" || place === "mpim" ? place : `${place}s`}`;
}

/** Returns the events of a new message: itself, and a mention of the bot. */
export function postedEvents(world: World, message: Message): readonly Outgoing[] {
  const place = heardIn(world, message);
  if (place === undefined) return [];
  const json = { ...messageJson(world, message), ...where(place, message.ts) };
  return [eventOf(world, place, json), ...mentionOf(world, place, message)];
}

/** Slack sends a mention that was edited into a message as well. */
function mentionOf(world: World, place: Channel, message: Message): readonly Outgoing[] {
  const mentions = message.text.includes(`<@${world.app.botUserId}>`);
  if (!mentions || message.isFromBot || place.kind === "im") return [];
  const json = { ...messageJson(world, message), ...where(place, message.ts) };
  return [eventOf(world, place, { ...json, type: "app_mention" })];
}

/** Returns the events of a message that became another one, or none: it was deleted. */
export function changedEvents(world: World, previous: Message, message?: Message) {
  const place = heardIn(world, previous);
  if (place === undefined) return [];
  const details =
    message === undefined
      ? { subtype: "message_deleted", deleted_ts: previous.ts }
      : { subtype: "message_changed", message: messageJson(world, message) };
  const previous_message = messageJson(world, previous);
  const base = { type: "message", hidden: true, ...where(place, world.ids.ts()) };
  const changed = eventOf(world, place, { ...base, ...details, previous_message });
  return [changed, ...(message === undefined ? [] : mentionOf(world, place, message))];
}

/** Returns the event of a person whose language, time zone, name or standing has changed. */
export function personEvent(world: World, person: Person): Outgoing {
  const user = { ...userJson(person), locale: person.locale };
  return eventOf(world, undefined, { type: "user_change", user, event_ts: world.ids.ts() });
}

/** Returns the channel when the bot is a member: it receives events only from there. */
function heardIn(world: World, message: Message): Channel | undefined {
  const channel = world.channels.find(message.channel);
  return channel?.members.includes(world.app.botUserId) === true ? channel : undefined;
}

const channelTypes = { public: "channel", private: "group", im: "im", mpim: "mpim" } as const;

const where = (channel: Channel, ts: string): Fields => ({
  channel: channel.id,
  channel_type: channelTypes[channel.kind],
  event_ts: ts,
  ts,
});
