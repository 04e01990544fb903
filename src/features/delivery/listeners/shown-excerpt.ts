import type { KnownBlock } from "@slack/types";
import type { WebClient } from "@slack/web-api";
import { z } from "zod";

import { SlackRefused } from "../../../core/faults.ts";
import type { Posted } from "../../../core/ports.ts";
import { slackCall } from "../../../slack/clients.ts";
import { excerptBlock } from "../../ids.ts";

/**
 * Reads the blocks of a preview's text from the reply that shows it: nobody but Slack has them, and an
 * update must not lose them.
 *
 * @throws SlackRefused when the reply is gone.
 */
export async function shownExcerpt(
  client: WebClient,
  { channel, ts }: Posted,
): Promise<readonly KnownBlock[]> {
  // For a reply in a thread, Slack returns that reply alone, or its parent message as well.
  const only = { oldest: ts, latest: ts, inclusive: true };
  const answer = await slackCall(() => client.conversations.replies({ channel, ts, ...only }));
  const own = replies.parse(answer).messages.find((message) => message.ts === ts);
  if (own === undefined) throw new SlackRefused("message_not_found");
  return own.blocks.filter(({ block_id }) => block_id?.startsWith(excerptBlock));
}

const replies = z.object({
  messages: z.array(
    z.object({
      ts: z.string(),
      blocks: z.array(z.custom<KnownBlock>((block) => shape.safeParse(block).success)).default([]),
    }),
  ),
});

const shape = z.object({ type: z.string(), block_id: z.string().optional() });
