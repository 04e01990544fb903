import { shownTitle } from "#domain/book/manuscript-name.ts";
import type { AppContext, TextSource } from "#domain/context.ts";
import { outlined } from "#domain/delivery/lines.ts";
import { ManuscriptError } from "#domain/errors.ts";
import { type Bilingual, pairTexts } from "#domain/exports/bilingual.ts";
import { forbiddenIn } from "#domain/glossary/forbidden.ts";
import { type Quote, manuscriptOf } from "#domain/quote.ts";
import { chaptersSent } from "#domain/slice.ts";
import type { Task } from "#domain/task.ts";
import { cooperatively } from "#features/delivery/compare-result.ts";
import {
  type DeliveryOutcome,
  findDelivery,
  linkTo,
  noLink,
  TooLargeToPostError,
  inMemory,
} from "#features/delivery/deliver-result.ts";
import { sentGlossary } from "#features/shared/records.ts";
import type { Click } from "#features/shared/rights.ts";
import { layersOf } from "#features/shared/term-layers.ts";

export type ExportOutcome =
  | Exclude<DeliveryOutcome, { readonly status: "open" }>
  /** A text is gone or too long, or the paragraphs of the two could not be matched. */
  | { readonly status: "unpaired" }
  | {
      readonly status: "paired";
      readonly book: PairedBook;
      readonly quote: Quote;
      readonly task: Task;
    };

export type PairedBook = Omit<Bilingual, "heads" | "remarks">;

/**
 * Pairs a finished translation with its source, for a person who may have the result. Both are
 * streamed again, and nothing of them is kept.
 */
export async function exportResult(
  ctx: AppContext,
  click: Click & { readonly key: string },
): Promise<ExportOutcome> {
  const delivery = await findDelivery(ctx, click);
  if (delivery.status !== "found") return delivery;
  const link = await linkTo(ctx, delivery, click);
  if (link.status !== "open") return link;
  const { quote, task } = delivery;
  try {
    const manuscript = manuscriptOf(quote);
    if (manuscript === undefined) return { status: "unpaired" };
    const signal = AbortSignal.timeout(readMs);
    const result = await inMemory(ctx.openResult(link.download.url, signal));
    const source = { fileId: quote.file.id, manuscript, slice: task.slice };
    const { pairs } = await pairWithSource(ctx, source, result);
    if (pairs === undefined) return { status: "unpaired" };
    const [glossary = {}, layers] = await Promise.all([
      sentGlossary(ctx, task),
      layersOf(ctx, quote),
    ]);
    const { endedAt = 0, result: ended } = task.state.status === "completed" ? task.state : {};
    const book: PairedBook = {
      name: shownTitle(quote),
      id: task.key,
      at: endedAt,
      source: quote.language ?? ended?.sourceLang ?? "und",
      target: task.target,
      pairs,
      isMarked: (manuscript.marks ?? 0) > 0,
      chapters: chaptersSent(manuscript, task.slice),
      glossary,
      forbidden: forbiddenIn(layers, task.target),
      gaps: ended?.gaps,
    };
    return { status: "paired", book, quote, task };
  } catch (error) {
    if (error instanceof TooLargeToPostError || error instanceof ManuscriptError) {
      return { status: "unpaired" };
    }
    return noLink(ctx, error);
  }
}

/**
 * Streams the text that a run was sent once more, and pairs its paragraphs with those of the result.
 *
 * @throws TooLargeToPostError, ManuscriptError
 */
export async function pairWithSource(ctx: AppContext, source: TextSource, result: Uint8Array) {
  const signal = AbortSignal.timeout(readMs);
  const original = await outlined(await inMemory(ctx.manuscripts.open(source, signal)));
  const pairs = await cooperatively(ctx, pairTexts(original, await outlined(result)));
  return { outline: original.outline, pairs };
}

export const readMs = 180_000;
