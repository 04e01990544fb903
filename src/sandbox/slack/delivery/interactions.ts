import { initialValues } from "../blocks/values.ts";
import { type Fields, present } from "../json.ts";
import type { Ephemeral, Message, Person, View } from "../model.ts";
import { messageJson, viewJson } from "../wire.ts";
import type { World } from "../world.ts";
import type { Outbox } from "./outbox.ts";
import type { Outgoing } from "./outgoing.ts";
import type { Origin, ResponseUrls } from "./response-urls.ts";

/** What a person has before them when they click. */
export type Screen =
  | { readonly on: "message"; readonly message: Message }
  | { readonly on: "ephemeral"; readonly ephemeral: Ephemeral }
  | { readonly on: "view"; readonly view: View };

export type InteractionDeps = {
  readonly world: World;
  readonly outbox: Outbox;
  readonly responseUrls: ResponseUrls;
};
type Deps = Pick<InteractionDeps, "world" | "responseUrls">;

/** A click or a choice: `block_actions` with the place, a fresh trigger and, outside views, an answer address. */
export function blockActions(
  { world, responseUrls }: Deps,
  { person, screen, action }: { person: Person; screen: Screen; action: Fields },
): Outgoing {
  const origin = originOf(person, screen);
  const payload = {
    ...whoAndWhere(world, person, "block_actions"),
    trigger_id: world.triggers.give(person.id),
    ...placeOf(world, screen),
    ...(origin === undefined ? {} : { response_url: responseUrls.give(origin) }),
    actions: [{ ...action, action_ts: world.ids.ts() }],
  };
  return { kind: "interactive", name: "block_actions", payload };
}

function originOf(person: Person, screen: Screen): Origin | undefined {
  if (screen.on === "view") return undefined;
  const { channel, threadTs } = screen.on === "message" ? screen.message : screen.ephemeral;
  return { channel, threadTs, user: person.id };
}

function placeOf(world: World, screen: Screen): Fields {
  if (screen.on === "view") {
    const { view } = screen;
    const container = { type: "view", view_id: view.id };
    return { container, view: viewJson(world, view), state: { values: view.values } };
  }
  const said = screen.on === "message" ? screen.message : screen.ephemeral;
  const channel = world.channels.find(said.channel);
  const isEphemeral = screen.on === "ephemeral";
  const container = present({
    type: "message",
    message_ts: said.ts,
    channel_id: said.channel,
    is_ephemeral: isEphemeral,
    thread_ts: said.threadTs,
  });
  return present({
    container,
    channel: { id: said.channel, name: channel?.kind === "im" ? "directmessage" : channel?.name },
    // Slack sends no message along for an ephemeral one.
    message: screen.on === "message" ? messageJson(world, screen.message) : undefined,
    state: { values: initialValues(said.blocks ?? []) },
  });
}

export function viewSubmission({ world }: Deps, person: Person, view: View): Outgoing {
  const payload = {
    ...whoAndWhere(world, person, "view_submission"),
    trigger_id: world.triggers.give(person.id),
    view: viewJson(world, view),
    response_urls: [],
  };
  return { kind: "interactive", name: "view_submission", payload };
}

export function messageShortcut(
  { world, responseUrls }: Deps,
  { person, message, callbackId }: { person: Person; message: Message; callbackId: string },
): Outgoing {
  const { channel, ts, threadTs } = message;
  const payload = {
    ...whoAndWhere(world, person, "message_action"),
    callback_id: callbackId,
    action_ts: world.ids.ts(),
    trigger_id: world.triggers.give(person.id),
    response_url: responseUrls.give({ channel, threadTs, user: person.id }),
    message_ts: ts,
    channel: { id: channel, name: world.channels.find(channel)?.name ?? "" },
    message: messageJson(world, message),
  };
  return { kind: "interactive", name: "message_action", payload };
}

export function command(
  { world, responseUrls }: Deps,
  { person, command, text, channel }: CommandGiven,
): Outgoing {
  const { team } = world.app;
  const place = world.channels.find(channel);
  const origin = { channel, threadTs: undefined, user: person.id };
  const payload = {
    token: "verification",
    team_id: person.teamId,
    team_domain: team.domain,
    channel_id: channel,
    channel_name: place?.kind === "im" ? "directmessage" : (place?.name ?? ""),
    user_id: person.id,
    user_name: person.name,
    command,
    text,
    api_app_id: world.app.id,
    is_enterprise_install: "false",
    response_url: responseUrls.give(origin),
    trigger_id: world.triggers.give(person.id),
  };
  return { kind: "command", name: command, payload };
}

type CommandGiven = {
  readonly person: Person;
  readonly command: string;
  readonly text: string;
  readonly channel: string;
};

function whoAndWhere(world: World, person: Person, type: string): Fields {
  const { team } = world.app;
  const { id, name, teamId } = person;
  return {
    type,
    team: { id: team.id, domain: team.domain },
    user: { id, username: name, name, team_id: teamId },
    api_app_id: world.app.id,
    token: "verification",
    enterprise: null,
    is_enterprise_install: false,
  };
}
