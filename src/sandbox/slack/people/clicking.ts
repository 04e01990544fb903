import { checkView } from "#sandbox/slack/blocks/check.ts";
import { valueName } from "#sandbox/slack/blocks/values.ts";
import {
  type InteractionDeps,
  type Screen,
  blockActions,
  viewSubmission,
} from "#sandbox/slack/delivery/interactions.ts";
import type { Receipt } from "#sandbox/slack/delivery/outgoing.ts";
import { type Fields, fieldsOf, present, textOf } from "#sandbox/slack/json.ts";
import type { Person, View } from "#sandbox/slack/model.ts";
import { changedView } from "#sandbox/slack/web-api/views.ts";
import { fileJson } from "#sandbox/slack/wire.ts";
import type { World } from "#sandbox/slack/world.ts";

import {
  type Confirm,
  type Entry,
  type Target,
  chosenOption,
  confirmOf,
  filesIn,
  filledIn,
  findElement,
  heldValue,
  hindrances,
  screenOf,
} from "./screens.ts";

type Click = {
  /** The choice in a select, an overflow menu, radio buttons or a date picker. */
  readonly option?: Entry;
  /** "stale": the screen shows the target as it was when it was read, not as it is now. */
  readonly screen?: "current" | "stale";
  /** "deny" presses the other button of the confirm dialog: nothing is sent. */
  readonly dialog?: "confirm" | "deny";
  /** Changes the payload before Slack signs it, as a forger would. */
  readonly alters?: (payload: Fields) => Fields;
};

type Clicked = {
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
    const selection = choice(element, click.option);
    const current = remembered(screen, { blockId, actionId, held: selection });
    const action = present({ ...pressed(element), ...selection, block_id: blockId });
    const request = blockActions(deps, { person, screen: current, action });
    const payload = click.alters?.(request.payload) ?? request.payload;
    return { receipt: await outbox.deliver({ ...request, payload }), confirm };
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

/** The result that a person sees after pressing the submit button. */
export type Submitted =
  | { readonly status: "closed" }
  | { readonly status: "errors"; readonly errors: Readonly<Record<string, string>> }
  | { readonly status: "updated"; readonly view: View }
  /** "We had some trouble connecting. Try again?" and why. */
  | { readonly status: "trouble"; readonly reason: string };

export function submitting(deps: InteractionDeps, person: Person) {
  const { world, outbox } = deps;

  function open(): View {
    const view = world.views.modal(person.id);
    if (view === undefined) throw new Error(`${person.name} has no modal open`);
    return view;
  }

  function fileOf(id: string): Fields {
    const file = world.files.find(id);
    if (file === undefined) throw new Error(`There is no file ${id}`);
    return fileJson(world, file);
  }

  return {
    /** Fills fields of the open modal in, by action id or block id. */
    fillsIn(entries: Readonly<Record<string, Entry>>): void {
      world.views.replace(filledIn(open(), entries, fileOf));
    },
    /** Presses the submit button; throws when Slack itself would keep the modal. */
    async submits(): Promise<Submitted> {
      const view = open();
      if (view.submit === undefined) throw new Error("This modal has no submit button");
      const hindered = hindrances(view);
      if (hindered.length > 0) throw new Error(`Slack keeps the modal: ${hindered.join("; ")}`);
      // From here on the app may read the files in its form.
      for (const id of filesIn(view)) world.uploads.complete(id);
      const receipt = await outbox.deliver(viewSubmission(deps, person, view));
      return obeySubmission(world, world.views.findModal(view.id) ?? view, receipt);
    },
    /** Closes the modal on top; the bot receives nothing of it. */
    async closes(): Promise<void> {
      world.views.close(open());
    },
  };
}

/** Carries out the answer to a submission as Slack does: `errors`, `update` or none. */
function obeySubmission(world: World, view: View, receipt: Receipt): Submitted {
  if (receipt.status === "failed") return { status: "trouble", reason: receipt.reason };
  const body = fieldsOf(receipt.body);
  switch (textOf(body["response_action"])) {
    case "errors":
      return shownErrors(view, body);
    case "update": {
      const [fault] = checkView(body["view"]);
      if (fault !== undefined) return { status: "trouble", reason: fault.message };
      const next = changedView(world, view, fieldsOf(body["view"]));
      world.views.replace(next);
      return { status: "updated", view: next };
    }
    case "":
      world.views.close(view);
      return { status: "closed" };
    default:
      return { status: "trouble", reason: "unknown response_action" };
  }
}

function shownErrors(view: View, body: Fields): Submitted {
  const errors = Object.entries(fieldsOf(body["errors"]));
  const inputs = view.blocks.filter(({ type }) => type === "input");
  const blockIds = new Set(inputs.map((block) => block["block_id"]));
  const strangers = errors.map(([blockId]) => blockId).filter((blockId) => !blockIds.has(blockId));
  if (strangers.length > 0 || errors.length === 0) {
    return { status: "trouble", reason: `errors for no input block: ${strangers.join(", ")}` };
  }
  const texts = errors.map(([blockId, text]) => [blockId, textOf(text)] as const);
  return { status: "errors", errors: Object.fromEntries(texts) };
}
