import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { extname } from "node:path";

import { documentTitle } from "#domain/book/document-title.ts";
import type { Manuscripts, TextRead, TextSource, TextWanted } from "#domain/context.ts";
import { ManuscriptError } from "#domain/errors.ts";
import type { TermFile } from "#domain/glossary/glossary-file.ts";
import {
  type Encoding,
  type SampleLines,
  type SlackFile,
  type DocumentFormat,
  type Rebuilt,
  type ManuscriptFaultReason,
  documentFormats,
  formatKeys,
} from "#domain/manuscript.ts";
import {
  type WorkClock,
  askForWhole,
  askWorker,
  createRoom,
} from "#manuscripts/documents/ask-worker.ts";
import type { Found } from "#manuscripts/documents/extract.ts";
import { chunksOf } from "#manuscripts/text/count.ts";
import type { Marked } from "#manuscripts/text/read-manuscript.ts";

import type { Download } from "./download.ts";
import { createOpening } from "./open-ahead.ts";

/** Loaded with the first file: an idle Galley needs no tables of encodings in memory. */
const loadTextReader = async () => await import("#manuscripts/text/read-manuscript.ts");
const loadPageEncoding = async () => await import("#manuscripts/text/page-encoding.ts");

type ManuscriptsOptions = {
  readonly find: (fileId: string) => Promise<SlackFile>;
  readonly download: Download;
  /** Monotonic clock, ms. */
  readonly tick: () => number;
};

/**
 * Reads posted files as text. Each call requests the file from Slack again and streams it: nothing
 * confidential is kept.
 */
export function createManuscripts({ find, download, tick }: ManuscriptsOptions) {
  const documents = createDocuments({ tick });
  const openNow = async function* openNow(
    { fileId, manuscript, slice }: TextSource,
    signal?: AbortSignal,
  ): AsyncGenerator<Uint8Array, void> {
    const file = await find(fileId);
    const { encoding, format, marks } = manuscript;
    const source = { chunks: download(file, signal), size: file.size, encoding, signal };
    const { openText } = await loadTextReader();
    if (format === undefined) yield* openText({ ...source, slice });
    else {
      const { text } = documents.open({ ...source, format, isMarked: marks !== undefined });
      yield* openText({ chunks: text, encoding: "utf-8", slice });
    }
  };
  const { expect, open } = createOpening(openNow);
  const readText = async (fileId: string, options: TextWanted): Promise<TextRead> => {
    const { encoding, isMarked = false, permitted, ...limits } = options;
    const [file, { readManuscript }] = await Promise.all([
      find(fileId),
      loadTextReader(),
      permitted,
    ]);
    const format = formatOf(file.name);
    const chunks = download(file);
    if (format === "text") return await readManuscript({ chunks, ...options });
    const document = documents.open({ chunks, size: file.size, format, encoding, isMarked });
    const { text, marked } = document;
    const reading = { ...limits, chunks: text, encoding: "utf-8", marked } as const;
    const { manuscript, ...known } = await readManuscript(reading);
    const title = documentTitle(document.marked.title, file);
    const facts = { ...document.facts(), ...(title !== undefined && { title }) };
    return { manuscript: { ...manuscript, ...facts, format }, ...known };
  };
  const putBack: Manuscripts["putBack"] = async ({ fileId, manuscript }, options) => {
    const { format, encoding, fileSha256, marks } = manuscript;
    const file = await find(fileId);
    const source = { chunks: download(file), size: file.size, format, encoding };
    const isMarked = marks !== undefined;
    return await documents.putBack({ ...source, isMarked }, { ...options, fileSha256 });
  };
  /** Returns no lines for a file that is no longer available: its card is shown all the same. */
  const sample = async (
    fileId: string,
    encodings: readonly Encoding[],
  ): Promise<readonly SampleLines[]> => {
    try {
      const [file, { sampleLines }] = await Promise.all([find(fileId), loadTextReader()]);
      return await sampleLines(download(file), encodings);
    } catch (error) {
      if (error instanceof ManuscriptError && error.reason !== "interrupted") return [];
      throw error;
    }
  };
  const measure: Manuscripts["measure"] = async ({ slice, ...source }) => {
    const { measureText } = await loadTextReader();
    return await measureText(openNow({ ...source, slice: undefined }), slice);
  };
  return { expect, open, read: readText, putBack, measure, sample };
}

type Posted = {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The stated size in bytes; no more is taken. */
  readonly size: number;
  readonly format: DocumentFormat;
  /** The encoding of an HTML page when somebody has chosen it; otherwise it is detected. */
  readonly encoding?: Encoding | undefined;
  /** True when emphasised text is marked by signs. */
  readonly isMarked?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
};

/**
 * Reads documents as text. The directory of a zip is at its end, so a document is held in memory
 * while it is read, and never on disk. Documents wait while others fill the room.
 */
export function createDocuments(clock: WorkClock) {
  const room = createRoom(roomBytes);
  /** The text throws ManuscriptError, EncodingUnclearError, and the errors of `chunks`. */
  const open = (source: Posted) => {
    const { size, format, isMarked, signal } = source;
    let encoding: Encoding = "utf-8";
    let fileSha256 = "";
    const places: number[] = [];
    const outline: Found & Marked = { headings: [], turns: [], leftOut: [], marks: 0, places };
    const text = async function* text(): AsyncGenerator<Uint8Array> {
      const leave = await room.enter(size);
      try {
        signal?.throwIfAborted();
        const { bytes, ...held } = await hold(source);
        fileSha256 = held.fileSha256;
        // A locked document: Word puts it into a file of its old kind.
        const isCompound = Buffer.from(bytes.subarray(0, 8)).toString("hex") === "d0cf11e0a1b11ae1";
        if (isCompound && documentFormats[format].container === "zip")
          throw new ManuscriptError("protected-document");
        if (format === "html")
          encoding = source.encoding ?? (await loadPageEncoding()).encodingOf(bytes);
        const document = { bytes, format, encoding, isMarked };
        for await (const answer of askWorker({ kind: "read", document }, { clock, signal })) {
          if (answer.status === "end") Object.assign(outline, answer);
          if (answer.status !== "piece") continue;
          places.push(...answer.places);
          yield answer.text;
        }
      } finally {
        leave();
      }
    };
    return {
      /** UTF-8, in pieces. */
      text: text(),
      marked: outline,
      /** Known when the text has been read to its end. */
      facts: () => {
        const { leftOut, marks } = outline;
        const facts = { fileBytes: size, fileSha256, encoding, leftOut };
        return isMarked === true ? { ...facts, marks } : facts;
      },
    };
  };
  /** Throws ManuscriptError, "gone" for another document than the one with this hash. */
  const putBack = async (
    source: Posted,
    {
      fileSha256,
      ...options
    }: Parameters<Manuscripts["putBack"]>[1] & { readonly fileSha256?: string | undefined },
  ): Promise<Rebuilt> => {
    const leave = await room.enter(source.size + options.limit);
    try {
      const { bytes, ...file } = await hold(source);
      if (file.fileSha256 !== fileSha256) throw new ManuscriptError("gone");
      const { format, encoding = "utf-8", isMarked } = source;
      const document = { bytes, format, encoding, isMarked };
      return await askForWhole({ kind: "put-back", document, ...options }, clock);
    } finally {
      leave();
    }
  };
  return { open, putBack };
}

const roomBytes = 128 * 1024 * 1024;

async function hold({ chunks, size }: Posted) {
  const hash = createHash("sha256");
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  let length = 0;
  for await (const chunk of chunksOf(chunks)) {
    // Allocated only when Slack has begun to answer: anybody can state a size.
    bytes ??= new Uint8Array(size);
    hash.update(chunk);
    bytes.set(chunk, length);
    length += chunk.length;
  }
  if (bytes === undefined) throw new ManuscriptError("empty");
  return { bytes, fileSha256: hash.digest("hex") };
}

/**
 * Reads tables of terms that people post: CSV, JSON or TBX. One that cannot be read as a whole is
 * refused, with the errors and their lines. A few are read at one time, the others wait.
 */
export function createTermFiles({ find, download, ...clock }: ManuscriptsOptions & WorkClock) {
  const room = createRoom(mostAtOnce);
  return {
    /** Endings of files that can hold terms, without the dot. */
    filetypes: termFiletypes,
    isOne: (name: string) => termFiletypes.includes(endingOf(name)),
    read: async (fileId: string, target: string): Promise<TermFile> => {
      const leave = await room.enter(1);
      let status: "unavailable" | "no-table" = "unavailable";
      try {
        const file = await find(fileId);
        if (file.size > mostBytes) return { status: "full" };
        const bytes = new Uint8Array(Buffer.concat(await Array.fromAsync(download(file))));
        status = "no-table";
        const table = { bytes, ending: endingOf(file.name), target };
        return await askForWhole({ kind: "terms", table }, clock);
      } catch (error) {
        if (error instanceof ManuscriptError) return { status };
        throw error;
      } finally {
        leave();
      }
    },
  };
}

const mostAtOnce = 4;
const termFiletypes: readonly string[] = ["csv", "tsv", "json", "tbx"];
/** A full glossary takes a fifth of it. */
const mostBytes = 5 * 1024 * 1024;

function endingOf(name: string): string {
  return extname(name).slice(1).toLowerCase();
}

/**
 * Returns the format of a file by its name. A name without an ending counts as text: its content
 * decides. Throws ManuscriptError for every other format.
 */
export function formatOf(name: string): Format {
  const { format, reason } = kindOf(name);
  if (format === undefined) throw new ManuscriptError(reason);
  return format;
}

export function isAcceptedName(name: string): boolean {
  return kindOf(name).format !== undefined;
}

/** True for files that people post for each other and nobody means as a manuscript. */
export function isIgnoredFile(name: string): boolean {
  const { format, reason } = kindOf(name);
  return format === undefined && inPassing.has(reason);
}

/** Returns the accepted endings, without the dot. */
export function acceptedFiletypes(): readonly string[] {
  return [...kinds].flatMap(([ending, { format }]) => (format && ending !== "" ? [ending] : []));
}

/** "Vol. 2" and "Draft 1.3" have no ending. */
function kindOf(name: string): FileKind {
  const ending = extname(name).toLowerCase();
  const isEnding = /^\.(?=.*[a-z])[a-z0-9]{1,10}$/u.test(ending);
  return kinds.get(isEnding ? ending.slice(1) : "") ?? { reason: "unsupported-type" };
}

type Format = "text" | DocumentFormat;

/** A format that is read, or the reason why it is not. */
type FileKind =
  | { readonly format: Format; readonly reason?: never }
  | { readonly format?: never; readonly reason: ManuscriptFaultReason };

const kinds: ReadonlyMap<string, FileKind> = new Map<string, FileKind>([
  ["", { format: "text" }],
  ...endings({ format: "text" }, ["txt", "text", "md", "markdown"]),
  ...endings({ reason: "old-word" }, ["doc", "dot", "wps"]),
  ...endings({ reason: "rich-text" }, ["rtf"]),
  ...endings({ reason: "pages" }, ["pages"]),
  ...endings({ reason: "pdf" }, ["pdf"]),
  ...endings({ reason: "picture" }, [
    "png",
    "jpg",
    "jpeg",
    "gif",
    "tif",
    "tiff",
    "webp",
    "heic",
    "heif",
    "bmp",
    "svg",
    "psd",
  ]),
  ...endings({ reason: "kindle" }, ["mobi", "azw", "azw3", "azw4", "kfx", "prc"]),
  ...endings({ reason: "packed" }, ["zip", "rar", "7z", "tar", "gz", "tgz"]),
  // Last: what can be read is not refused, even where an older refusal was forgotten above.
  ...formatKeys.flatMap((format) => endings({ format }, documentFormats[format].endings)),
]);

const inPassing = new Set<ManuscriptFaultReason>(["picture", "pdf", "packed", "unsupported-type"]);

function endings(
  kind: FileKind,
  list: readonly string[],
): readonly (readonly [string, FileKind])[] {
  return list.map((ending) => [ending, kind]);
}
