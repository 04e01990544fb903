import { bringsText, fileNotice, wantFile } from "../../../core/delivery.ts";
import type { Desk } from "../../../core/ports.ts";
import type { Click } from "../../approval/actions/decide.ts";
import { type NoDelivery, findDelivery } from "./find-delivery.ts";

export type FileWish =
  | NoDelivery
  | { readonly status: "posting" }
  /** It stands in the thread. */
  | { readonly status: "there" };

/** Somebody wants a result as a file in the thread: the wish is recorded, the desk fetches and posts it. */
export async function postFile(
  desk: Pick<Desk, "ledger" | "people" | "thread" | "wake">,
  click: Click & { readonly key: string },
): Promise<FileWish> {
  const found = await findDelivery(desk, click);
  if (found.status !== "found") return found;
  if (!bringsText(found.task)) return { status: "not-finished" };
  const state = fileNotice(found.quote, click.key)?.state;
  const fileId = state?.status === "said" ? state.fileId : undefined;
  const isGone = fileId !== undefined && !(await desk.thread.isShared(fileId));
  await desk.ledger.change(click.quoteId, (before) => wantFile(before, click.key, isGone));
  desk.wake(click.quoteId);
  return { status: state?.status === "said" && !isGone ? "there" : "posting" };
}
