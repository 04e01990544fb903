import type { AppContext } from "#domain/context.ts";
import { compareTexts, type Compared, comparingMs } from "#domain/delivery/compare.ts";
import { withComparison } from "#domain/delivery/delivery.ts";
import { type Line, outlineOf } from "#domain/delivery/lines.ts";
import {
  HostNotAllowedError,
  ManuscriptError,
  NotFoundError,
  UnexpectedReplyError,
} from "#domain/errors.ts";
import { createForbiddenCheck, forbiddenIn } from "#domain/glossary/forbidden.ts";
import { createTermCheck } from "#domain/glossary/term-counts.ts";
import { type Quote, findTask, manuscriptOf, measuredOf } from "#domain/quote.ts";
import { chaptersSent } from "#domain/slice.ts";
import { type Task, endOf } from "#domain/task.ts";
import { sentGlossary } from "#features/shared/records.ts";
import { layersOf } from "#features/shared/term-layers.ts";

/**
 * Compares a finished translation with its source: both are streamed again, and none of their text is
 * kept. A result that cannot be read is delivered without the comparison.
 *
 * @throws the fault, after recording it, while another try may help.
 */
export async function compareResult(ctx: AppContext, quote: Quote, key: string): Promise<Quote> {
  const task = findTask(quote, key);
  if (task === undefined) return quote;
  const note = (comparison: Compared | "again" | "none") =>
    ctx.quoteStore.change(quote.id, (before) => withComparison(before, key, comparison));
  try {
    return await note((await compare(ctx, quote, task)) ?? "none");
  } catch (error) {
    const isOver = cannotBeRead(error) || ctx.now() > (endOf(task) ?? 0) + comparingMs;
    const next = await note(isOver ? "none" : "again");
    if (isOver) return next;
    throw error;
  }
}

function cannotBeRead(error: unknown): boolean {
  if (error instanceof ManuscriptError) return error.reason !== "interrupted";
  return [NotFoundError, HostNotAllowedError, UnexpectedReplyError, TextMismatchError].some(
    (kind) => error instanceof kind,
  );
}

/** Returns undefined when there is nothing to compare, or too much. */
async function compare(ctx: AppContext, quote: Quote, task: Task): Promise<Compared | undefined> {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined || task.state.status !== "completed") return undefined;
  const [glossary, layers] = await Promise.all([sentGlossary(ctx, task), layersOf(ctx, quote)]);
  const terms = glossary && createTermCheck(glossary);
  const forbidden = createForbiddenCheck(forbiddenIn(layers, task.target));
  const sourceRef = { fileId: quote.file.id, manuscript, slice: task.slice };
  const { bytes } = measuredOf(manuscript, task) ?? { bytes: manuscript.textBytes };
  const signal = AbortSignal.timeout(readMs);
  const text = within(ctx.manuscripts.open(sourceRef, signal), { least: bytes, most: bytes });
  const [source, { url }] = await Promise.all([
    outlineOf(text, inTerms(terms?.source)),
    ctx.partner.download(task.state.taskId),
  ]);
  const most = largestGrowth * bytes + largestAddition;
  const chunks = within(ctx.openResult(url, signal), { least: 0, most });
  const result = await outlineOf(
    chunks,
    inTerms((piece) => {
      terms?.result(piece);
      forbidden.add(piece);
    }),
  );
  if (source === undefined || result === undefined) return undefined;
  const chapters = chaptersSent(manuscript, task.slice);
  const comparison = await cooperatively(ctx, compareTexts(source, result, chapters));
  const found = forbidden.end();
  return (
    comparison && {
      ...comparison,
      terms: terms?.end(),
      ...(found.length > 0 && { forbidden: found.slice(0, mostNamed) }),
    }
  );
}

/** Gives a check the lines of a text. A term may be broken across two of them. */
function inTerms(check: ((piece: string) => void) | undefined) {
  return ({ begins, text }: Line) => check?.(begins === "rest" ? text : ` ${text}`);
}

/**
 * Passes a text on within bounds, so that no host keeps Galley reading for ever.
 *
 * @throws TextMismatchError for more or fewer bytes: this is no longer the text that was sent.
 */
async function* within(
  text: AsyncIterable<Uint8Array>,
  { least, most }: { readonly least: number; readonly most: number },
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of text) {
    bytes += piece.length;
    if (bytes > most) throw new TextMismatchError();
    yield piece;
  }
  if (bytes < least) throw new TextMismatchError();
}

class TextMismatchError extends Error {
  override readonly name = "TextMismatchError";
}

const mostNamed = 10;
const readMs = 180_000;
/** The growth covers a terse script in UTF-8; the addition covers a short text with a translator's remark. */
const largestGrowth = 16;
const largestAddition = 1024 * 1024;

/** Lets other work run whenever `work` yields, so that clicks are acknowledged meanwhile. */
export async function cooperatively<T>(
  { sleep }: AppContext,
  work: Generator<void, T>,
): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    await sleep(0);
  }
}
