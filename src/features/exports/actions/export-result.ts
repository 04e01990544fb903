import { ManuscriptFault } from "../../../core/faults.ts";
import { titleOf } from "../../../core/files.ts";
import type { Ports } from "../../../core/ports.ts";
import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import { chaptersSent } from "../../../core/slice.ts";
import type { Task } from "../../../core/task.ts";
import type { Click } from "../../approval/actions/decide.ts";
import { unhurried } from "../../delivery/actions/compare-result.ts";
import {
  type DeliveryOutcome,
  type FoundDelivery,
  findDelivery,
  linkTo,
  noLink,
  TooLargeToPost,
  inMemory,
} from "../../delivery/actions/deliver-result.ts";
import { readLines } from "../../delivery/rules/lines.ts";
import { sentGlossary } from "../../glossary/actions/book-terms.ts";
import { type Bilingual, type Pair, pairTexts } from "../rules/bilingual.ts";

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

type Deps = Pick<Ports, "manuscripts" | "results" | "glossaries" | "sleep"> &
  Parameters<typeof findDelivery>[0] &
  Parameters<typeof linkTo>[0];

/**
 * Pairs a finished translation with its source, for a person who may have the result. Both are
 * streamed again, and nothing of them is kept.
 */
export async function exportResult(
  ports: Deps,
  click: Click & { readonly key: string },
): Promise<ExportOutcome> {
  const found = await findDelivery(ports, click);
  if (found.status !== "found") return found;
  const link = await linkTo(ports, found, click);
  if (link.status !== "open") return link;
  const { quote, task } = found;
  try {
    const pairs = await pairsOf(ports, found, link.download.url);
    if (pairs === undefined) return { status: "unpaired" };
    const glossary = (await sentGlossary(ports, task)) ?? {};
    return { status: "paired", book: { ...bookOf(found, pairs), glossary }, quote, task };
  } catch (error) {
    if (error instanceof TooLargeToPost || error instanceof ManuscriptFault) {
      return { status: "unpaired" };
    }
    return noLink(ports, error);
  }
}

async function pairsOf(ports: Deps, { quote, task: { slice } }: FoundDelivery, url: string) {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return undefined;
  const signal = AbortSignal.timeout(readMs);
  const source = { fileId: quote.file.id, manuscript, slice };
  const ours = await linesOf(ports.manuscripts.open(source, signal));
  const theirs = await linesOf(ports.results.open(url, signal));
  return await unhurried(ports, pairTexts(ours, theirs));
}

async function linesOf(text: AsyncIterable<Uint8Array>) {
  return await Array.fromAsync(readLines([await inMemory(text)]));
}

function bookOf({ quote, task }: FoundDelivery, pairs: readonly Pair[]) {
  const { state, key, target } = task;
  const { endedAt = 0, result } = state.status === "completed" ? state : {};
  const manuscript = manuscriptOf(quote);
  return {
    name: titleOf(quote.file),
    id: key,
    at: endedAt,
    source: quote.language ?? result?.sourceLang ?? "und",
    target,
    pairs,
    isMarked: (manuscript?.marks ?? 0) > 0,
    chapters: manuscript === undefined ? [] : chaptersSent(manuscript, task.slice),
  };
}

const readMs = 180_000;
