import { z } from "zod";

import type { Receipt } from "../delivery/outgoing.ts";
import type { Ephemeral, Message } from "../model.ts";
import type { Submitted } from "../people/submitting.ts";
import type { SlackSandbox } from "../slack.ts";
import { type Locale, locales } from "./locales.ts";
import type { Deed, Outcome, Place } from "./wire.ts";

type Slack = Pick<SlackSandbox, "state" | "people">;
type Driven = ReturnType<SlackSandbox["people"]["named"]>;

const id = z.string().max(255);
const text = z.string().max(40_000);
const entered = z.union([text, z.array(text).max(100)]);
const place = z.discriminatedUnion("on", [
  z.object({ on: z.literal("message"), channel: id, ts: id }),
  z.object({ on: z.literal("home") }),
  z.object({ on: z.literal("modal") }),
]);

const deedSchema = z.discriminatedUnion("deed", [
  z.object({
    deed: z.literal("post"),
    channel: id,
    thread: id.optional(),
    text,
    files: z.array(id).max(10),
  }),
  z.object({
    deed: z.literal("click"),
    place,
    action: id,
    option: entered.optional(),
    values: z.record(id, entered).optional(),
  }),
  z.object({ deed: z.literal("command"), channel: id, command: id, text }),
  z.object({ deed: z.literal("shortcut"), channel: id, ts: id, callbackId: id }),
  z.object({ deed: z.literal("delete"), channel: id, ts: id }),
  z.object({ deed: z.literal("open-home") }),
  z.object({ deed: z.literal("submit"), values: z.record(id, entered) }),
  z.object({ deed: z.literal("close") }),
  z.object({ deed: z.literal("speak"), locale: z.enum(locales.map(([name]) => name)) }),
]);

/** @throws ZodError when the page sent something else */
export const parseDeed = (body: unknown): Deed => deedSchema.parse(body);

/**
 * Does what the person did on the page and says what came of it. What cannot be done any more (a
 * button that is gone) is an outcome too.
 */
export async function perform(slack: Slack, me: string, deed: Deed): Promise<Outcome> {
  try {
    return await done(slack, slack.people.named(me), deed);
  } catch (error) {
    return trouble(error instanceof Error ? error.message : String(error));
  }
}

async function done(slack: Slack, person: Driven, deed: Deed): Promise<Outcome> {
  switch (deed.deed) {
    case "post":
      return post(slack, person, deed);
    case "click": {
      const option = deed.option === undefined ? {} : { option: deed.option };
      if (deed.values !== undefined) person.fillsIn(deed.values);
      const target = targetOf(slack, deed.place);
      return heard((await person.clicks(target, deed.action, option)).receipt);
    }
    case "command": {
      const { receipt } = await person.commands(deed.command, deed.text, deed);
      return heard(receipt);
    }
    case "shortcut":
      return heard(await person.usesShortcut(messageOf(slack, deed), deed.callbackId));
    case "delete":
      return remove(slack, person, deed);
    case "open-home":
      await person.opensHome();
      return { status: "done" };
    case "submit":
      person.fillsIn(deed.values);
      return submitted(await person.submits());
    case "close":
      await person.closes();
      return { status: "done" };
    case "speak":
      return speak(slack, deed.locale);
  }
}

function speak({ state }: Slack, locale: Locale): Outcome {
  for (const person of state.people.all()) state.people.change(person, { locale });
  for (const channel of state.channels.all()) state.channels.speak(channel, locale);
  return { status: "done" };
}

async function post(
  slack: Slack,
  person: Driven,
  { channel, thread, text, files }: Extract<Deed, { deed: "post" }>,
): Promise<Outcome> {
  const isMember = slack.state.channels.find(channel)?.members.includes(person.id) === true;
  if (!isMember) return trouble("You are not a member of this conversation.");
  const root = thread === undefined ? {} : { thread: messageOf(slack, { channel, ts: thread }) };
  await person.posts({ channel, text, fileIds: files, ...root });
  return { status: "done" };
}

async function remove(
  slack: Slack,
  person: Driven,
  at: { readonly channel: string; readonly ts: string },
): Promise<Outcome> {
  const message = messageOf(slack, at);
  if (message.user !== person.id) return trouble("Slack lets you delete your own messages only.");
  await person.deletes(message);
  for (const fileId of message.fileIds) {
    const file = slack.state.files.find(fileId);
    if (file !== undefined) await person.deletesFile(file);
  }
  return { status: "done" };
}

const trouble = (reason: string): Outcome => ({ status: "trouble", reason });

/** Interactions and commands that nobody acknowledged are tried once: the person sees a warning. */
function heard(receipt: Receipt | undefined): Outcome {
  if (receipt === undefined || receipt.status === "acknowledged") return { status: "done" };
  const why = {
    http_timeout: "did not answer in time",
    connection_failed: "could not be reached",
    http_error: `answered with HTTP ${receipt.httpStatus ?? "nothing"}`,
  };
  return trouble(
    `Galley ${why[receipt.reason]}. Slack does not send this again: please try again.`,
  );
}

function submitted(outcome: Submitted): Outcome {
  switch (outcome.status) {
    case "closed":
    case "updated":
      return { status: "done" };
    case "errors":
      return outcome;
    case "trouble":
      return trouble("We had some trouble connecting. Try again?");
  }
}

function targetOf(slack: Slack, place: Place): Message | Ephemeral | "home" | "modal" {
  if (place.on !== "message") return place.on;
  const { channel, ts } = place;
  return slack.state.messages.findEphemeral(channel, ts) ?? messageOf(slack, { channel, ts });
}

function messageOf(
  { state }: Slack,
  { channel, ts }: { readonly channel: string; readonly ts: string },
): Message {
  const message = state.messages.find(channel, ts);
  if (message === undefined) throw new Error("That message is gone.");
  return message;
}
