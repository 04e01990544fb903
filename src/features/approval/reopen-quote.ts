import type { AppContext } from "#domain/context.ts";
import { NotRecordedError } from "#domain/errors.ts";
import { reopen } from "#domain/estimate/card-changes.ts";
import { type Click, changeQuote, peopleToNotify } from "#features/shared/rights.ts";

export async function askAgain(ctx: AppContext, click: Click) {
  const { setup, workspace, now } = ctx;
  const settings = await ctx.settings.read(workspace).catch((cause: unknown) => {
    throw new NotRecordedError({ cause });
  });
  const notified = await peopleToNotify(ctx, settings, click.person);
  const reopening = { by: click.person, at: now(), setup, settings, notified };
  return await changeQuote(ctx, click, (quote) => reopen(quote, reopening));
}
