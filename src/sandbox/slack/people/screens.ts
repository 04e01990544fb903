import type { Screen } from "../delivery/interactions.ts";
import type { Ephemeral, Message, Person } from "../model.ts";
import type { World } from "../world.ts";

/** Where a person clicks: a message, an ephemeral one, their Home tab or the modal on top. */
export type Target = Message | Ephemeral | "home" | "modal";

/** What stands there now: a card that was updated meanwhile is clicked as it is, not as it was. */
export function screenNow(world: World, person: Person, target: Target): Screen {
  if (target === "home" || target === "modal") return viewNow(world, person, target);
  const place = world.channels.find(target.channel);
  if (place?.kind !== "public" && place?.members.includes(person.id) !== true) {
    throw new Error(`${person.name} is not in that conversation`);
  }
  const ephemeral = world.messages.findEphemeral(target.channel, target.ts);
  if (ephemeral !== undefined) {
    if (ephemeral.user === person.id) return { on: "ephemeral", ephemeral };
    throw new Error(`${person.name} cannot see that: it is shown to another person alone`);
  }
  const message = world.messages.find(target.channel, target.ts);
  if (message === undefined) throw new Error(`That message is gone: ${target.text}`);
  return { on: "message", message };
}

/** What stood there when this was read: a screen that has not been refreshed. */
export function screenThen(world: World, person: Person, target: Target): Screen {
  if (target === "home" || target === "modal") return viewNow(world, person, target);
  return "fileIds" in target
    ? { on: "message", message: target }
    : { on: "ephemeral", ephemeral: target };
}

function viewNow(world: World, person: Person, kind: "home" | "modal"): Screen {
  const view = kind === "home" ? world.views.home(person.id) : world.views.top(person.id);
  if (view === undefined) throw new Error(`${person.name} has no ${kind} open`);
  return { on: "view", view };
}
