import type { IncomingMessage } from "node:http";

export type RequestBody =
  | { readonly status: "read"; readonly bytes: Buffer }
  /** Larger than anything Slack sends. */
  | { readonly status: "too-large" }
  /** Others fill the room; Slack sends it again. */
  | { readonly status: "too-many" };

/**
 * Reads raw bodies. Their signatures are not checked yet, so those that are read at one time share
 * little memory. The rest of a refused body is not read.
 */
export function createRequestBodies() {
  let held = 0;
  return {
    /** @throws the errors of `use`, and when the request ends before its body. */
    read: async <T>(request: IncomingMessage, use: (body: RequestBody) => T): Promise<T> => {
      const mine = { chunks: new Array<Buffer>(), length: 0 };
      const take = (chunk: Buffer): Exclude<RequestBody["status"], "read"> | undefined => {
        if (mine.length + chunk.length > mostBytes) return "too-large";
        if (held + chunk.length > mostHeld) return "too-many";
        mine.chunks.push(chunk);
        mine.length += chunk.length;
        held += chunk.length;
        return undefined;
      };
      try {
        const refused = await readThrough(request, take);
        return use(
          refused === undefined ? { status: "read", bytes: joined(mine) } : { status: refused },
        );
      } finally {
        held -= mine.length;
      }
    },
  };
}

/** Resolves at the end, or early with the reason for which `take` refused a chunk. */
function readThrough<Why>(
  request: IncomingMessage,
  take: (chunk: Buffer) => Why | undefined,
): Promise<Why | undefined> {
  return new Promise((resolve, reject) => {
    request.on("data", (chunk: Buffer) => {
      const why = take(chunk);
      if (why === undefined) return;
      request.pause().removeAllListeners("data");
      resolve(why);
    });
    request.on("end", () => resolve(undefined));
    request.on("error", reject);
  });
}

/** Nearly every delivery comes in one piece, which need not be copied. */
function joined({
  chunks,
  length,
}: {
  readonly chunks: Buffer[];
  readonly length: number;
}): Buffer {
  const [only] = chunks;
  return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks, length);
}

const mostBytes = 4 * 1024 * 1024;
const mostHeld = 16 * 1024 * 1024;
