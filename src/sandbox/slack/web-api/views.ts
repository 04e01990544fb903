import { checkView } from "#sandbox/slack/blocks/check.ts";
import { initialValues, keptValues } from "#sandbox/slack/blocks/values.ts";
import { type Fields, fieldsOf, isFields, listOf, textOf } from "#sandbox/slack/json.ts";
import type { View } from "#sandbox/slack/model.ts";
import { viewJson } from "#sandbox/slack/wire.ts";
import type { World } from "#sandbox/slack/world.ts";

import { type Call, type Method, Refusal } from "./call.ts";
import { refuseFaults, withIds } from "./content.ts";

export const viewMethods: Readonly<Record<string, Method>> = {
  "views.open": { scope: undefined, run: open },
  "views.update": { scope: undefined, run: update },
  "views.publish": { scope: undefined, run: publish },
};

function open({ world, args }: Call) {
  const input = checked(args.object("view"));
  const user = triggered(world, args.required("trigger_id"));
  const view = freshView(world, user, input);
  world.views.open(view);
  return { view: viewJson(world, view) };
}

function update({ world, args }: Call) {
  const input = checked(args.object("view"));
  const view = world.views.findModal(args.required("view_id"));
  if (view === undefined) throw new Refusal("not_found");
  refuseStale(args.text("hash"), view);
  const next = changedView(world, view, input);
  world.views.replace(next);
  return { view: viewJson(world, next) };
}

function publish({ world, args }: Call) {
  const user = args.required("user_id");
  if (world.people.find(user) === undefined) throw new Refusal("user_not_found");
  const input = checked({ type: "home", ...args.object("view") });
  const before = world.views.home(user);
  if (before !== undefined) refuseStale(args.text("hash"), before);
  const fresh = freshView(world, user, input);
  const view = { ...fresh, id: before?.id ?? fresh.id };
  world.views.publish(view);
  return { view: viewJson(world, view) };
}

function checked(input: Fields): Fields {
  refuseFaults("invalid_arguments", checkView(input));
  return input;
}

function triggered(world: World, triggerId: string): string {
  const use = world.triggers.use(triggerId);
  if ("error" in use) throw new Refusal(use.error);
  return use.user;
}

function refuseStale(hash: string, view: View): void {
  if (hash !== "" && hash !== view.hash) throw new Refusal("hash_conflict");
}

function freshView(world: World, user: string, input: Fields): View {
  const blocks = blocksIn(world, input);
  return {
    ...partsOf(world, input),
    id: world.ids.id("V"),
    user,
    blocks,
    kind: input["type"] === "home" ? "home" : "modal",
    values: initialValues(blocks),
  };
}

/** Updates a view, which keeps its place and the values of fields that are still there. */
export function changedView(world: World, view: View, input: Fields): View {
  const blocks = blocksIn(world, input);
  return { ...view, ...partsOf(world, input), blocks, values: keptValues(blocks, view.values) };
}

const blocksIn = (world: World, input: Fields) =>
  withIds(listOf(input["blocks"]).filter(isFields), world.ids);

function partsOf(world: World, input: Fields) {
  const part = (name: string) => (isFields(input[name]) ? fieldsOf(input[name]) : undefined);
  return {
    callbackId: textOf(input["callback_id"]),
    privateMetadata: textOf(input["private_metadata"]),
    title: part("title"),
    submit: part("submit"),
    close: part("close"),
    hash: `${world.ids.seconds()}.${world.ids.id("")}`,
  };
}
