import type { Message } from "../model.ts";
import { type Call, type Method, Refusal } from "./call.ts";
import { foundMessage, joinedChannel } from "./places.ts";

const scope = "reactions:write";

export const reactionMethods: Readonly<Record<string, Method>> = {
  "reactions.add": { scope, run: add },
  "reactions.remove": { scope, run: remove },
};

function add(call: Call) {
  const { message, name, isThere } = reactedTo(call);
  if (isThere) throw new Refusal("already_reacted");
  return put(call, message, [...message.reactions, name]);
}

function remove(call: Call) {
  const { message, name, isThere } = reactedTo(call);
  if (!isThere) throw new Refusal("no_reaction");
  return put(
    call,
    message,
    message.reactions.filter((one) => one !== name),
  );
}

/** Finds the message and the bot's own reaction; people have none here. */
function reactedTo({ world, args }: Call) {
  const channel = joinedChannel(world, args.required("channel"));
  if (channel.isArchived) throw new Refusal("is_archived");
  const message = foundMessage(world, channel, args.required("timestamp"));
  const name = args.required("name");
  if (!/^[a-z0-9_+-]+$/u.test(name)) throw new Refusal("invalid_name");
  return { message, name, isThere: message.reactions.includes(name) };
}

function put({ world }: Call, message: Message, reactions: readonly string[]) {
  world.messages.update(message, { reactions });
  return {};
}
