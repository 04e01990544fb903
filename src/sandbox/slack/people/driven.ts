import { eventOf } from "../delivery/events.ts";
import { command, type InteractionDeps, messageShortcut } from "../delivery/interactions.ts";
import type { Outgoing, Receipt } from "../delivery/outgoing.ts";
import { answerAt } from "../delivery/response-urls.ts";
import { type Fields, isFields, present } from "../json.ts";
import type { Message, Person } from "../model.ts";
import { viewJson } from "../wire.ts";
import type { World } from "../world.ts";
import { clicking } from "./clicking.ts";
import { posting } from "./posting.ts";
import { submitting } from "./submitting.ts";

/**
 * Creates a person driven from code, who posts, clicks, types and looks; each action ends when the
 * bot has answered it.
 */
export function createDrivenPerson(deps: InteractionDeps, person: Person) {
  const { world, outbox } = deps;
  const direct = () => world.channels.direct(person.id);

  return {
    id: person.id,
    name: person.name,
    /** Their direct message with the bot. */
    direct,
    about: (): Person => world.people.find(person.id) ?? person,
    ...posting(deps, person),
    ...clicking(deps, person),
    ...submitting(deps, person),
    commands: commanding(deps, person),
    usesShortcut: (message: Message, callbackId: string): Promise<Receipt> =>
      outbox.deliver(messageShortcut(deps, { person, message, callbackId })),
    async opensHome(): Promise<void> {
      await outbox.deliverAll([homeOpened(world, person)]);
    },
    /** Returns everything that Slack shows to this person alone. */
    sees: () => ({
      ephemerals: world.messages.ephemeralsOf(person.id),
      directMessages: world.messages.inChannel(direct().id),
      home: world.views.home(person.id),
      modal: world.views.modal(person.id),
    }),
    /** Returns a conversation, or the thread of a message, oldest first. */
    reads: (place: string | Message): readonly Message[] =>
      typeof place === "string"
        ? world.messages.inChannel(world.channels.idOf(place))
        : world.messages.thread(place.channel, place.threadTs ?? place.ts),
  };
}

function homeOpened(world: World, person: Person): Outgoing {
  const home = world.views.home(person.id);
  const channel = world.channels.direct(person.id);
  const event = present({
    type: "app_home_opened",
    user: person.id,
    channel: channel.id,
    tab: "home",
    view: home && viewJson(world, home),
    event_ts: world.ids.ts(),
  });
  return eventOf(world, channel, event);
}

function commanding(deps: InteractionDeps, person: Person) {
  const { world, outbox } = deps;

  /** Types a slash command, in the direct message with the bot unless a channel is named. */
  return async (name: string, text = "", place: { readonly channel?: string } = {}) => {
    const channel = world.channels.placeOf(person.id, place.channel);
    const receipt = await outbox.deliver(command(deps, { person, command: name, text, channel }));
    /** The bot's immediate answer; undefined when it only acknowledged. */
    const answer = receipt.status === "acknowledged" ? answerOf(receipt.body) : undefined;
    const origin = { channel, user: person.id, threadTs: undefined };
    if (answer !== undefined) answerAt(world, origin, answer);
    return { receipt, answer };
  };
}

function answerOf(body: unknown): Fields | undefined {
  if (typeof body === "string") return body === "" ? undefined : { text: body };
  return isFields(body) && Object.keys(body).length > 0 ? body : undefined;
}
