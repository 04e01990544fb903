import { freeTranslation, withoutResult } from "../../../core/coverage.ts";
import { NotFound } from "../../../core/faults.ts";
import { deliveryFileName } from "../../../core/file-names.ts";
import type { Download } from "../../../core/partner.ts";
import type { Desk } from "../../../core/ports.ts";
import { type Quote, findTask } from "../../../core/quote.ts";
import { type Click, findQuote } from "../../approval/actions/decide.ts";
import { isPresent } from "../../approval/actions/is-present.ts";
import { mayHaveResult } from "../../approval/actions/may-have-result.ts";
import { type DeliveryOutcome, partnerTrouble } from "./open-delivery.ts";

export type ExistingOutcome =
  | Exclude<DeliveryOutcome, { status: "not-finished" }>
  /** The card does not offer it any more. */
  | { readonly status: "none" }
  /** It was made in a conversation that the one who clicked is not in. */
  | { readonly status: "not-theirs" }
  /** The partner does not have it any more. */
  | { readonly status: "gone" };

type Deps = Pick<Desk, "ledger" | "people" | "partner" | "wake">;

/** A fresh link to the translation that exists already, for one who may see it. Costs nothing. */
export async function openExisting(desk: Deps, click: Click): Promise<ExistingOutcome> {
  const quote = await findQuote(desk, click);
  if (quote === undefined) return { status: "unknown-card" };
  if (!(await isPresent(desk, click))) return { status: "not-allowed" };
  const done = freeTranslation(quote);
  const other = done && (await desk.ledger.find(done.quoteId));
  const task = done && other && findTask(other, done.key);
  if (other === undefined || task?.state.status !== "completed") return { status: "none" };
  const may = await mayHaveResult(desk, { person: click.person, of: other, askedOn: quote });
  if (!may) return { status: "not-theirs" };
  try {
    const download = await desk.partner.download(task.state.taskId);
    return opened(quote, download);
  } catch (error) {
    if (!(error instanceof NotFound)) return partnerTrouble(error);
    await desk.ledger.change(quote.id, (before) => withoutResult(before, task.key));
    desk.wake(quote.id);
    return { status: "gone" };
  }
}

function opened({ file, target }: Quote, download: Download): ExistingOutcome {
  return { status: "open", download, fileName: deliveryFileName(file.name, target) };
}
