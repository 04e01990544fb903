import { command } from "../delivery/interactions.ts";
import type { Receipt } from "../delivery/outgoing.ts";
import { answerAt } from "../delivery/response-urls.ts";
import { type Fields, isFields } from "../json.ts";
import type { Person } from "../model.ts";
import { channelIdOf } from "../state/channel-names.ts";
import type { PeopleDeps } from "./deps.ts";

type Commanded = {
  readonly receipt: Receipt;
  /** What the bot answered at once; nothing when it only acknowledged. */
  readonly answer: Fields | undefined;
};

export function commanding(deps: PeopleDeps, person: Person) {
  const { world, outbox } = deps;

  /** Types a slash command, in the direct message with the bot unless a channel is named. */
  async function commands(name: string, text = "", place: { channel?: string } = {}) {
    const channel =
      place.channel === undefined
        ? world.channels.direct(person.id).id
        : channelIdOf(world.channels, place.channel);
    const receipt = await outbox.deliver(command(deps, { person, command: name, text, channel }));
    const answer = receipt.status === "acknowledged" ? answerOf(receipt.body) : undefined;
    const origin = { channel, user: person.id, ts: undefined, threadTs: undefined };
    if (answer !== undefined) answerAt(deps, origin, answer);
    return { receipt, answer } satisfies Commanded;
  }

  return { commands };
}

function answerOf(body: unknown): Fields | undefined {
  if (typeof body === "string") return body === "" ? undefined : { text: body };
  return isFields(body) && Object.keys(body).length > 0 ? body : undefined;
}
