import type { Ports, ResultFile } from "#domain/context.ts";
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
  HostNotAllowed,
  NotFound,
  PartnerFault,
  RateLimited,
  ManuscriptFault,
} from "#domain/errors.ts";
import { canBePutBack } from "#domain/manuscript.ts";
import type { Download } from "#domain/partner.ts";
import { type Quote, findTask, manuscriptOf } from "#domain/quote.ts";
import type { LimitCheck } from "#domain/spending/person-limits.ts";
import type { Task } from "#domain/task.ts";
import {
  type Click,
  findQuote,
  isPresent,
  mayHaveResult,
} from "#features/approval/change-quote.ts";
import { countItems } from "#features/shared/records.ts";

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
  ports: Ports,
  click: Click & { readonly key: string },
): Promise<DeliveryOutcome> {
  const found = await findDelivery(ports, click);
  return found.status === "found" ? await linkTo(ports, found, click) : found;
}

/** Fetches a fresh link to the result that was found. */
export async function linkTo(
  ports: Ports,
  { taskId, fileName }: Pick<FoundDelivery, "taskId" | "fileName">,
  click: Click,
): Promise<LinkOutcome> {
  const checked = await countLink(ports, click);
  if (checked.status === "too-many") return checked;
  try {
    return { status: "open", download: await ports.openLink(taskId, click.person), fileName };
  } catch (error) {
    // Not in the contract: the answer for a result that cannot be downloaded yet.
    return error instanceof NotFound ? { status: "not-finished" } : noLink(ports, error);
  }
}

/** Counts one more link against the person’s limit. */
export function countLink(ports: Ports, { person }: Click): Promise<LimitCheck> {
  return countItems(ports, { kind: "links", person, ids: [`${ports.now()} ${ports.tick()}`] });
}

/**
 * Returns the reason why no link is available now.
 *
 * @throws errors that are not the partner's faults.
 */
export function noLink({ now }: Ports, error: unknown): NoLink {
  if (error instanceof RateLimited && error.retryAfterMs !== undefined) {
    return { status: "too-many", until: now() + error.retryAfterMs };
  }
  if (error instanceof HostNotAllowed) return { status: "host-not-allowed", host: error.host };
  if (error instanceof PartnerFault) return { status: "partner-trouble" };
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
  ports: Ports,
  click: Click & { readonly key: string },
): Promise<FoundDelivery | NoDelivery> {
  const quote = await findQuote(ports, click);
  if (quote === undefined) return { status: "unknown-card" };
  if (!(await isPresent(ports, click))) return { status: "not-allowed" };
  const task = findTask(quote, click.key);
  if (task?.state.status !== "completed") return { status: "not-finished" };
  const fileName = deliveryFileName(quote.file.name, task.target, chaptersOf(quote, task));
  return { status: "found", quote, task, taskId: task.state.taskId, fileName };
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
export async function openExisting(ports: Ports, click: Click): Promise<ExistingOutcome> {
  const quote = await findQuote(ports, click);
  if (quote === undefined) return { status: "unknown-card" };
  if (!(await isPresent(ports, click))) return { status: "not-allowed" };
  const done = freeTranslation(quote);
  const other = done && (await ports.ledger.find(done.quoteId));
  const task = done && other && findTask(other, done.key);
  if (other === undefined || task?.state.status !== "completed") return { status: "none" };
  const may = await mayHaveResult(ports, { person: click.person, of: other, askedOn: quote });
  if (!may) return { status: "not-theirs" };
  const fileName = deliveryFileName(quote.file.name, quote.target);
  const link = await linkTo(ports, { taskId: task.state.taskId, fileName }, click);
  if (link.status !== "not-finished") return link;
  await ports.ledger.change(quote.id, (before) => withoutResult(before, task.key));
  ports.wake(quote.id);
  return { status: "gone" };
}

/**
 * Returns the result of a finished run as it is posted. A whole translation of a Word file or an EPUB
 * comes as that document if it can be put back, else as text.
 *
 * @throws PartnerFault, TooLargeToPost, and ManuscriptFault "interrupted".
 */
export async function resultFile(ports: Ports, quote: Quote, key: string): Promise<ResultFile> {
  const task = findTask(quote, key);
  if (task?.state.status !== "completed") throw new Error(`task ${key} has no result`);
  const { url, fileSize = 0 } = await ports.partner.download(task.state.taskId);
  if (fileSize > largestFileBytes) throw new TooLargeToPost();
  const content = await inMemory(ports.openResult(url, AbortSignal.timeout(fetchMs)));
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
  { manuscripts }: Ports,
  quote: Quote,
  { target, content }: { readonly target: string; readonly content: Uint8Array },
): Promise<ResultFile> {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined || !canBePutBack(manuscript)) return { content };
  if ((manuscript.fileBytes ?? 0) > largestFileBytes) {
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
  ports: Ports,
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
