import { largestFileBytes } from "../../../core/delivery.ts";
import type { Desk } from "../../../core/ports.ts";
import type { Task } from "../../../core/task.ts";

/**
 * What a finished run has brought, by a fresh link, in memory and nowhere else; undefined when there is no
 * such run.
 *
 * @throws PartnerFault, and TooLargeToPost.
 */
export async function fetchResult(
  { partner, results }: Pick<Desk, "partner" | "results">,
  task: Task | undefined,
): Promise<Uint8Array | undefined> {
  if (task?.state.status !== "completed") return undefined;
  const { url, fileSize = 0 } = await partner.download(task.state.taskId);
  if (fileSize > largestFileBytes) throw new TooLargeToPost();
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of results.open(url, AbortSignal.timeout(fetchMs))) {
    bytes += piece.length;
    if (bytes > largestFileBytes) throw new TooLargeToPost();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** It is to be had by its link. */
export class TooLargeToPost extends Error {
  override readonly name = "TooLargeToPost";
}

const fetchMs = 180_000;
