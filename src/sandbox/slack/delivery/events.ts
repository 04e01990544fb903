import { type Fields, fieldsOf, textOf } from "../json.ts";
import type { Channel } from "../model.ts";
import type { World } from "../world.ts";
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

/** The subscription that an event belongs to, as the app's manifest names it. */
export function subscriptionOf({ payload }: Outgoing): string {
  const event = fieldsOf(payload["event"]);
  const type = textOf(event["type"]);
  if (type !== "message") return type;
  const place = textOf(event["channel_type"]);
  return `message.${place === "im" ? "im" : `${place}s`}`;
}
