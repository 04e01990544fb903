import type { RespondFn } from "@slack/bolt";

import type { Message } from "./blocks.ts";

type Asked = { readonly respond: RespondFn; readonly address: string };

/**
 * Answers the one who typed or clicked, at the address that came with it. An answer may hold what nobody
 * else should see, so it goes to Slack's own hosts and nowhere else.
 */
export async function answer(
  { isSlack }: { readonly isSlack: (url: URL) => boolean },
  { respond, address }: Asked,
  message: Message,
): Promise<void> {
  const url = URL.parse(address);
  if (url === null || !isSlack(url)) throw new Error("an answer was asked for outside of Slack");
  await respond({ response_type: "ephemeral", ...message });
}
