import { updatedEvents } from "../delivery/message-events.ts";
import { messageJson } from "../wire.ts";
import { type Call, type Method, Refusal } from "./call.ts";
import { contentOf, metadataOf } from "./content.ts";
import { foundMessage, joinedChannel } from "./places.ts";

const UPDATE_TEXT_MAX = 4000;

export const chatUpdateMethods: Readonly<Record<string, Method>> = {
  "chat.update": { scope: "chat:write", run: update },
};

/** Text without blocks takes the blocks away; metadata that is left out stays, `{}` clears it. */
function update({ world, args, outbox }: Call) {
  const channel = joinedChannel(world, args.required("channel"));
  if (channel.isArchived) throw new Refusal("is_archived");
  const previous = foundMessage(world, channel, args.required("ts"));
  if (previous.user !== world.app.botUserId) throw new Refusal("cant_update_message");
  if (args.text("text").length > UPDATE_TEXT_MAX) throw new Refusal("msg_too_long");
  const { text, blocks } = contentOf(world, args);
  const given = metadataOf(args);
  const metadata = given === undefined ? previous.metadata : (given ?? undefined);
  // Slack shows no "edited" on a message that is updated with blocks.
  const editedTs = blocks === undefined ? world.ids.ts() : undefined;
  const message = world.messages.update(previous, { text, blocks, metadata, editedTs });
  outbox.dispatch(updatedEvents(world, message, previous));
  const shown = messageJson(world, message);
  return { channel: channel.id, ts: message.ts, text, message: shown };
}
