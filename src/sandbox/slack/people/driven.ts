import { eventOf } from "../delivery/events.ts";
import { messageShortcut } from "../delivery/interactions.ts";
import type { Outgoing, Receipt } from "../delivery/outgoing.ts";
import { present } from "../json.ts";
import type { Message, Person } from "../model.ts";
import { channelIdOf } from "../state/channel-names.ts";
import { viewJson } from "../wire.ts";
import type { World } from "../world.ts";
import { clicking } from "./clicking.ts";
import { commanding } from "./commanding.ts";
import type { PeopleDeps } from "./deps.ts";
import { posting } from "./posting.ts";
import { submitting } from "./submitting.ts";

/** A person who posts, clicks, types and looks, driven from code; each deed ends when the bot has answered it. */
export function createDrivenPerson(deps: PeopleDeps, person: Person) {
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
    ...commanding(deps, person),
    ...submitting(deps, person),
    usesShortcut: (message: Message, callbackId: string): Promise<Receipt> =>
      outbox.deliver(messageShortcut(deps, { person, message, callbackId })),
    async opensHome(tab: "home" | "messages" = "home"): Promise<void> {
      await outbox.deliverAll([homeOpened(world, person, tab)]);
    },
    /** Everything that Slack shows to this person alone. */
    sees: () => ({
      ephemerals: world.messages.ephemeralsOf(person.id),
      directMessages: world.messages.inChannel(direct().id),
      home: world.views.home(person.id),
      modal: world.views.top(person.id),
    }),
    /** A conversation, or the thread of a message, oldest first. */
    reads: (place: string | Message): readonly Message[] =>
      typeof place === "string"
        ? world.messages.inChannel(channelIdOf(world.channels, place))
        : world.messages.thread(place.channel, place.threadTs ?? place.ts),
  };
}

function homeOpened(world: World, person: Person, tab: "home" | "messages"): Outgoing {
  const home = world.views.home(person.id);
  const channel = world.channels.direct(person.id);
  const event = present({
    type: "app_home_opened",
    user: person.id,
    channel: channel.id,
    tab,
    view: home === undefined || tab === "messages" ? undefined : viewJson(world, home),
    event_ts: world.ids.ts(),
  });
  return eventOf(world, channel, event);
}
