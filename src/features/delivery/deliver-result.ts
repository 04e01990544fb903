import { shownFileName } from "#domain/book/manuscript-name.ts";
import type { AppContext, ResultFile } from "#domain/context.ts";
import { freeTranslation, withoutResult } from "#domain/coverage.ts";
import {
  chaptersOf,
  bringsText,
  fileNotice,
  isWholeTranslation,
  largestFileBytes,
  wantFile,
  deliveryFileName,
} from "#domain/delivery/delivery.ts";
import {
  HostNotAllowedError,
  NotFoundError,
  PartnerError,
  RateLimitedError,
  UnauthorizedError,
  ManuscriptError,
} from "#domain/errors.ts";
import { canBePutBack } from "#domain/manuscript.ts";
import type { Download } from "#domain/partner.ts";
import { type Quote, findTask, manuscriptOf } from "#domain/quote.ts";
import type { Task, TaskState } from "#domain/task.ts";
import { isResultLate } from "#domain/translation/polling.ts";
import { countLink, ifReadable } from "#features/shared/records.ts";
import { type Click, findQuote, isPresent, mayHaveResult } from "#features/shared/rights.ts";

export type DeliveryOutcome = NoDelivery | LinkOutcome;

type LinkOutcome =
  | { readonly status: "open"; readonly download: Download; readonly fileName: string }
  | { readonly status: "not-finished" }
  | NoLink;

export type NoLink =
  | { readonly status: "partner-trouble" }
  /** The operator does not allow results from that host: the same click gives the link once it is allowed. */
  | { readonly status: "host-not-allowed"; readonly host: string }
  /** The person, or everybody together, requested too many; ms. */
  | { readonly status: "too-many"; readonly until: number };

/** Fetches a fresh link for a finished task, for the one who clicked. It is never stored or posted. */
export async function openDelivery(
  ctx: AppContext,
  click: Click & { readonly key: string },
): Promise<DeliveryOutcome> {
  const delivery = await findDelivery(ctx, click, hasResultId);
  return delivery.status === "found" ? await linkTo(ctx, delivery, click) : delivery;
}

/** Fetches a fresh link to the result that was found. */
export async function linkTo(
  ctx: AppContext,
  { taskId, fileName }: { readonly taskId: string; readonly fileName: string },
  click: Click,
): Promise<LinkOutcome> {
  const check = await countLink(ctx, click);
  if (check.status === "too-many") return check;
  try {
    return { status: "open", download: await ctx.openLink(taskId, click.person), fileName };
  } catch (error) {
    // Not in the contract: the answer for a result that cannot be downloaded yet.
    return error instanceof NotFoundError ? { status: "not-finished" } : noLink(ctx, error);
  }
}

/**
 * Returns the reason why no link is available now.
 *
 * @throws errors that are not the partner's faults.
 */
export function noLink({ now }: AppContext, error: unknown): NoLink {
  if (error instanceof RateLimitedError && error.retryAfterMs !== undefined) {
    return { status: "too-many", until: now() + error.retryAfterMs };
  }
  if (error instanceof HostNotAllowedError) return { status: "host-not-allowed", host: error.host };
  if (error instanceof PartnerError) return { status: "partner-trouble" };
  throw error;
}

type NoDelivery =
  | { readonly status: "unknown-card" }
  | { readonly status: "not-allowed" }
  | { readonly status: "not-finished" };

export type FoundDelivery = {
  readonly status: "found";
  readonly quote: Quote;
  readonly task: Task;
  readonly taskId: string;
  readonly fileName: string;
};

/** Finds the finished run of a click, for full members who are in the conversation now. */
export async function findDelivery(
  ctx: AppContext,
  click: Click & { readonly key: string },
  isWanted = ({ status }: TaskState) => status === "completed",
): Promise<FoundDelivery | NoDelivery> {
  const quote = await findQuote(ctx, click, "result");
  if (quote === undefined) return { status: "unknown-card" };
  if (!(await isPresent(ctx, quote, click))) return { status: "not-allowed" };
  const task = findTask(quote, click.key);
  if (task === undefined || !("taskId" in task.state) || !isWanted(task.state)) {
    return { status: "not-finished" };
  }
  const fileName = deliveryFileName(shownFileName(quote), task.target, chaptersOf(quote, task));
  return { status: "found", quote, task, taskId: task.state.taskId, fileName };
}

/** True for a result that people may try to get, also where Galley itself cannot reach it. */
function hasResultId(state: TaskState): boolean {
  return state.status === "completed" || isResultLate(state);
}

export type ExistingOutcome =
  | Exclude<DeliveryOutcome, { status: "not-finished" }>
  /** The card does not offer it any more. */
  | { readonly status: "none" }
  /** It was made in a conversation that the one who clicked is not in. */
  | { readonly status: "not-theirs" }
  /** The partner does not have it any more. */
  | { readonly status: "gone" };

/** Fetches a fresh link to the existing translation, for a person who may see it. Free. */
export async function openExisting(ctx: AppContext, click: Click): Promise<ExistingOutcome> {
  const quote = await findQuote(ctx, click);
  if (quote === undefined) return { status: "unknown-card" };
  if (!(await isPresent(ctx, quote, click))) return { status: "not-allowed" };
  const existing = freeTranslation(quote);
  const other = existing && (await ifReadable(ctx.quoteStore.find(existing.quoteId)));
  const task = existing && other && findTask(other, existing.key);
  if (other === undefined || task?.state.status !== "completed") return { status: "none" };
  const may = await mayHaveResult(ctx, { person: click.person, of: other, askedOn: quote });
  if (!may) return { status: "not-theirs" };
  const fileName = deliveryFileName(shownFileName(quote), quote.target);
  const link = await linkTo(ctx, { taskId: task.state.taskId, fileName }, click);
  if (link.status !== "not-finished") return link;
  await ctx.quoteStore.change(quote.id, (before) => withoutResult(before, task.key));
  ctx.wake(quote.id);
  return { status: "gone" };
}

/**
 * True once a result answers with the size that the partner named.
 *
 * @throws RateLimitedError, UnauthorizedError, which say nothing about it.
 */
export async function isTextThere(ctx: AppContext, taskId: string): Promise<boolean> {
  try {
    const { url, fileSize } = await ctx.partner.download(taskId);
    let bytes = 0;
    for await (const piece of ctx.openResult(url, AbortSignal.timeout(fetchMs))) {
      bytes += piece.length;
    }
    return bytes > 0 && bytes === (fileSize ?? bytes);
  } catch (error) {
    // Whoever allows the host gets the result by its link.
    if (error instanceof HostNotAllowedError) return true;
    const isOfKey = error instanceof RateLimitedError || error instanceof UnauthorizedError;
    if (isOfKey || !(error instanceof PartnerError)) throw error;
    return false;
  }
}

/**
 * Returns the result of a finished run as it is posted. A whole translation of a Word file or an EPUB
 * comes as that document if it can be put back, else as text.
 *
 * @throws PartnerError, TooLargeToPostError, and ManuscriptError "interrupted".
 */
export async function resultFile(ctx: AppContext, quote: Quote, key: string): Promise<ResultFile> {
  const task = findTask(quote, key);
  if (task?.state.status !== "completed") throw new Error(`task ${key} has no result`);
  const { url, fileSize = 0 } = await ctx.partner.download(task.state.taskId);
  if (fileSize > largestFileBytes) throw new TooLargeToPostError();
  const content = await inMemory(ctx.openResult(url, AbortSignal.timeout(fetchMs)));
  return isWholeTranslation(task)
    ? await putBack(ctx, quote, { target: task.target, content })
    : { content };
}

/**
 * Puts the translation of a whole manuscript back into its document, if it is one.
 *
 * @throws ManuscriptError "interrupted".
 */
export async function putBack(
  { manuscripts }: AppContext,
  quote: Quote,
  { target, content }: { readonly target: string; readonly content: Uint8Array },
): Promise<ResultFile> {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined || !canBePutBack(manuscript)) return { content };
  if ((manuscript.fileBytes ?? 0) > largestFileBytes) {
    return { content, putBack: { status: "too-large" } };
  }
  try {
    const rebuild = { translation: content, target, limit: largestFileBytes };
    const rebuilt = await manuscripts.putBack({ fileId: quote.file.id, manuscript }, rebuild);
    if (rebuilt.status !== "document") return { content, putBack: rebuilt };
    const { bytes, ...made } = rebuilt;
    return { content: bytes, putBack: made };
  } catch (error) {
    if (!(error instanceof ManuscriptError) || error.reason === "interrupted") throw error;
    return { content, putBack: { status: "unreadable" } };
  }
}

/**
 * Reads a text, in memory and nowhere else.
 *
 * @throws TooLargeToPostError
 */
export async function inMemory(text: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of text) {
    bytes += piece.length;
    if (bytes > largestFileBytes) throw new TooLargeToPostError();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Thrown for a result that people get by its link alone. */
export class TooLargeToPostError extends Error {
  override readonly name = "TooLargeToPostError";
}

const fetchMs = 180_000;

/**
 * Returns the ms until an upload counts as not shared: 0 if it does now, Infinity if it is shared. Slack
 * may show a post only some time after `since`, when it was asked for it.
 */
export async function msUntilUnshared(
  { thread, now }: AppContext,
  fileId: string,
  since: number,
): Promise<number> {
  const waitMs = Math.max(0, since + slowestShareMs - now());
  const share = await thread.findShare(fileId);
  return share === "shared" ? Infinity : share === "none" ? 0 : waitMs;
}

const slowestShareMs = 60_000;

export type PostFileOutcome =
  | NoDelivery
  | { readonly status: "posting" }
  /** It is in the thread already. */
  | { readonly status: "there" };

/** Records that a result is wanted as a file in the thread; the worker fetches and posts it. */
export async function postFile(
  ctx: AppContext,
  click: Click & { readonly key: string },
): Promise<PostFileOutcome> {
  const delivery = await findDelivery(ctx, click);
  if (delivery.status !== "found") return delivery;
  if (!bringsText(delivery.task)) return { status: "not-finished" };
  const state = fileNotice(delivery.quote, click.key)?.state;
  const { fileId, since = 0 } = state?.status === "said" ? state : {};
  const isGone = fileId !== undefined && (await msUntilUnshared(ctx, fileId, since)) === 0;
  await ctx.quoteStore.change(click.quoteId, (before) => wantFile(before, click.key, isGone));
  ctx.wake(click.quoteId);
  return { status: state?.status === "said" && !isGone ? "there" : "posting" };
}
