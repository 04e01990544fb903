import type { StoreContext } from "#domain/context.ts";
import { possiblyPosted, newQuote, quoteId } from "#domain/quote.ts";

import type { PostedFile } from "./payloads.ts";
import type { Click } from "./rights.ts";

/**
 * Handles a click on a card that the ledger does not know: it was lost, or the card is forged. A
 * card's id is derived from its manuscript, so the manuscript in its thread proves the card. Its
 * quote is then added again, and its runs are read from the card when it is shown. Buys nothing by
 * itself.
 *
 * @param candidates the files that people posted in the card's thread.
 */
export async function restoreQuote(
  ctx: StoreContext,
  click: Click,
  candidates: readonly PostedFile[],
): Promise<"recalled" | "unknown"> {
  if ((await ctx.quoteStore.find(click.quoteId)) !== undefined) return "unknown";
  const { languages, quoteStandsMs: standsMs } = ctx.setup;
  for (const { id, name, person: requester, ts, thread } of candidates) {
    const place = { workspace: ctx.workspace, channel: click.channel, message: ts, thread };
    for (const { code: target } of languages) {
      for (let languageChanges = 0; languageChanges < mostLanguageChanges; languageChanges += 1) {
        if (quoteId(place, id, target, languageChanges) !== click.quoteId) continue;
        const received = { place, requester, file: { id, name }, target, languageChanges };
        const quote = newQuote({ ...received, at: ctx.now(), standsMs });
        await ctx.quoteStore.add({ ...quote, card: possiblyPosted });
        ctx.wake(quote.id);
        return "recalled";
      }
    }
  }
  return "unknown";
}

const mostLanguageChanges = 5;
