import { withDelivery } from "../../../core/delivery.ts";
import type { Desk } from "../../../core/ports.ts";
import type { Quote } from "../../../core/quote.ts";
import { defaultsFor } from "../../settings/rules/settings.ts";

/** Looks up how the conversation wants finished texts, for a run that has just brought one. */
export async function deliver(
  desk: Pick<Desk, "ledger" | "settings">,
  { id, place: { workspace, channel } }: Quote,
  key: string,
): Promise<Quote> {
  const { delivery = "link" } = defaultsFor(await desk.settings.read(workspace), channel);
  return await desk.ledger.change(id, (before) => withDelivery(before, key, delivery));
}
