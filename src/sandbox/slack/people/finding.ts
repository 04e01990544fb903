import { elementsIn } from "../blocks/values.ts";
import type { Screen } from "../delivery/interactions.ts";
import { type Fields, fieldsOf, isFields, listOf, textOf } from "../json.ts";

export type Found = { readonly element: Fields; readonly blockId: string };

/** The element with this action id on the screen; throws, naming what is there, when it is not. */
export function findElement(screen: Screen, actionId: string): Found {
  const all = blocksOn(screen).flatMap((block) =>
    elementsIn(block).map(({ element }) => ({ element, blockId: textOf(block["block_id"]) })),
  );
  const found = all.find(({ element }) => element["action_id"] === actionId);
  if (found !== undefined) return found;
  const there = all.map(({ element }) => textOf(element["action_id"])).filter((id) => id !== "");
  const list = there.length === 0 ? "nothing to click" : `only ${there.join(", ")}`;
  throw new Error(
    `There is no "${actionId}" on this ${nameOf(screen)}, ${list}: ${textOn(screen)}`,
  );
}

function blocksOn(screen: Screen): readonly Fields[] {
  switch (screen.on) {
    case "message":
      return screen.message.blocks ?? [];
    case "ephemeral":
      return screen.ephemeral.blocks ?? [];
    case "view":
      return screen.view.blocks;
  }
}

const nameOf = (screen: Screen) => (screen.on === "view" ? screen.view.kind : screen.on);

function textOn(screen: Screen): string {
  switch (screen.on) {
    case "message":
      return screen.message.text;
    case "ephemeral":
      return screen.ephemeral.text;
    case "view":
      return textOf(fieldsOf(screen.view.title)["text"]);
  }
}

/** The options a select offers, groups opened. */
function optionsOf(element: Fields): readonly Fields[] {
  const groups = listOf(element["option_groups"]).filter(isFields);
  const all = [...listOf(element["options"]), ...groups.flatMap((g) => listOf(g["options"]))];
  return all.filter(isFields);
}

/** An option by its value or by the words that a person reads. */
export function chosenOption(element: Fields, wanted: string): Fields {
  const options = optionsOf(element);
  const words = (option: Fields) => textOf(fieldsOf(option["text"])["text"]);
  const found = options.find((one) => one["value"] === wanted || words(one) === wanted);
  if (found !== undefined) return found;
  throw new Error(`"${wanted}" is not offered, only ${options.map(words).join(", ")}`);
}

export type Confirm = {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly deny: string;
};

/** The texts of the confirm dialog that stands before this element, if there is one. */
export function confirmOf(element: Fields): Confirm | undefined {
  if (!isFields(element["confirm"])) return undefined;
  const dialog = element["confirm"];
  const words = (name: string) => textOf(fieldsOf(dialog[name])["text"]);
  return {
    title: words("title"),
    text: words("text"),
    confirm: words("confirm"),
    deny: words("deny"),
  };
}
