import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

import { readSteadily, SlowBodyError } from "#http/steady-body.ts";
import type { ServiceContext } from "#service/service-context.ts";

import { boundaryOf, collect, FormDataError, readParts } from "./multipart.ts";
import { createCharacterCount } from "./text.ts";

/** A source text that has been spooled; `characters` is undefined when it is not UTF-8. */
export type Upload = {
  readonly fileName: string;
  readonly sha256: string;
  readonly characters: number | undefined;
  readonly opening: string;
};

export type Form = {
  /** The id of the task that it becomes. */
  readonly taskId: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly upload: Upload | undefined;
  /** The reason why the form is unreadable, if it is. */
  readonly complaint: string | undefined;
};

/** All requests that are read now, or those of this account, need more memory than there is for them. */
export class NoRoomError extends Error {
  override readonly name = "NoRoomError";
}

type Forms = Pick<ServiceContext, "records" | "maxBytes" | "now" | "pace" | "room">;

const short = 65_536;
/** Bytes of each field of the contract; others are not kept. */
const fieldLimits: ReadonlyMap<string, number> = new Map([
  ["action", short],
  ["target_lang", short],
  ["char_limit", short],
  ["estimated_chars", short],
  ["glossary_strategy", short],
  ["glossary", 1 << 20],
  // Not in the contract: its format. Partners attach their own job identifier.
  ["metadata", short],
]);
const mostParts = 10;
/** Bytes of a body beside its file. */
const mostBesideFile = 2 << 20;
const openingLength = 8_000;
// Not in the contract: the name of the part that carries the file.
const fileField = "file";

/**
 * Reads multipart form data, storing the text while it is counted and hashed; the caller discards
 * the text of a request that makes no task. After a fault the rest is read, but not looked at.
 *
 * @throws NoRoomError, SlowBodyError, and any other error when the connection ends early; nothing is
 *   kept then.
 */
export async function readForm(request: IncomingMessage, ctx: Forms, account = ""): Promise<Form> {
  const taskId = `task_${randomUUID()}`;
  const fields = new Map<string, string>();
  const hold = holdBytes(ctx, account);
  const body = hold.read(request);
  try {
    const upload = await readFields(ctx, {
      taskId,
      fields,
      body,
      boundary: boundaryOf(request.headers["content-type"]),
      held: hold,
    });
    for await (const _ of body);
    return { taskId, fields, upload, complaint: undefined };
  } catch (cause) {
    await ctx.records.texts.forget(taskId);
    if (cause instanceof NoRoomError || cause instanceof SlowBodyError) throw cause;
    if (!(cause instanceof FormDataError)) throw new Error("the body ended early", { cause });
    await finish(body, hold.leave);
    return { taskId, fields, upload: undefined, complaint: cause.message };
  } finally {
    hold.leave();
  }
}

/** Reads a body that nobody needs, within its limits. */
export async function skipBody(
  request: IncomingMessage,
  ctx: Forms,
  account: string,
): Promise<void> {
  const hold = holdBytes(ctx, account);
  await finish(hold.read(request), hold.leave);
}

/** Reads what is left of a refused body, within its limits, so that its sender hears why. */
async function finish(body: AsyncIterable<Uint8Array>, leave: () => void): Promise<void> {
  try {
    for await (const _ of body) leave();
  } catch {
    // It is refused in any case.
  }
}

type Reading = {
  readonly taskId: string;
  readonly fields: Map<string, string>;
  readonly body: AsyncIterable<Uint8Array>;
  readonly boundary: string | undefined;
  readonly held: ReturnType<typeof holdBytes>;
};

/** @throws FormDataError */
async function readFields(
  ctx: Forms,
  { taskId, fields, body, boundary, held }: Reading,
): Promise<Upload | undefined> {
  if (boundary === undefined) throw new FormDataError("the body is not multipart form data");
  let upload: Upload | undefined;
  let parts = 0;
  for await (const { name, fileName, bytes } of readParts(body, boundary)) {
    parts += 1;
    if (parts > mostParts) throw new FormDataError(`there are more than ${mostParts} parts`);
    const limit = fieldLimits.get(name);
    if (fileName !== undefined) {
      const isFirst = name === fileField && upload === undefined;
      if (!isFirst) throw new FormDataError(`one file is expected, as ${fileField}`);
      upload = await store(ctx, taskId, { source: held.passed(bytes), fileName });
    } else if (limit !== undefined) {
      if (fields.has(name)) throw new FormDataError(`the field ${name} was sent twice`);
      fields.set(name, await collect(bytes, limit));
    }
  }
  return upload;
}

/** Counts the bytes of a body that are in memory: those of its file are on their way to the store. */
function holdBytes(
  { room, maxBytes, pace }: Pick<Forms, "room" | "maxBytes" | "pace">,
  account: string,
) {
  let [all, ofFile, held] = [0, 0, 0];
  const most = maxBytes + mostBesideFile;
  const leave = (count: number): void => {
    held -= count;
    room.leave(count, account);
  };
  return {
    read: async function* (request: IncomingMessage): AsyncGenerator<Buffer> {
      for await (const chunk of readSteadily(request, pace)) {
        all += chunk.length;
        if (all > most) throw new FormDataError(`the body is larger than ${most} bytes`);
        if (!room.take(chunk.length, account)) throw new NoRoomError("too many uploads at once");
        held += chunk.length;
        yield chunk;
      }
    },
    passed: async function* (bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of bytes) {
        ofFile += chunk.length;
        if (ofFile > maxBytes) throw new FormDataError("the file is too large");
        leave(Math.min(held, chunk.length));
        yield chunk;
      }
    },
    leave: () => leave(held),
  };
}

async function store(
  { records: { texts }, now }: Forms,
  taskId: string,
  { source, fileName }: { readonly source: AsyncIterable<Uint8Array>; readonly fileName: string },
): Promise<Upload> {
  const hash = createHash("sha256");
  const count = createCharacterCount(openingLength);
  const measured = async function* (): AsyncGenerator<string> {
    for await (const chunk of source) {
      hash.update(chunk);
      yield count.add(chunk);
    }
  };
  await texts.begin(taskId, now());
  await texts.write(taskId, "source", measured());
  const { characters, opening = "" } = count.end() ?? {};
  return { fileName, sha256: hash.digest("hex"), characters, opening };
}
