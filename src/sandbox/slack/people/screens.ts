import { elementsIn } from "../blocks/values.ts";
import type { Screen } from "../delivery/interactions.ts";
import { type Fields, fieldsOf, isFields, listOf, textOf } from "../json.ts";
import type { Ephemeral, Message, Person } from "../model.ts";
import type { World } from "../world.ts";

type Said = Message | Ephemeral;

/** The target of a click: a message, an ephemeral one, the Home tab or the open modal. */
export type Target = Said | "home" | "modal";

/** Returns the target as it is now, or a "stale" one as it was when it was read. */
export function screenOf(
  world: World,
  person: Person,
  { target, age }: { readonly target: Target; readonly age: "current" | "stale" },
): Screen {
  if (target === "home" || target === "modal") {
    const view = world.views[target](person.id);
    if (view === undefined) throw new Error(`${person.name} has no ${target} open`);
    return { on: "view", view };
  }
  return { on: "said", said: age === "stale" ? target : saidNow(world, person, target) };
}

/**
 * Returns the present message: a card that was updated meanwhile is clicked as it is, not as it
 * was.
 */
function saidNow({ channels, messages }: World, { id, name }: Person, old: Said): Said {
  const place = channels.find(old.channel);
  if (place?.kind !== "public" && place?.members.includes(id) !== true) {
    throw new Error(`${name} is not in that conversation`);
  }
  const ephemeral = messages.findEphemeral(old.channel, old.ts);
  if (ephemeral !== undefined && ephemeral.user !== id) {
    throw new Error(`${name} cannot see that: it is shown to another person alone`);
  }
  const now = ephemeral ?? messages.find(old.channel, old.ts);
  if (now === undefined) throw new Error(`That message is gone: ${old.text}`);
  return now;
}

export type Found = { readonly element: Fields; readonly blockId: string };

/**
 * Finds the element with this action id on the screen; throws an Error that names the present ones.
 */
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
  const { blocks = [], text } = screen.said;
  return { kind: "fileIds" in screen.said ? "message" : "ephemeral", blocks, words: text };
}

/**
 * Finds an option of a menu, also in its groups: by its value or by its text, or by the part before
 * the colon when only one value has it (`details` of `details:q1`).
 */
export function chosenOption(element: Fields, wanted: string): Fields {
  const groups = listOf(element["option_groups"]).map(fieldsOf);
  const options = [element, ...groups].flatMap((one) => listOf(one["options"])).filter(isFields);
  const words = (option: Fields) => textOf(fieldsOf(option["text"])["text"]);
  const exact = options.find((one) => one["value"] === wanted || words(one) === wanted);
  const [begun, another] = options.filter((one) => textOf(one["value"]).startsWith(`${wanted}:`));
  const found = exact ?? (another === undefined ? begun : undefined);
  if (found !== undefined) return found;
  throw new Error(`"${wanted}" is not offered, only ${options.map(words).join(", ")}`);
}

export type Confirm = Readonly<Record<"title" | "text" | "confirm" | "deny", string>>;

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
