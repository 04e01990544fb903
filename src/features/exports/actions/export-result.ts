import { largestFileBytes } from "../../../core/delivery.ts";
import { ManuscriptFault } from "../../../core/faults.ts";
import { type Line, readLines } from "../../../core/lines.ts";
import type { Glossary } from "../../../core/partner.ts";
import type { Ports } from "../../../core/ports.ts";
import { type Quote, findTask, manuscriptOf } from "../../../core/quote.ts";
import { type Slice, wholeOf } from "../../../core/slice.ts";
import type { Task } from "../../../core/task.ts";
import type { Click } from "../../approval/actions/decide.ts";
import {
  type DeliveryOutcome,
  noLink,
  openDelivery,
} from "../../delivery/actions/open-delivery.ts";
import { TooLargeToPost } from "../../delivery/actions/result-file.ts";
import type { Bilingual } from "../rules/bilingual.ts";
import { type Pair, pairTexts } from "../rules/pair-texts.ts";

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
  Parameters<typeof openDelivery>[0];

/**
 * Pairs a finished translation with its source, for a person who may have the result. Both are
 * streamed again, and nothing of them is kept.
 */
export async function exportResult(
  ports: Deps,
  click: Click & { readonly key: string },
): Promise<ExportOutcome> {
  const opened = await openDelivery(ports, click);
  if (opened.status !== "open") return opened;
  const quote = await ports.ledger.find(click.quoteId);
  const task = quote && findTask(quote, click.key);
  if (quote === undefined || task === undefined) return { status: "unknown-card" };
  try {
    const pairs = await pairsOf(ports, quote, { task, url: opened.download.url });
    return pairs === undefined
      ? { status: "unpaired" }
      : {
          status: "paired",
          book: { ...bookOf(quote, task, pairs), glossary: await termsOf(ports, task) },
          quote,
          task,
        };
  } catch (error) {
    if (error instanceof TooLargeToPost || error instanceof ManuscriptFault) {
      return { status: "unpaired" };
    }
    return noLink(ports, error);
  }
}

type Finished = { readonly task: Task; readonly url: string };

async function pairsOf(ports: Deps, quote: Quote, { task: { slice }, url }: Finished) {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return undefined;
  const signal = AbortSignal.timeout(readMs);
  const source = { fileId: quote.file.id, manuscript, slice };
  const ours = await linesOf(ports.manuscripts.open(source, signal));
  const theirs = await linesOf(ports.results.open(url, signal));
  const work = pairTexts(ours, theirs);
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    // Lets other clicks be acknowledged meanwhile.
    await ports.sleep(0);
  }
}

/** @throws TooLargeToPost for a text too large to hold in memory. */
async function linesOf(text: AsyncIterable<Uint8Array>): Promise<readonly Line[]> {
  const lines: Line[] = [];
  let room = largestFileBytes;
  for await (const line of readLines(text)) {
    room -= line.text.length;
    if (room < 0) throw new TooLargeToPost();
    lines.push(line);
  }
  return lines;
}

/** Returns the terms that the run was sent, unless it skipped them. */
async function termsOf({ glossaries }: Deps, { glossary }: Task): Promise<Glossary> {
  if (glossary === undefined || glossary.strategy === "skip") return {};
  return (await glossaries.find(glossary.hash)) ?? {};
}

function bookOf(quote: Quote, task: Task, pairs: readonly Pair[]) {
  const { state, key, target } = task;
  const { endedAt = 0, result } = state.status === "completed" ? state : {};
  return {
    name: quote.file.name.replace(/(?<=.)\.[a-z0-9]{1,8}$/iu, ""),
    id: key,
    at: endedAt,
    source: quote.language ?? result?.sourceLang ?? "und",
    target,
    pairs,
    isMarked: (manuscriptOf(quote)?.marks ?? 0) > 0,
    chapters: chaptersIn(quote, task),
  };
}

/** Returns the chapters with their offsets in the text that was sent. */
function chaptersIn(quote: Quote, task: Task): Bilingual["chapters"] {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return [];
  let sent = 0;
  const slice: Slice = task.slice ?? wholeOf(manuscript);
  return slice.flatMap(({ from, to }) => {
    const offset = sent - from;
    sent += to - from;
    return manuscript.chapters
      .filter(({ start }) => start >= from && start < to)
      .map(({ title, start }) => ({ title, at: start + offset }));
  });
}

const readMs = 180_000;
