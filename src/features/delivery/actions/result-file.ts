import { isWhole, largestFileBytes } from "../../../core/delivery.ts";
import { ManuscriptFault } from "../../../core/faults.ts";
import type { Desk, ResultFile } from "../../../core/ports.ts";
import { type Quote, findTask, manuscriptOf } from "../../../core/quote.ts";
import type { Task } from "../../../core/task.ts";
import { canBePutBack } from "../rules/put-back.ts";
import { fetchResult } from "./fetch-result.ts";

type Deps = Pick<Desk, "partner" | "results" | "manuscripts">;

/**
 * What a finished run has brought, as it is posted: a whole translation of a Word file or an EPUB is put
 * back into it, and comes as text where that cannot be done. Undefined when there is no such run.
 *
 * @throws PartnerFault, TooLargeToPost, and ManuscriptFault "interrupted".
 */
export async function resultFile(
  desk: Deps,
  quote: Quote,
  key: string,
): Promise<ResultFile | undefined> {
  const task = findTask(quote, key);
  const content = await fetchResult(desk, task);
  if (content === undefined || task === undefined || !isWhole(task)) return content && { content };
  return await putBack(desk, quote, { task, content });
}

async function putBack(
  { manuscripts }: Deps,
  quote: Quote,
  { task, content }: { readonly task: Task; readonly content: Uint8Array },
): Promise<ResultFile> {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined || !canBePutBack(manuscript)) return { content };
  if (manuscript.fileBytes > largestFileBytes) {
    return { content, putBack: { status: "too-large" } };
  }
  try {
    const wanted = { translation: content, target: task.target, limit: largestFileBytes };
    const rebuilt = await manuscripts.putBack({ fileId: quote.file.id, manuscript }, wanted);
    return rebuilt.status === "document"
      ? { content: rebuilt.bytes, putBack: { status: "document" } }
      : { content, putBack: rebuilt };
  } catch (error) {
    if (!(error instanceof ManuscriptFault) || error.reason === "interrupted") throw error;
    return { content, putBack: { status: "unreadable" } };
  }
}
