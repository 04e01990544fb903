import { Buffer } from "node:buffer";
import { createHash, hash } from "node:crypto";

import { RequestAbortedError } from "#domain/errors.ts";
import type { CreateTask, Glossary, SourceText, TaskBody } from "#domain/partner.ts";

export type Form = {
  readonly contentType: string;
  readonly contentLength: number;
  readonly stream: (signal: AbortSignal) => AsyncGenerator<Uint8Array>;
};

/**
 * Builds the multipart body of a create request: the same bytes for the same `create`, streamed, of
 * a length known beforehand.
 *
 * The last bytes are held back until the text has proved to be the promised one and
 * `beforeLastBytes` has agreed. Else `stream` throws RequestAbortedError. Such a request is shorter than its
 * Content-Length and cannot be taken for a whole one.
 */
export function createForm(create: CreateTask, fileField: string): Form {
  const { boundary, opening, closing } = frameOf(create, fileField);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    contentLength: opening.length + create.text.bytes + closing.length,
    stream: async function* stream(signal) {
      yield opening;
      let latest: Uint8Array = new Uint8Array();
      for await (const chunk of asPromised(create.text, signal)) {
        yield latest;
        latest = chunk;
      }
      await create.beforeLastBytes().catch(cut);
      signal.throwIfAborted();
      yield latest;
      yield closing;
    },
  };
}

function frameOf(body: TaskBody, fileField: string) {
  const boundary = boundaryFor(body.key);
  const parts = fieldsOf(body).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    boundary,
    opening: Buffer.from(parts.join("") + fileHead(boundary, fileField)),
    closing: Buffer.from(`\r\n--${boundary}--\r\n`),
  };
}

/**
 * Returns the proof that two bodies are the same bytes. The hash of the text stands for the text:
 * the stream sends no other.
 */
export function bodyDigest(body: TaskBody, fileField: string): string {
  const { opening, closing } = frameOf(body, fileField);
  return createHash("sha256")
    .update(opening)
    .update(body.text.sha256)
    .update(closing)
    .digest("hex");
}

/**
 * Returns 128 bits derived from the key. The key itself is a hash over the hashes of text and
 * glossary. A text that holds its own boundary would be a fixed point of SHA-256: nobody can write
 * one.
 */
function boundaryFor(key: string): string {
  return `galley-${hash("sha256", `boundary of ${key}`).slice(0, 32)}`;
}

/**
 * Returns the fields in a fixed order, without missing ones. Contract, POST /tasks, form fields.
 */
function fieldsOf(create: TaskBody): readonly (readonly [name: string, value: string])[] {
  const fields = [
    ["action", create.action],
    ["target_lang", create.targetLang],
    ["char_limit", create.charLimit?.toString()],
    ["estimated_chars", create.estimatedChars?.toString()],
    ["glossary", create.glossary && canonicalJson(create.glossary)],
    ["glossary_strategy", create.strategy],
  ] as const;
  return fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

/** Sorts the terms: a glossary may come back from the store in another order, with other bytes. */
function canonicalJson(glossary: Glossary): string {
  const members = Object.keys(glossary)
    .sort()
    .map((source) => `${JSON.stringify(source)}:${JSON.stringify(glossary[source])}`);
  return `{${members.join(",")}}`;
}

/** Sends a neutral file name: the file's own name is confidential and would change the bytes. */
function fileHead(boundary: string, fileField: string): string {
  const name = fileField.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  return (
    `--${boundary}\r\n` +
    `Content-Disposition: form-data; name="${name}"; filename="manuscript.txt"\r\n` +
    "Content-Type: text/plain; charset=utf-8\r\n\r\n"
  );
}

/**
 * Yields the text's bytes; it ends without an error only when length and hash are the promised
 * ones.
 */
async function* asPromised(text: SourceText, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const sha256 = createHash("sha256");
  let missing = text.bytes;
  try {
    for await (const chunk of text.open(signal)) {
      missing -= chunk.length;
      if (missing < 0) {
        throw new RequestAbortedError("text-changed");
      }
      sha256.update(chunk);
      yield chunk;
    }
  } catch (cause) {
    cut(cause);
  }
  if (missing > 0 || sha256.digest("hex") !== text.sha256) {
    throw new RequestAbortedError("text-changed");
  }
}

function cut(cause: unknown): never {
  throw cause instanceof RequestAbortedError
    ? cause
    : new RequestAbortedError("not-readable", { cause });
}
