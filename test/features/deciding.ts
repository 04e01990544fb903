import type { Ports } from "#domain/context.ts";
import { chooseTarget, decline } from "#domain/estimate/card-changes.ts";
import { type Click, shapeOn } from "#features/approval/change-quote.ts";

/** Declines as the form behind *Decline* does. */
export async function declineQuote(ports: Ports, click: Click) {
  const said = { by: click.person, at: ports.now() };
  return await shapeOn(ports, click, (quote) => decline(quote, said));
}

/** Chooses another language as the form behind the ⋯ does. */
export async function chooseLanguage(
  ports: Ports,
  { target, ...click }: Click & { readonly target: string },
) {
  const { setup } = ports;
  return await shapeOn(ports, click, (quote) => chooseTarget(quote, { target, setup }));
}
