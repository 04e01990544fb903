import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";

import {
  type Entry,
  type LocalFileHeader,
  type ZipFile,
  fromBufferPromise,
  parseExtraFields,
} from "yauzl";

import { ManuscriptFault } from "../../core/faults.ts";

/** Limits that a book needs and no more. Parts that are not read count only towards `entries`. */
const archiveLimits = {
  entries: 10_000,
  /** The sum of all inflated parts. A part that would exceed it is not started. */
  inflatedBytes: 200 * 1024 * 1024,
  ratio: 100,
  /** The ratio counts only above this size: a few kilobytes of one letter are no bomb. */
  ratioFromBytes: 1024 * 1024,
} as const;

/** A part as stored in the archive, still compressed. */
export type PackedPart = {
  readonly name: string;
  readonly packed: Uint8Array;
  /** The compression method by its number in the format: 0 is none. */
  readonly method: number;
  /** Bytes and CRC-32 of the uncompressed part. */
  readonly size: number;
  readonly checksum: number;
  /** Time and date as the format encodes them. */
  readonly time: number;
  readonly date: number;
  readonly attributes: number;
  readonly versionMadeBy: number;
};

export type Archive = {
  readonly has: (name: string) => boolean;
  /** Returns all parts in the order of the directory. */
  readonly parts: () => readonly PackedPart[];
  /** Throws ManuscriptFault "unsafe-document" when these parts together exceed the limit. */
  readonly expect: (names: readonly string[]) => void;
  /**
   * Inflates one part as it is read. Throws when its size or checksum differs from the directory's.
   */
  readonly read: (name: string) => AsyncGenerator<Uint8Array>;
};

/**
 * Opens a zip in memory. Names are keys and never become paths of this machine; an archive inside
 * the archive is a part like any other.
 *
 * Throws ManuscriptFault: "broken-document", "protected-document" (a part is encrypted) or
 * "unsafe-document" (beyond `archiveLimits`).
 */
export async function openArchive(bytes: Uint8Array): Promise<Archive> {
  const zip = await unbroken(() =>
    fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), {
      lazyEntries: true,
    }),
  );
  const entries = await listEntries(zip);
  refuseUncounted(zip, bytes);
  const starts = await findStarts(zip, entries);
  let inflated = 0;
  return {
    has: (name) => entries.has(name),
    parts: () =>
      Array.from(starts, ([entry, start]) =>
        packedPart(entry, bytes.subarray(start, start + entry.compressedSize)),
      ),
    expect: (names) =>
      refuseSize(
        names.reduce((sum, name) => sum + (entries.get(name)?.uncompressedSize ?? 0), inflated),
      ),
    read: async function* read(name) {
      const entry = entries.get(name);
      if (entry === undefined) throw broken(`no part ${name}`);
      refuseSize(inflated + entry.uncompressedSize);
      refuseRatio(entry.uncompressedSize, entry);
      let [size, checksum] = [0, 0];
      for await (const chunk of inflate(zip, entry)) {
        size += chunk.length;
        inflated += chunk.length;
        checksum = crc32(chunk, checksum);
        refuseSize(inflated);
        refuseRatio(size, entry);
        yield chunk;
      }
      if (checksum !== entry.crc32) throw broken(`checksum of ${name}`);
    },
  };
}

async function listEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > archiveLimits.entries) throw unsafe(`${zip.entryCount} parts`);
  const entries = new Map<string, Entry>();
  const places = new Set<number>();
  const all = await unbroken(() => Array.fromAsync(zip.eachEntry()));
  for (const entry of all) {
    if (entry.isEncrypted()) throw new ManuscriptFault("protected-document");
    // Two names for one place, or two parts of one name: programs would read different books.
    if (places.has(entry.relativeOffsetOfLocalHeader)) throw unsafe("parts share their bytes");
    if (entries.has(entry.fileName)) throw broken("two parts of one name");
    if (entry.fileName.includes("\0")) throw broken("a name that ends in its middle");
    places.add(entry.relativeOffsetOfLocalHeader);
    entries.set(entry.fileName, entry);
  }
  return entries;
}

/**
 * Throws when the directory holds more parts than it counts: programs that use its length would
 * read them.
 */
function refuseUncounted(zip: ZipFile, bytes: Uint8Array): void {
  const end = Number(zip.readEntryCursor);
  if (directoryEntry.equals(bytes.subarray(end, end + directoryEntry.length))) {
    throw broken("the directory has more than its end counts");
  }
}

/** Returns the offset at which the bytes of each part begin. */
async function findStarts(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
): Promise<ReadonlyMap<Entry, number>> {
  const starts = new Map<Entry, number>();
  for (const entry of entries.values()) {
    const start = await unbroken(async () => {
      const local = await zip.readLocalFileHeaderPromise(entry);
      return agrees(local, entry) ? local.fileDataStart : undefined;
    });
    if (start === undefined) throw broken(`the header of ${entry.fileName} says otherwise`);
    starts.set(entry, start);
  }
  return starts;
}

/** Compares a part's header with the directory: some programs trust the one, some the other. */
function agrees(local: LocalFileHeader, entry: Entry): boolean {
  const { generalPurposeBitFlag: flags, fileName, compressionMethod } = local;
  const { uncompressedSize, compressedSize } = sizesIn(local);
  // A part that was written as a stream has zeros here and its sizes after its bytes.
  const isSame = (here: number, there: number) =>
    here === there || (here === 0 && (flags & sizesFollow) !== 0);
  return (
    fileName.equals(entry.fileNameRaw) &&
    compressionMethod === entry.compressionMethod &&
    (flags & encrypted) === 0 &&
    isSame(local.crc32, entry.crc32) &&
    isSame(uncompressedSize, entry.uncompressedSize) &&
    isSame(compressedSize, entry.compressedSize)
  );
}

/**
 * Returns the sizes. Those that may need 64 bits are in an extra field, even when they are small.
 */
function sizesIn(local: LocalFileHeader) {
  const { uncompressedSize, compressedSize, extraField } = local;
  if (uncompressedSize !== inExtraField && compressedSize !== inExtraField) return local;
  const field = parseExtraFields(extraField).find(({ id }) => id === sizesIn64Bits);
  if (field === undefined) return local;
  return {
    uncompressedSize: Number(field.data.readBigUInt64LE(0)),
    compressedSize: Number(field.data.readBigUInt64LE(8)),
  };
}

const directoryEntry = Buffer.from("PK\u0001\u0002");
const encrypted = 1;
const sizesFollow = 8;
const inExtraField = 0xffffffff;
const sizesIn64Bits = 1;

function packedPart(entry: Entry, packed: Uint8Array): PackedPart {
  return {
    name: entry.fileName,
    packed,
    method: entry.compressionMethod,
    size: entry.uncompressedSize,
    checksum: entry.crc32,
    time: entry.lastModFileTime,
    date: entry.lastModFileDate,
    attributes: entry.externalFileAttributes,
    versionMadeBy: entry.versionMadeBy,
  };
}

/** Yields the chunks of yauzl's stream, which fails when the entry is not what it declares. */
async function* inflate(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  try {
    const stream: AsyncIterable<Uint8Array> = await zip.openReadStreamPromise(entry);
    yield* stream;
  } catch (cause) {
    throw broken("a part cannot be inflated", cause);
  }
}

async function unbroken<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    throw broken("no whole archive", cause);
  }
}

function refuseSize(bytes: number): void {
  if (bytes > archiveLimits.inflatedBytes) throw unsafe("too much in it");
}

function refuseRatio(size: number, { compressedSize }: Entry): void {
  if (isTooTight(size, compressedSize)) throw unsafe("packed too tightly");
}

export function isTooTight(size: number, packedSize: number): boolean {
  const { ratio, ratioFromBytes } = archiveLimits;
  return size > ratioFromBytes && size > ratio * packedSize;
}

export function broken(why: string, cause?: unknown): ManuscriptFault {
  return new ManuscriptFault("broken-document", { cause: new Error(why, { cause }) });
}

export function unsafe(why: string): ManuscriptFault {
  return new ManuscriptFault("unsafe-document", { cause: new Error(why) });
}
