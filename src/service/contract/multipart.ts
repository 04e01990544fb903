/** Form data that does not follow RFC 7578. */
export class FormDataError extends Error {
  override readonly name = "FormDataError";
}

export type Part = {
  readonly name: string;
  /** Undefined for a field. */
  readonly fileName: string | undefined;
  /** What is not read of it is skipped. */
  readonly bytes: AsyncIterable<Uint8Array>;
};

/** Returns the boundary of a content type, if it is form data. */
export function boundaryOf(contentType = ""): string | undefined {
  if (!/^multipart\/form-data\s*;/iu.test(contentType)) return undefined;
  const boundary = parametersOf(contentType).get("boundary");
  return boundary !== undefined && /^[ -~]{1,70}$/u.test(boundary) ? boundary : undefined;
}

/**
 * Yields the parts of form data one after the other. Nothing is read ahead and nothing emits events:
 * whoever reads the parts meets every failure.
 *
 * @throws FormDataError
 */
export async function* readParts(
  chunks: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<Part> {
  const bytesOf = scan(chunks);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // Nothing stands before the first part, or a preamble.
  await skip(bytesOf.until(delimiter));
  for (;;) {
    if (await bytesOf.next("--")) return;
    const head = parseHead(await collect(bytesOf.until(emptyLine), longestHead));
    const bytes = bytesOf.until(delimiter);
    if (head.name !== undefined) yield { name: head.name, fileName: head.fileName, bytes };
    await skip(bytes);
  }
}

const emptyLine = Buffer.from("\r\n\r\n");
const longestHead = 16_384;

function scan(chunks: AsyncIterable<Uint8Array>) {
  const source = chunks[Symbol.asyncIterator]();
  // The first delimiter has no line before it.
  let rest: Buffer = Buffer.from("\r\n");
  const more = async (): Promise<void> => {
    const next = await source.next();
    if (next.done === true) throw new FormDataError("the form data has no end");
    rest = Buffer.concat([rest, next.value]);
  };
  return {
    /** Yields the bytes before a mark, and passes it. */
    until: async function* (mark: Buffer): AsyncGenerator<Uint8Array> {
      for (;;) {
        const at = rest.indexOf(mark);
        // The mark may have begun at the end.
        const size = at < 0 ? Math.max(0, rest.length - mark.length + 1) : at;
        const part = rest.subarray(0, size);
        rest = rest.subarray(at < 0 ? size : at + mark.length);
        if (size > 0) yield part;
        if (at >= 0) return;
        await more();
      }
    },
    /** Returns whether this text comes next, and passes it if it does. */
    next: async (text: string): Promise<boolean> => {
      while (rest.length < text.length) await more();
      const isNext = rest.subarray(0, text.length).toString("latin1") === text;
      if (isNext) rest = rest.subarray(text.length);
      return isNext;
    },
  };
}

async function skip(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of bytes);
}

/** @throws FormDataError when there is more than `most`. */
export async function collect(bytes: AsyncIterable<Uint8Array>, most: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > most) throw new FormDataError(`a part is longer than ${most} bytes`);
    pieces.push(chunk);
  }
  return Buffer.concat(pieces, size).toString("utf8");
}

function parseHead(head: string) {
  for (const line of head.split("\r\n")) {
    if (!/^content-disposition:\s*form-data\s*(?:;|$)/iu.test(line)) continue;
    const parameters = parametersOf(line);
    const fileName = parameters.get("filename*") ?? parameters.get("filename");
    return { name: parameters.get("name"), fileName: fileName?.split(/[/\\]/u).at(-1) };
  }
  return { name: undefined, fileName: undefined };
}

/** Returns the parameters of a header, by their names in small letters. */
function parametersOf(line: string): ReadonlyMap<string, string> {
  const matches = line.matchAll(/;\s*([a-z*]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/giu);
  return new Map(
    Array.from(matches, ([, name = "", quoted, bare = ""]) => {
      const value = quoted?.replaceAll('\\"', '"').replaceAll("%22", '"') ?? bare;
      return [name.toLowerCase(), name.endsWith("*") ? decoded(value) : value] as const;
    }),
  );
}

/** Reads `UTF-8''na%C3%AFve.txt`. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value.slice(value.lastIndexOf("'") + 1));
  } catch {
    return value;
  }
}
