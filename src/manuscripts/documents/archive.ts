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

/** What a book needs and no more. Of the parts that are not read only the number counts. */
export const archiveLimits = {
  entries: 10_000,
  /** All that is inflated; a part that would go beyond it is not begun. */
  inflatedBytes: 200 * 1024 * 1024,
  ratio: 100,
  /** A few kilobytes of the same letter are no bomb. */
  ratioFromBytes: 1024 * 1024,
} as const;

/** A part as it lies in the archive. */
export type PackedPart = {
  readonly name: string;
  readonly packed: Uint8Array;
  /** Of packing, by its number in the format: 0 is none. */
  readonly method: number;
  /** Of what was packed: bytes and CRC-32. */
  readonly size: number;
  readonly checksum: number;
  /** In the format's own way. */
  readonly time: number;
  readonly date: number;
  readonly attributes: number;
  readonly versionMadeBy: number;
};

export type Archive = {
  readonly has: (name: string) => boolean;
  /** All parts in the order of its directory. */
  readonly parts: () => readonly PackedPart[];
  /** Throws ManuscriptFault "unsafe-document" where these parts are too much together. */
  readonly expect: (names: readonly string[]) => void;
  /** One part, inflated as it is read; its size and checksum are those of the directory, or it throws. */
  readonly read: (name: string) => AsyncGenerator<Uint8Array>;
};

/**
 * A zip in memory. Names are keys and never become paths of this machine; an archive in the archive stays
 * a part like any other.
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

/** Programs that go by the directory's length would read parts that those that go by its count do not. */
function refuseUncounted(zip: ZipFile, bytes: Uint8Array): void {
  const end = Number(zip.readEntryCursor);
  if (directoryEntry.equals(bytes.subarray(end, end + directoryEntry.length))) {
    throw broken("the directory has more than its end counts");
  }
}

/** Where the bytes of each part begin. */
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

/** Some programs go by the header before the bytes of a part, others by the directory. */
function agrees(local: LocalFileHeader, entry: Entry): boolean {
  const { generalPurposeBitFlag: flags, fileName, compressionMethod } = local;
  const { uncompressedSize, compressedSize } = sizesIn(local);
  // Written as a stream, a part has them behind its bytes and zeros before.
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

/** Sizes that may need 64 bits stand in an extra field, even where they are small. */
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

/** The chunks of yauzl's stream; it ends with an error where the entry is not what it declares. */
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
