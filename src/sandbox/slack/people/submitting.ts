import { checkView } from "../blocks/check.ts";
import { type InteractionDeps, viewSubmission } from "../delivery/interactions.ts";
import type { Receipt } from "../delivery/outgoing.ts";
import { type Fields, fieldsOf, isFields, textOf } from "../json.ts";
import type { Person, View } from "../model.ts";
import { changedView } from "../web-api/views.ts";
import { fileJson } from "../wire.ts";
import type { World } from "../world.ts";
import { type Entry, filesIn, filledIn, hindrances } from "./entering.ts";

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
    case "update":
      return updated(world, view, fieldsOf(body["view"]));
    case "":
      world.views.close(view);
      return { status: "closed" };
    default:
      return { status: "trouble", reason: "unknown response_action" };
  }
}

function shownErrors(view: View, body: Fields): Submitted {
  const errors = isFields(body["errors"]) ? body["errors"] : {};
  const inputs = view.blocks.filter(({ type }) => type === "input");
  const known = new Set(inputs.map((block) => block["block_id"]));
  const strangers = Object.keys(errors).filter((blockId) => !known.has(blockId));
  if (strangers.length > 0 || Object.keys(errors).length === 0) {
    return { status: "trouble", reason: `errors for no input block: ${strangers.join(", ")}` };
  }
  const texts = Object.entries(errors).map(([blockId, text]) => [blockId, textOf(text)] as const);
  return { status: "errors", errors: Object.fromEntries(texts) };
}

function updated(world: World, view: View, given: Fields): Submitted {
  const [fault] = checkView(given);
  if (fault !== undefined) return { status: "trouble", reason: fault.message };
  const next = changedView(world, view, given);
  world.views.replace(next);
  return { status: "updated", view: next };
}
