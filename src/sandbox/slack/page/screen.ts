import type { Receipt } from "#sandbox/slack/delivery/outgoing.ts";
import type { Channel, Message, SlackFile } from "#sandbox/slack/model.ts";
import type { Submitted } from "#sandbox/slack/people/clicking.ts";
import type { SlackSandbox } from "#sandbox/slack/slack.ts";
import type { Change } from "#sandbox/slack/state/changes.ts";

import {
  type Deed,
  type FileShown,
  type Outcome,
  type Place,
  type Said,
  type Screen,
  type ScreenNews,
  type ViewsShown,
  deedSchema,
} from "./wire.ts";

type Slack = Pick<SlackSandbox, "state">;

/** Returns all that Slack shows to this person: messages for others never reach the browser. */
export function screenOf({ state }: Slack, me: string): Screen {
  const channels = state.channels.all().filter((channel) => isSeen(channel, me));
  const messages = channels.flatMap(({ id }) => state.messages.inChannel(id));
  const ids = new Set(messages.flatMap(({ fileIds }) => fileIds));
  return {
    me,
    bot: state.app.botUserId,
    workspace: state.app.team.name,
    people: state.people.all(),
    groups: state.people.groups(),
    channels,
    said: [...messages, ...state.messages.ephemeralsOf(me)],
    files: state.files
      .all()
      .filter(({ id, user }) => ids.has(id) || user === me)
      .map(shownFile),
    ...viewsOf({ state }, me),
  };
}

/** Returns the news of a change for this person's screen; undefined when they do not see it. */
export function newsOf(slack: Slack, me: string, change: Change): ScreenNews | undefined {
  const ifSeen = (kind: "said" | "gone", message: Said): ScreenNews | undefined => {
    const place = slack.state.channels.find(message.channel);
    const isForMe = "fileIds" in message || message.user === me;
    return isForMe && place !== undefined && isSeen(place, me)
      ? { kind, said: message }
      : undefined;
  };
  switch (change.kind) {
    case "message-posted":
    case "message-updated":
      return ifSeen("said", change.message);
    case "message-deleted":
      return ifSeen("gone", change.message);
    case "ephemeral-shown":
      return ifSeen("said", change.ephemeral);
    case "file-uploaded":
    case "file-changed":
      return mayRead(slack, me, change.file)
        ? { kind: "file", file: shownFile(change.file) }
        : undefined;
    case "home":
    case "modal":
      return change.user === me ? { kind: "views", views: viewsOf(slack, me) } : undefined;
    case "person":
    case "person-changed":
    case "channel":
    case "group":
      return { kind: "screen", screen: screenOf(slack, me) };
    case "sockets":
    case "exchange":
      return undefined;
  }
}

/**
 * Returns true for the uploader, and for everybody who sees a conversation that shares the file.
 */
export function mayRead({ state }: Slack, me: string, file: SlackFile): boolean {
  if (file.user === me) return true;
  const places = file.shares.map(({ channel }) => state.channels.find(channel));
  return places.some((place) => place !== undefined && isSeen(place, me));
}

const isSeen = ({ members, kind }: Channel, me: string): boolean =>
  kind === "public" || members.includes(me);

const viewsOf = ({ state }: Slack, me: string): ViewsShown => ({
  home: state.views.home(me),
  modal: state.views.modal(me),
});

export function shownFile({ id, name, mimetype, size, isDeleted, user }: SlackFile): FileShown {
  return { id, name, mimetype, size, isDeleted, user };
}

type Sandbox = Pick<SlackSandbox, "state" | "people" | "app">;
type Driven = ReturnType<SlackSandbox["people"]["named"]>;

/** @throws ZodError for any other body */
export const parseDeed = (body: unknown): Deed => deedSchema.parse(body);

/**
 * Performs a person's action on the page and returns its outcome. An action that is no longer
 * possible (a button that is gone) has an outcome too.
 */
export async function perform(slack: Sandbox, me: string, deed: Deed): Promise<Outcome> {
  try {
    return (await done(slack, slack.people.named(me), deed)) ?? { status: "done" };
  } catch (error) {
    return trouble(error instanceof Error ? error.message : String(error));
  }
}

/** Returns undefined when all went well. */
async function done(slack: Sandbox, person: Driven, deed: Deed): Promise<Outcome | undefined> {
  switch (deed.deed) {
    case "post":
      return post(slack, person, deed);
    case "click": {
      const option = deed.option === undefined ? {} : { option: deed.option };
      if (deed.values !== undefined) person.fillsIn(deed.values);
      return heard((await person.clicks(targetOf(slack, deed.place), deed.action, option)).receipt);
    }
    case "command":
      return heard((await person.commands(deed.command, deed.text, deed)).receipt);
    case "shortcut":
      return heard(await person.usesShortcut(messageOf(slack, deed), deed.callbackId));
    case "delete":
      return remove(slack, person, messageOf(slack, deed));
    case "open-home":
      await person.opensHome();
      return undefined;
    case "submit":
      person.fillsIn(deed.values);
      return submitted(await person.submits());
    case "close":
      await person.closes();
      return undefined;
    case "speak": {
      const { people, channels } = slack.state;
      for (const one of people.all()) people.change(one, { locale: deed.locale });
      for (const channel of channels.all()) channels.speak(channel, deed.locale);
      return undefined;
    }
  }
}

async function post(
  slack: Sandbox,
  person: Driven,
  { channel, thread, text, files }: Extract<Deed, { deed: "post" }>,
): Promise<Outcome | undefined> {
  const isMember = slack.state.channels.find(channel)?.members.includes(person.id) === true;
  if (!isMember) return trouble("You are not a member of this conversation.");
  const root = thread === undefined ? {} : { thread: messageOf(slack, { channel, ts: thread }) };
  // Slack turns a name that somebody types into a mention.
  const body = text.replaceAll(/@galley\b/giu, `<@${slack.app.botUserId}>`);
  await person.posts({ channel, text: body, fileIds: files, ...root });
  return undefined;
}

async function remove(
  { state }: Sandbox,
  person: Driven,
  message: Message,
): Promise<Outcome | undefined> {
  if (message.user !== person.id) return trouble("Slack lets you delete your own messages only.");
  await person.deletes(message);
  for (const file of message.fileIds.map(state.files.find)) {
    if (file !== undefined) await person.deletesFile(file);
  }
  return undefined;
}

const trouble = (reason: string): Outcome => ({ status: "trouble", reason });

/** Returns a warning for a click or command without acknowledgement: Slack tries it once. */
function heard(receipt: Receipt | undefined): Outcome | undefined {
  if (receipt === undefined || receipt.status === "acknowledged") return undefined;
  const why = {
    http_timeout: "did not answer in time",
    connection_failed: "could not be reached",
    http_error: `answered with HTTP ${receipt.httpStatus ?? "nothing"}`,
  };
  return trouble(
    `Galley ${why[receipt.reason]}. Slack does not send this again: please try again.`,
  );
}

function submitted(outcome: Submitted): Outcome | undefined {
  if (outcome.status === "errors") return outcome;
  return outcome.status === "trouble"
    ? trouble("We had some trouble connecting. Try again?")
    : undefined;
}

function targetOf(slack: Sandbox, place: Place) {
  if (typeof place === "string") return place;
  return slack.state.messages.findEphemeral(place.channel, place.ts) ?? messageOf(slack, place);
}

function messageOf(
  { state }: Sandbox,
  { channel, ts }: { readonly channel: string; readonly ts: string },
): Message {
  const message = state.messages.find(channel, ts);
  if (message === undefined) throw new Error("That message is gone.");
  return message;
}
