import { elementsIn, isEmptyValue, valueName } from "#sandbox/slack/blocks/values.ts";
import type { Screen } from "#sandbox/slack/delivery/interactions.ts";
import { type Fields, fieldsOf, isFields, listOf, textOf } from "#sandbox/slack/json.ts";
import type { Ephemeral, Message, Person, View } from "#sandbox/slack/model.ts";
import type { World } from "#sandbox/slack/world.ts";

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

/** Returns the present message: a card that was updated meanwhile is clicked as it is now. */
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

type Found = { readonly element: Fields; readonly blockId: string };

/**
 * Finds the element with this action id on the screen; throws an Error that names the present ones.
 */
export function findElement(screen: Screen, actionId: string): Found {
  const { kind, blocks, words } = shownOn(screen);
  const all = blocks.flatMap((block) =>
    elementsIn(block).map(({ element }) => ({ element, blockId: textOf(block["block_id"]) })),
  );
  const match = all.find(({ element }) => element["action_id"] === actionId);
  if (match !== undefined) return match;
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
export function chosenOption(element: Fields, name: string): Fields {
  const groups = listOf(element["option_groups"]).map(fieldsOf);
  const options = [element, ...groups].flatMap((one) => listOf(one["options"])).filter(isFields);
  const words = (option: Fields) => textOf(fieldsOf(option["text"])["text"]);
  const exact = options.find((one) => one["value"] === name || words(one) === name);
  const [prefixed, another] = options.filter((one) => textOf(one["value"]).startsWith(`${name}:`));
  const match = exact ?? (another === undefined ? prefixed : undefined);
  if (match !== undefined) return match;
  throw new Error(`"${name}" is not offered, only ${options.map(words).join(", ")}`);
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

/** A person's entry: typed text, an option's value or words, ids, or several of these. */
export type Entry = string | readonly string[];

/** Returns the value of an element after this entry, as Slack writes it into `state.values`. */
export function heldValue(element: Fields, entry: Entry): Fields {
  const type = textOf(element["type"]);
  const name = valueName(type);
  if (name === undefined) throw new Error(`Nothing can be entered into a ${type}`);
  const isOption = name.startsWith("selected_option");
  const selection = [entry].flat().map((one) => (isOption ? chosenOption(element, one) : one));
  return { type, [name]: name.endsWith("s") ? selection : (selection[0] ?? null) };
}

/**
 * Returns the view with its fields filled in, by action id or block id. A file is entered by its
 * id, and an empty list clears a field.
 */
export function filledIn(
  view: View,
  entries: Readonly<Record<string, Entry>>,
  fileOf: (id: string) => Fields,
): View {
  const values: Record<string, Fields> = { ...view.values };
  for (const [id, entry] of Object.entries(entries)) {
    const { element, blockId } = fieldOf(view, id);
    const answer = heldValue(element, entry);
    const isFile = answer["type"] === "file_input";
    const value = isFile ? { ...answer, files: [entry].flat().map(fileOf) } : answer;
    values[blockId] = { ...values[blockId], [textOf(element["action_id"])]: value };
  }
  return { ...view, values };
}

/** Finds a field by block id first, because two blocks may use one action id. */
function fieldOf(view: View, id: string): Found {
  const block = view.blocks.find((one) => one["block_id"] === id);
  if (block === undefined) return findElement({ on: "view", view }, id);
  return { element: fieldsOf(block["element"]), blockId: id };
}

/** The ids of the files that were uploaded into this view. */
export function filesIn(view: View): readonly string[] {
  return Object.values(view.values)
    .flatMap((block) => Object.values(block).map(fieldsOf))
    .flatMap((entry) => listOf(entry["files"]).map((file) => textOf(fieldsOf(file)["id"])));
}

/** Returns the fields that keep Slack from sending the form: empty, too short or long, no fitting number. */
export function hindrances(view: View): readonly string[] {
  const inputs = view.blocks.filter(({ type }) => type === "input");
  return inputs.flatMap((block) => {
    const element = fieldsOf(block["element"]);
    const label = textOf(fieldsOf(block["label"])["text"]);
    const answer = view.values[textOf(block["block_id"])]?.[textOf(element["action_id"])];
    if (isEmptyValue(answer)) return block["optional"] === true ? [] : [`"${label}" is required`];
    const value = textOf(fieldsOf(answer)["value"]);
    if (element["type"] === "number_input") return misfits(label, element, value);
    const { length } = value;
    const { min_length: min = 0, max_length: max = 3000 } = element;
    const isTyped = element["type"] === "plain_text_input";
    const isFit = !isTyped || (length >= Number(min) && length <= Number(max));
    return isFit ? [] : [`"${label}" must have ${Number(min)} to ${Number(max)} characters`];
  });
}

/** Slack, reference of the number input: `is_decimal_allowed`, `min_value` and `max_value`. */
function misfits(label: string, element: Fields, typed: string): readonly string[] {
  const { is_decimal_allowed: isDecimal, min_value: min, max_value: max } = element;
  const value = Number(typed);
  if (Number.isNaN(value)) return [`"${label}" must be a number`];
  if (isDecimal !== true && !Number.isInteger(value)) return [`"${label}" must be a whole number`];
  if (min !== undefined && value < Number(min))
    return [`"${label}" must be at least ${textOf(min)}`];
  return max !== undefined && value > Number(max)
    ? [`"${label}" must be at most ${textOf(max)}`]
    : [];
}
