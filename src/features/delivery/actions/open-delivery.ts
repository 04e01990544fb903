import { NotFound, PartnerFault } from "../../../core/faults.ts";
import { deliveryFileName } from "../../../core/file-names.ts";
import type { Download } from "../../../core/partner.ts";
import type { Desk } from "../../../core/ports.ts";
import { manuscriptOf } from "../../../core/quote.ts";
import { chaptersOf } from "../../../core/slice.ts";
import type { Click } from "../../approval/actions/decide.ts";
import { type NoDelivery, findDelivery } from "./find-delivery.ts";

export type DeliveryOutcome =
  | NoDelivery
  | { readonly status: "open"; readonly download: Download; readonly fileName: string }
  | { readonly status: "partner-trouble"; readonly fault: string };

/** Fetches a fresh link for a finished task, for the one who clicked. It is never stored or posted. */
export async function openDelivery(
  desk: Pick<Desk, "ledger" | "people" | "partner">,
  click: Click & { readonly key: string },
): Promise<DeliveryOutcome> {
  const found = await findDelivery(desk, click);
  if (found.status !== "found") return found;
  const { quote, task, taskId } = found;
  try {
    const download = await desk.partner.download(taskId);
    const chapters = chaptersOf(manuscriptOf(quote), task.part);
    const fileName = deliveryFileName(quote.file.name, task.target, chapters);
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
