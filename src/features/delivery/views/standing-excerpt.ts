import type { KnownBlock } from "@slack/types";
import type { WebClient } from "@slack/web-api";
import { z } from "zod";

import { SlackRefused } from "../../../core/faults.ts";
import type { Posted } from "../../../core/ports.ts";
import { slackCall } from "../../../slack/clients.ts";
import { excerptBlock } from "../../ids.ts";

/**
 * The text of a preview as its reply shows it now: nobody but Slack has it, and an update must not lose it.
 *
 * @throws SlackRefused where the reply does not stand there any more.
 */
export async function standingExcerpt(
  client: WebClient,
  { channel, ts }: Posted,
): Promise<readonly KnownBlock[]> {
  // Slack answers for a reply in a thread with this one alone, or with the message above it as well.
  const only = { oldest: ts, latest: ts, inclusive: true };
  const answer = await slackCall(() => client.conversations.replies({ channel, ts, ...only }));
  const own = standing.parse(answer).messages.find((message) => message.ts === ts);
  if (own === undefined) throw new SlackRefused("message_not_found");
  return own.blocks.filter(({ block_id }) => block_id?.startsWith(excerptBlock));
}

const standing = z.object({
  messages: z.array(
    z.object({
      ts: z.string(),
      blocks: z.array(z.custom<KnownBlock>((block) => shape.safeParse(block).success)).default([]),
    }),
  ),
});

const shape = z.object({ type: z.string(), block_id: z.string().optional() });
