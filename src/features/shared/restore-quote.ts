import type { AppContext } from "#domain/context.ts";
import { newQuote, possiblyPosted } from "#domain/quote.ts";
import type { CardSource } from "#domain/recovery.ts";

import type { PostedFile } from "./payloads.ts";

type CardFound = {
  readonly quoteId: string;
  readonly channel: string;
  readonly source?: CardSource | undefined;
};

/**
 * Makes the record of one of our cards again, which the store has lost, and returns whether it did.
 * Its runs are read from the card when it is shown. Buys nothing by itself.
 *
 * @param files the files that people posted in the card's thread.
 */
export async function restoreQuote(
  ctx: AppContext,
  { quoteId: id, channel, source }: CardFound,
  files: readonly PostedFile[],
): Promise<boolean> {
  const file = files.find((one) => one.id === source?.file && one.ts === source.message);
  if (source === undefined || file === undefined) return false;
  if ((await ctx.erased.read(id)) !== undefined) return false;
  const { workspace, setup, now } = ctx;
  const { person: requester, ts: message, thread } = file;
  const quote = newQuote({
    id,
    place: { workspace, channel, message, thread },
    requester,
    file: { id: file.id, name: file.name },
    target: source.target,
    at: now(),
    standsMs: setup.quoteStandsMs,
  });
  // Somebody may have restored it meanwhile.
  const { isNew } = await ctx.quoteStore.add({ ...quote, card: possiblyPosted });
  if (isNew) ctx.wake(id);
  return true;
}
