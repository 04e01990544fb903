import type { AppContext } from "#domain/context.ts";
import { NotRecordedError } from "#domain/errors.ts";
import { reopen } from "#domain/estimate/card-changes.ts";
import { type Click, changeQuote, peopleToNotify } from "#features/shared/rights.ts";

export async function askAgain(ctx: AppContext, click: Click) {
  const { setup, workspace, now } = ctx;
  const [settings, quote] = await Promise.all([
    ctx.settings.read(workspace),
    ctx.quoteStore.find(click.quoteId),
  ]).catch((cause: unknown) => {
    throw new NotRecordedError({ cause });
  });
  const request = { by: click.person, named: quote?.approvers };
  const notified = await peopleToNotify(ctx, settings, request);
  const reopening = { by: click.person, at: now(), setup, settings, notified };
  return await changeQuote(ctx, click, (quote) => reopen(quote, reopening));
}
