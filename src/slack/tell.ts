import type { Message } from "./blocks.ts";
import type { SlackClients } from "./clients.ts";
import { slackCall } from "./clients.ts";

export type Listener = {
  readonly channel: string;
  readonly person: string;
  readonly thread?: string | undefined;
};

/** Shows a message to one person alone, where they are. */
export async function tell(
  clients: SlackClients,
  { channel, person, thread }: Listener,
  message: Message,
): Promise<void> {
  await slackCall(() =>
    clients.once.chat.postEphemeral({
      channel,
      user: person,
      ...message,
      ...(thread !== undefined && { thread_ts: thread }),
    }),
  );
}
