import { NotFound, PartnerFault } from "../domain/faults.ts";
import { deliveryFileName } from "../domain/file-names.ts";
import type { Download } from "../domain/partner.ts";
import { chaptersOf } from "../domain/parts.ts";
import { findTask } from "../domain/quote.ts";
import { type Click, findQuote } from "./decide.ts";
import type { Desk } from "./deps.ts";

export type DeliveryOutcome =
  | { readonly status: "open"; readonly download: Download; readonly fileName: string }
  | { readonly status: "unknown-card" }
  | { readonly status: "not-allowed" }
  | { readonly status: "not-finished" }
  | { readonly status: "partner-trouble"; readonly fault: string };

/** Fetches a fresh link for a finished task, for the one who clicked. It is never stored or posted. */
export async function openDelivery(
  desk: Pick<Desk, "ledger" | "people" | "partner">,
  click: Click & { readonly key: string },
): Promise<DeliveryOutcome> {
  const quote = await findQuote(desk, click);
  if (quote === undefined) return { status: "unknown-card" };
  const person = await desk.people.find(click.person);
  const isIn = await desk.people.isIn(click.channel, click.person);
  if (!person.isMember || person.workspace !== click.workspace || !isIn) {
    return { status: "not-allowed" };
  }
  const task = findTask(quote, click.key);
  if (task?.state.status !== "completed") return { status: "not-finished" };
  try {
    const download = await desk.partner.download(task.state.taskId);
    const fileName = deliveryFileName(quote.file.name, task.target, chaptersOf(quote, task));
    return { status: "open", download, fileName };
  } catch (error) {
    // Not in the contract: the answer for a result that cannot be downloaded yet.
    if (error instanceof NotFound) return { status: "not-finished" };
    return partnerTrouble(error);
  }
}

/** @throws what is none of the partner's faults. */
export function partnerTrouble(error: unknown) {
  if (!(error instanceof PartnerFault)) throw error;
  return { status: "partner-trouble", fault: error.name } as const;
}
