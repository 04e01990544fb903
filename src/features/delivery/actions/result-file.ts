import {
  bringsText,
  fileNotice,
  isWholeTranslation,
  largestFileBytes,
  wantFile,
  withDelivery,
} from "../../../core/delivery.ts";
import { ManuscriptFault } from "../../../core/faults.ts";
import type { Ports, ResultFile } from "../../../core/ports.ts";
import { type Quote, findTask, manuscriptOf } from "../../../core/quote.ts";
import type { Click } from "../../approval/actions/decide.ts";
import { defaultsFor } from "../../settings/rules/settings.ts";
import { canBePutBack } from "../rules/put-back.ts";
import { type NoDelivery, findDelivery } from "./open-delivery.ts";

type Deps = Pick<Ports, "partner" | "results" | "manuscripts">;

/**
 * Returns the result of a finished run as it is posted: a whole translation of a Word file or an EPUB
 * is put back into it, and comes as text when that is impossible.
 *
 * @throws PartnerFault, TooLargeToPost, and ManuscriptFault "interrupted".
 */
export async function resultFile(ports: Deps, quote: Quote, key: string): Promise<ResultFile> {
  const task = findTask(quote, key);
  if (task?.state.status !== "completed") throw new Error(`task ${key} has no result`);
  const { url, fileSize = 0 } = await ports.partner.download(task.state.taskId);
  if (fileSize > largestFileBytes) throw new TooLargeToPost();
  const content = await inMemory(ports.results.open(url, AbortSignal.timeout(fetchMs)));
  return isWholeTranslation(task)
    ? await putBack(ports, quote, { target: task.target, content })
    : { content };
}

/**
 * Puts the translation of a whole manuscript back into its document, if it is one.
 *
 * @throws ManuscriptFault "interrupted".
 */
export async function putBack(
  { manuscripts }: Pick<Ports, "manuscripts">,
  quote: Quote,
  { target, content }: { readonly target: string; readonly content: Uint8Array },
): Promise<ResultFile> {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined || !canBePutBack(manuscript)) return { content };
  if (manuscript.fileBytes > largestFileBytes) {
    return { content, putBack: { status: "too-large" } };
  }
  try {
    const wanted = { translation: content, target, limit: largestFileBytes };
    const rebuilt = await manuscripts.putBack({ fileId: quote.file.id, manuscript }, wanted);
    if (rebuilt.status !== "document") return { content, putBack: rebuilt };
    const { bytes, ...made } = rebuilt;
    return { content: bytes, putBack: made };
  } catch (error) {
    if (!(error instanceof ManuscriptFault) || error.reason === "interrupted") throw error;
    return { content, putBack: { status: "unreadable" } };
  }
}

/**
 * Reads a text, in memory and nowhere else.
 *
 * @throws TooLargeToPost
 */
export async function inMemory(text: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of text) {
    bytes += piece.length;
    if (bytes > largestFileBytes) throw new TooLargeToPost();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Thrown for a result that people get by its link alone. */
export class TooLargeToPost extends Error {
  override readonly name = "TooLargeToPost";
}

const fetchMs = 180_000;

export type PostFileOutcome =
  | NoDelivery
  | { readonly status: "posting" }
  /** It is in the thread already. */
  | { readonly status: "there" };

/** Records that a result is wanted as a file in the thread; the worker fetches and posts it. */
export async function postFile(
  ports: Pick<Ports, "workspace" | "ledger" | "people" | "thread" | "wake">,
  click: Click & { readonly key: string },
): Promise<PostFileOutcome> {
  const found = await findDelivery(ports, click);
  if (found.status !== "found") return found;
  if (!bringsText(found.task)) return { status: "not-finished" };
  const state = fileNotice(found.quote, click.key)?.state;
  const fileId = state?.status === "said" ? state.fileId : undefined;
  const isGone = fileId !== undefined && !(await ports.thread.isShared(fileId));
  await ports.ledger.change(click.quoteId, (before) => wantFile(before, click.key, isGone));
  ports.wake(click.quoteId);
  return { status: state?.status === "said" && !isGone ? "there" : "posting" };
}

/** Records how the conversation wants its results, for a run that has just completed. */
export async function deliver(
  ports: Pick<Ports, "ledger" | "settings">,
  { id, place: { workspace, channel } }: Quote,
  key: string,
): Promise<Quote> {
  const { delivery = "link" } = defaultsFor(await ports.settings.read(workspace), channel);
  return await ports.ledger.change(id, (before) => withDelivery(before, key, delivery));
}
