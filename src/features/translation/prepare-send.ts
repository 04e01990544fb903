import type { AppContext } from "#domain/context.ts";
import { cardTask } from "#domain/estimate/card-digest.ts";
import { type Quote, manuscriptOf, measuredOf } from "#domain/quote.ts";
import { expectUsage } from "#features/spending/update-account.ts";

/**
 * Begins what a first send needs while the card is updated: the text is opened, and the account is
 * read. Nothing of the run leaves before the card names it: see `isOnCard`.
 */
export function prepareSend(ctx: AppContext, quote: Quote): void {
  const [manuscript, task] = [manuscriptOf(quote), cardTask(quote)];
  const isFirst = task?.state.status === "approved" && task.attempts.length === 0;
  const isOnCard = quote.card.status === "posted" && quote.card.key === task?.key;
  if (!isFirst || isOnCard || manuscript === undefined) return;
  if (measuredOf(manuscript, task) === undefined) return;
  ctx.manuscripts.expect({ fileId: quote.file.id, manuscript, slice: task.slice });
  expectUsage(ctx);
}
