import { valueName } from "../blocks/values.ts";
import { blockActions, type InteractionDeps, type Screen } from "../delivery/interactions.ts";
import type { Receipt } from "../delivery/outgoing.ts";
import { type Fields, present, textOf } from "../json.ts";
import type { Person, View } from "../model.ts";
import { type Entry, heldValue } from "./entering.ts";
import {
  chosenOption,
  confirmOf,
  type Confirm,
  findElement,
  screenOf,
  type Target,
} from "./screens.ts";

export type Click = {
  /** The choice in a select, an overflow menu, radio buttons or a date picker. */
  readonly option?: Entry;
  /** "stale": the screen shows the target as it was when it was read, not as it is now. */
  readonly screen?: "current" | "stale";
  /** "deny" presses the other button of the confirm dialog: nothing is sent. */
  readonly dialog?: "confirm" | "deny";
  /** Changes the payload before Slack signs it, as a forger would. */
  readonly alters?: (payload: Fields) => Fields;
};

export type Clicked = {
  readonly receipt: Receipt | undefined;
  /** The words of the confirm dialog that the person had to agree to. */
  readonly confirm: Confirm | undefined;
};

export function clicking(deps: InteractionDeps, person: Person) {
  const { world, outbox } = deps;

  async function clicks(target: Target, actionId: string, click: Click = {}): Promise<Clicked> {
    const screen = screenOf(world, person, { target, age: click.screen ?? "current" });
    const { element, blockId } = findElement(screen, actionId);
    const confirm = confirmOf(element);
    if (click.dialog === "deny") return { receipt: undefined, confirm };
    const chosen = choice(element, click.option);
    const shown = remembered(screen, { blockId, actionId, held: chosen });
    const action = present({ ...pressed(element), ...chosen, block_id: blockId });
    const sent = blockActions(deps, { person, screen: shown, action });
    const payload = click.alters?.(sent.payload) ?? sent.payload;
    return { receipt: await outbox.deliver({ ...sent, payload }), confirm };
  }

  /** Keeps a choice in its view, so that a later submission carries it. */
  function remembered(screen: Screen, { blockId, actionId, held }: Held): Screen {
    if (screen.on !== "view" || valueName(textOf(held["type"])) === undefined) return screen;
    const block = { ...screen.view.values[blockId], [actionId]: held };
    const view: View = { ...screen.view, values: { ...screen.view.values, [blockId]: block } };
    if (view.kind === "modal") world.views.replace(view);
    return { on: "view", view };
  }

  return { clicks };
}

type Held = { readonly blockId: string; readonly actionId: string; readonly held: Fields };

/** Returns the fields of the element that an action carries. */
function pressed(element: Fields): Fields {
  const { type, action_id, value, text } = element;
  return { type, action_id, value: type === "button" ? value : undefined, text };
}

function choice(element: Fields, entry: Entry | undefined): Fields {
  const type = textOf(element["type"]);
  const isOverflow = type === "overflow";
  if (!isOverflow && valueName(type) === undefined) return {};
  if (entry === undefined) throw new Error(`Say which option of the ${type} is chosen`);
  // It holds nothing once the choice is sent, so `state.values` does not contain it.
  if (isOverflow) return { type, selected_option: chosenOption(element, String(entry)) };
  return heldValue(element, entry);
}
