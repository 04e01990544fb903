import { checkView } from "../blocks/check.ts";
import type { Receipt } from "../delivery/outgoing.ts";
import { type Fields, fieldsOf, isFields, textOf } from "../json.ts";
import type { View } from "../model.ts";
import { changedView, freshView, VIEWS_MAX } from "../web-api/views.ts";
import type { World } from "../world.ts";

/** What a person sees after pressing the submit button. */
export type Submitted =
  | { readonly status: "closed" }
  | { readonly status: "errors"; readonly errors: Readonly<Record<string, string>> }
  | { readonly status: "updated"; readonly view: View }
  | { readonly status: "pushed"; readonly view: View }
  /** "We had some trouble connecting. Try again?" and why. */
  | { readonly status: "trouble"; readonly reason: string };

/** Obeys the answer to a submission as Slack does: `errors`, `update`, `push`, `clear` or none. */
export function obeySubmission(world: World, view: View, receipt: Receipt): Submitted {
  if (receipt.status === "failed") return { status: "trouble", reason: receipt.reason };
  const body = fieldsOf(receipt.body);
  switch (textOf(body["response_action"])) {
    case "errors":
      return shownErrors(view, body);
    case "update":
      return updated(world, view, body);
    case "push":
      return pushed(world, view, body);
    case "clear":
      world.views.clear(view.user);
      return { status: "closed" };
    case "":
      world.views.pop(view);
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

function updated(world: World, view: View, body: Fields): Submitted {
  const given = fieldsOf(body["view"]);
  const refused = refusal(given);
  if (refused !== undefined) return refused;
  const next = changedView(world, view, given);
  world.views.replace(next);
  return { status: "updated", view: next };
}

function pushed(world: World, view: View, body: Fields): Submitted {
  const given = fieldsOf(body["view"]);
  const refused = refusal(given);
  if (refused !== undefined) return refused;
  if (world.views.stackOf(view.user).length >= VIEWS_MAX) {
    return { status: "trouble", reason: "push_limit_reached" };
  }
  const next = freshView(world, { user: view.user, given, previous: view });
  world.views.push(next);
  return { status: "pushed", view: next };
}

function refusal(given: Fields): Submitted | undefined {
  const [first] = checkView(given);
  return first === undefined ? undefined : { status: "trouble", reason: first.message };
}
