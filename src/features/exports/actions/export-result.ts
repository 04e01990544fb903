import { titleOf } from "../../../core/delivery.ts";
import { ManuscriptFault } from "../../../core/faults.ts";
import type { Ports, TextSource } from "../../../core/ports.ts";
import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import { chaptersSent } from "../../../core/slice.ts";
import type { Task } from "../../../core/task.ts";
import type { Click } from "../../approval/actions/decide.ts";
import { unhurried } from "../../delivery/actions/compare-result.ts";
import {
  type DeliveryOutcome,
  findDelivery,
  linkTo,
  noLink,
  TooLargeToPost,
  inMemory,
} from "../../delivery/actions/deliver-result.ts";
import { outlined } from "../../delivery/rules/lines.ts";
import { sentGlossary } from "../../glossary/actions/book-terms.ts";
import { type Bilingual, pairTexts } from "../rules/bilingual.ts";

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
  ports: Ports,
  click: Click & { readonly key: string },
): Promise<ExportOutcome> {
  const found = await findDelivery(ports, click);
  if (found.status !== "found") return found;
  const link = await linkTo(ports, found, click);
  if (link.status !== "open") return link;
  const { quote, task } = found;
  try {
    const manuscript = manuscriptOf(quote);
    if (manuscript === undefined) return { status: "unpaired" };
    const signal = AbortSignal.timeout(readMs);
    const result = await inMemory(ports.openResult(link.download.url, signal));
    const source = { fileId: quote.file.id, manuscript, slice: task.slice };
    const { pairs } = await pairWithSource(ports, source, result);
    if (pairs === undefined) return { status: "unpaired" };
    const glossary = (await sentGlossary(ports, task)) ?? {};
    const { endedAt = 0, result: ended } = task.state.status === "completed" ? task.state : {};
    const book: PairedBook = {
      name: titleOf(quote.file),
      id: task.key,
      at: endedAt,
      source: quote.language ?? ended?.sourceLang ?? "und",
      target: task.target,
      pairs,
      isMarked: (manuscript.marks ?? 0) > 0,
      chapters: chaptersSent(manuscript, task.slice),
      glossary,
    };
    return { status: "paired", book, quote, task };
  } catch (error) {
    if (error instanceof TooLargeToPost || error instanceof ManuscriptFault) {
      return { status: "unpaired" };
    }
    return noLink(ports, error);
  }
}

/**
 * Streams the text that a run was sent once more, and pairs its paragraphs with those of the result.
 *
 * @throws TooLargeToPost, ManuscriptFault
 */
export async function pairWithSource(ports: Ports, source: TextSource, result: Uint8Array) {
  const signal = AbortSignal.timeout(readMs);
  const sent = await outlined(await inMemory(ports.manuscripts.open(source, signal)));
  const pairs = await unhurried(ports, pairTexts(sent, await outlined(result)));
  return { outline: sent.outline, pairs };
}

export const readMs = 180_000;
