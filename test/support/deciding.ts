import type { AppContext } from "#domain/context.ts";
import { chooseTarget, decline } from "#domain/estimate/card-changes.ts";
import { type Click, changeQuote } from "#features/shared/rights.ts";

/** Declines as the form behind *Decline* does. */
export async function declineQuote(ctx: AppContext, click: Click) {
  const said = { by: click.person, at: ctx.now() };
  return await changeQuote(ctx, click, (quote) => decline(quote, said));
}

/** Chooses another language as the form behind the ⋯ does. */
export async function chooseLanguage(
  ctx: AppContext,
  { target, ...click }: Click & { readonly target: string },
) {
  const { setup } = ctx;
  return await changeQuote(ctx, click, (quote) => chooseTarget(quote, { target, setup }));
}
