import type { Receipt } from "../delivery/outgoing.ts";
import type { Message } from "../model.ts";
import type { Submitted } from "../people/submitting.ts";
import type { SlackSandbox } from "../slack.ts";
import { type Deed, deedSchema, type Outcome, type Place } from "./wire.ts";

type Slack = Pick<SlackSandbox, "state" | "people">;
type Driven = ReturnType<SlackSandbox["people"]["named"]>;

/** @throws ZodError for any other body */
export const parseDeed = (body: unknown): Deed => deedSchema.parse(body);

/**
 * Performs a person's action on the page and returns its outcome. An action that is no longer
 * possible (a button that is gone) has an outcome too.
 */
export async function perform(slack: Slack, me: string, deed: Deed): Promise<Outcome> {
  try {
    return (await done(slack, slack.people.named(me), deed)) ?? { status: "done" };
  } catch (error) {
    return trouble(error instanceof Error ? error.message : String(error));
  }
}

/** Returns undefined when all went well. */
async function done(slack: Slack, person: Driven, deed: Deed): Promise<Outcome | undefined> {
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
  slack: Slack,
  person: Driven,
  { channel, thread, text, files }: Extract<Deed, { deed: "post" }>,
): Promise<Outcome | undefined> {
  const isMember = slack.state.channels.find(channel)?.members.includes(person.id) === true;
  if (!isMember) return trouble("You are not a member of this conversation.");
  const root = thread === undefined ? {} : { thread: messageOf(slack, { channel, ts: thread }) };
  await person.posts({ channel, text, fileIds: files, ...root });
  return undefined;
}

async function remove(
  { state }: Slack,
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

/**
 * Returns the warning for an interaction or a command without acknowledgement: Slack tries these
 * only once.
 */
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

function targetOf(slack: Slack, place: Place) {
  if (typeof place === "string") return place;
  return slack.state.messages.findEphemeral(place.channel, place.ts) ?? messageOf(slack, place);
}

function messageOf(
  { state }: Slack,
  { channel, ts }: { readonly channel: string; readonly ts: string },
): Message {
  const message = state.messages.find(channel, ts);
  if (message === undefined) throw new Error("That message is gone.");
  return message;
}
