import { elementsIn } from "../blocks/values.ts";
import type { Screen } from "../delivery/interactions.ts";
import { type Fields, fieldsOf, isFields, listOf, textOf } from "../json.ts";
import type { Ephemeral, Message, Person } from "../model.ts";
import type { World } from "../world.ts";

/** Where a person clicks: a message, an ephemeral one, their Home tab or the modal that is open. */
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
  const view = world.views[kind](person.id);
  if (view === undefined) throw new Error(`${person.name} has no ${kind} open`);
  return { on: "view", view };
}

export type Found = { readonly element: Fields; readonly blockId: string };

/** The element with this action id on the screen; throws, naming what is there, when it is not. */
export function findElement(screen: Screen, actionId: string): Found {
  const { kind, blocks, words } = shownOn(screen);
  const all = blocks.flatMap((block) =>
    elementsIn(block).map(({ element }) => ({ element, blockId: textOf(block["block_id"]) })),
  );
  const found = all.find(({ element }) => element["action_id"] === actionId);
  if (found !== undefined) return found;
  const there = all.map(({ element }) => textOf(element["action_id"])).filter((id) => id !== "");
  const list = there.length === 0 ? "nothing to click" : `only ${there.join(", ")}`;
  throw new Error(`There is no "${actionId}" on this ${kind}, ${list}: ${words}`);
}

function shownOn(screen: Screen) {
  if (screen.on === "view") {
    const { kind, blocks, title } = screen.view;
    return { kind, blocks, words: textOf(fieldsOf(title)["text"]) };
  }
  const { blocks = [], text } = screen.on === "message" ? screen.message : screen.ephemeral;
  return { kind: screen.on, blocks, words: text };
}

/** An option of a select, groups opened, by its value or by the words that a person reads. */
export function chosenOption(element: Fields, wanted: string): Fields {
  const groups = listOf(element["option_groups"]).map(fieldsOf);
  const options = [element, ...groups].flatMap((one) => listOf(one["options"])).filter(isFields);
  const words = (option: Fields) => textOf(fieldsOf(option["text"])["text"]);
  const found = options.find((one) => one["value"] === wanted || words(one) === wanted);
  if (found !== undefined) return found;
  throw new Error(`"${wanted}" is not offered, only ${options.map(words).join(", ")}`);
}

export type Confirm = Readonly<Record<"title" | "text" | "confirm" | "deny", string>>;

/** The texts of the confirm dialog that stands before this element, if there is one. */
export function confirmOf({ confirm }: Fields): Confirm | undefined {
  if (!isFields(confirm)) return undefined;
  const words = (name: string) => textOf(fieldsOf(confirm[name])["text"]);
  return {
    title: words("title"),
    text: words("text"),
    confirm: words("confirm"),
    deny: words("deny"),
  };
}
