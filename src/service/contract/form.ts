import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { Busboy } from "@fastify/busboy";
import type { BusboyInstance } from "@fastify/busboy";

import type { Texts } from "../records/texts.ts";
import { createCharacterCount } from "./characters.ts";

/** A source text that has been spooled; `characters` is undefined when it is not UTF-8. */
export type Upload = {
  /** The id of the task that it becomes. */
  readonly taskId: string;
  readonly fileName: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly characters: number | undefined;
  readonly opening: string;
};

export type Form = {
  readonly fields: ReadonlyMap<string, string>;
  readonly upload: Upload | undefined;
  /** The reason why the form is unreadable, if it is. */
  readonly complaint: string | undefined;
};

const openingLength = 8_000;
const largestField = 8 << 20;

/**
 * Reads multipart form data, spooling the text while it is counted and hashed.
 * Throws when the connection ends early; nothing is kept then.
 */
export async function readForm(
  request: IncomingMessage,
  { texts, maxBytes }: { readonly texts: Texts; readonly maxBytes: number },
): Promise<Form> {
  const parser = openParser(request, maxBytes);
  if (parser === undefined) {
    request.resume();
    return unreadable("the body is not multipart form data");
  }
  const taskId = `task_${randomUUID()}`;
  const parts = collectParts(parser, { texts, taskId });
  try {
    await pipeline(request, parser);
    return await parts.finish();
  } catch (cause) {
    await parts.abandon();
    await texts.abandon(taskId);
    // Errors of the system (a full disk) have a code; the parser's complaints have none.
    const isSystem = cause instanceof Error && "code" in cause;
    if (request.complete && !isSystem) return unreadable("the form data has no end");
    throw new Error("the body ended early", { cause });
  }
}

function unreadable(complaint: string): Form {
  return { fields: new Map(), upload: undefined, complaint };
}

function openParser(request: IncomingMessage, fileSize: number): BusboyInstance | undefined {
  const type = request.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/form-data")) return undefined;
  try {
    const limits = { fieldSize: largestField, fields: 50, files: 5, fileSize };
    return new Busboy({ headers: { ...request.headers, "content-type": type }, limits });
  } catch {
    return undefined;
  }
}

// Not in the contract: the name of the part that carries the file.
const fileField = "file";

type Room = { readonly texts: Texts; readonly taskId: string };

function collectParts(parser: BusboyInstance, room: Room) {
  const fields = new Map<string, string>();
  const complaints: string[] = [];
  const cut = new AbortController();
  let spooling: Promise<Upload | undefined> | undefined;
  parser.on("field", (name, value, nameTruncated, valueTruncated) => {
    if (fields.has(name)) complaints.push(`the field ${name} was sent twice`);
    if (nameTruncated || valueTruncated) complaints.push(`the field ${name} is too long`);
    fields.set(name, value);
  });
  parser.on("file", (name, stream, fileName) => {
    if (name !== fileField || spooling !== undefined) {
      complaints.push(`one file is expected, as ${fileField}`);
      stream.resume();
      return;
    }
    stream.once("limit", () => complaints.push("the file is too large"));
    spooling = spool(stream, { ...room, fileName, signal: cut.signal }).catch((cause: unknown) => {
      // Nothing reads the part any more, so the parser would wait for ever.
      parser.destroy(cause instanceof Error ? cause : undefined);
      return undefined;
    });
  });
  return {
    finish: async (): Promise<Form> => ({
      fields,
      upload: await spooling,
      complaint: complaints[0],
    }),
    abandon: async () => {
      cut.abort();
      await spooling;
    },
  };
}

type Spooling = Room & { readonly fileName: string; readonly signal: AbortSignal };

async function spool(
  stream: Readable,
  { texts, taskId, fileName, signal }: Spooling,
): Promise<Upload> {
  const hash = createHash("sha256");
  const count = createCharacterCount(openingLength);
  let bytes = 0;
  const measure = async function* (source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      hash.update(chunk);
      count.add(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  await texts.spool(taskId, { stream, measure, signal });
  const text = count.end();
  const sha256 = hash.digest("hex");
  return {
    taskId,
    fileName,
    bytes,
    sha256,
    characters: text?.characters,
    opening: text?.opening ?? "",
  };
}
