import { ManuscriptFault, PartnerFault } from "../../../core/faults.ts";
import { type Line, readLines } from "../../../core/lines.ts";
import type { Desk } from "../../../core/ports.ts";
import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import type { Task } from "../../../core/task.ts";
import { type Excerpt, excerptChars, excerptOf } from "../rules/excerpt.ts";

/**
 * The text of a finished preview and what it was made of, from Slack and by a fresh link, in memory and
 * nowhere else; undefined where one of them cannot be had now.
 */
export async function readExcerpt(
  { manuscripts, partner, results }: Pick<Desk, "manuscripts" | "partner" | "results">,
  quote: Quote,
  { state, scope = excerptChars }: Task,
): Promise<Excerpt | undefined> {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined || state.status !== "completed") return undefined;
  const signal = AbortSignal.timeout(readMs);
  const slice = [{ from: 0, to: Math.min(scope, excerptChars) }];
  try {
    const { url } = await partner.download(state.taskId);
    const [source, target] = await Promise.all([
      beginningOf(manuscripts.open({ fileId: quote.file.id, manuscript, slice }, signal)),
      beginningOf(results.open(url, signal)),
    ]);
    const isWhole = scope <= excerptChars && source.isWhole && target.isWhole;
    return excerptOf(source.lines, target.lines, isWhole);
  } catch (error) {
    // A reply without the text is better than none.
    const isFault = error instanceof PartnerFault || error instanceof ManuscriptFault;
    if (isFault || signal.aborted) return undefined;
    throw error;
  }
}

/** Leaving it early lets go of the stream. */
async function beginningOf(text: AsyncIterable<Uint8Array>) {
  const lines: Line[] = [];
  let room = longestRead;
  for await (const line of readLines(text)) {
    room -= line.text.length;
    if (room < 0) return { lines, isWhole: false };
    lines.push(line);
  }
  return { lines, isWhole: true };
}

/** UTF-16 units: a translation may be twice as long as its source, and no longer is read. */
const longestRead = 2 * excerptChars;
/** Well within what a stop of the desk waits for. */
const readMs = 5_000;
