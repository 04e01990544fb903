import { initialValues } from "#sandbox/slack/blocks/values.ts";
import { type Fields, present } from "#sandbox/slack/json.ts";
import type { Ephemeral, Message, Person, View } from "#sandbox/slack/model.ts";
import type { ResponseUrls } from "#sandbox/slack/web-api/content.ts";
import { messageJson, viewJson } from "#sandbox/slack/wire.ts";
import type { World } from "#sandbox/slack/world.ts";

import type { Outbox } from "./outbox.ts";
import type { Outgoing } from "./outgoing.ts";

/** The message or view in which a person clicks. */
export type Screen =
  | { readonly on: "said"; readonly said: Message | Ephemeral }
  | { readonly on: "view"; readonly view: View };

export type InteractionDeps = {
  readonly world: World;
  readonly outbox: Outbox;
  readonly responseUrls: ResponseUrls;
};
type Deps = Pick<InteractionDeps, "world" | "responseUrls">;

/** A click or a choice: `block_actions` with the place and, outside views, an answer address. */
export function blockActions(
  deps: Deps,
  { person, screen, action }: { person: Person; screen: Screen; action: Fields },
): Outgoing {
  const { world } = deps;
  const place =
    screen.on === "said"
      ? saidPlace(deps, person, screen.said)
      : {
          container: { type: "view", view_id: screen.view.id },
          view: viewJson(world, screen.view),
          state: { values: screen.view.values },
        };
  const actions = [{ ...action, action_ts: world.ids.ts() }];
  return interactive(world, person, { type: "block_actions", ...place, actions });
}

function saidPlace(
  { world, responseUrls }: Deps,
  person: Person,
  message: Message | Ephemeral,
): Fields {
  const { channel, ts, threadTs, blocks = [] } = message;
  const container = present({
    type: "message",
    message_ts: ts,
    channel_id: channel,
    is_ephemeral: !("fileIds" in message),
    thread_ts: threadTs,
  });
  return present({
    container,
    channel: { id: channel, name: placeName(world, channel) },
    // Slack sends no message along with an ephemeral one.
    message: "fileIds" in message ? messageJson(world, message) : undefined,
    state: { values: initialValues(blocks) },
    response_url: responseUrls.give({
      channel,
      threadTs,
      user: person.id,
      ...(!("fileIds" in message) && { ephemeral: ts }),
    }),
  });
}

function placeName(world: World, id: string): string {
  const channel = world.channels.find(id);
  return channel?.kind === "im" ? "directmessage" : (channel?.name ?? "");
}

/** A form names the submitter's own workspace; the app's workspace is in the view. */
export const viewSubmission = ({ world }: Deps, person: Person, view: View): Outgoing =>
  interactive(world, person, {
    type: "view_submission",
    team: { id: person.grid?.home ?? person.teamId, domain: "" },
    view: { ...viewJson(world, view), app_installed_team_id: world.app.team.id },
    response_urls: [],
  });

export function messageShortcut(
  { world, responseUrls }: Deps,
  { person, message, callbackId }: { person: Person; message: Message; callbackId: string },
): Outgoing {
  const { channel, ts, threadTs } = message;
  return interactive(world, person, {
    type: "message_action",
    callback_id: callbackId,
    action_ts: world.ids.ts(),
    response_url: responseUrls.give({ channel, threadTs, user: person.id }),
    message_ts: ts,
    channel: { id: channel, name: placeName(world, channel) },
    message: messageJson(world, message),
  });
}

/** Adds the person with their workspace, and a trigger that opens a dialog. */
function interactive(
  world: World,
  { id, name, teamId }: Person,
  fields: Fields & { readonly type: string },
): Outgoing {
  const { team } = world.app;
  const payload = {
    team: { id: team.id, domain: team.domain },
    user: { id, username: name, name, team_id: teamId },
    api_app_id: world.app.id,
    token: "verification",
    enterprise: null,
    is_enterprise_install: false,
    trigger_id: world.triggers.give(id),
    ...fields,
  };
  return { kind: "interactive", name: fields.type, payload };
}

export function command(
  { world, responseUrls }: Deps,
  person: Person,
  { command, text, channel }: Readonly<Record<"command" | "text" | "channel", string>>,
): Outgoing {
  const payload = {
    token: "verification",
    team_id: person.teamId,
    team_domain: world.app.team.domain,
    channel_id: channel,
    channel_name: placeName(world, channel),
    user_id: person.id,
    user_name: person.name,
    command,
    text,
    api_app_id: world.app.id,
    is_enterprise_install: "false",
    response_url: responseUrls.give({ channel, threadTs: undefined, user: person.id }),
    trigger_id: world.triggers.give(person.id),
  };
  return { kind: "command", name: command, payload };
}
