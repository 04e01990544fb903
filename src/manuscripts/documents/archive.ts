import { Buffer, isAscii, isUtf8 } from "node:buffer";
import { crc32, deflateRawSync } from "node:zlib";

import { type Entry, type LocalFileHeader, fromBufferPromise, parseExtraFields } from "yauzl";

import { ManuscriptError } from "#domain/errors.ts";
import { asBuffer } from "#manuscripts/text/count.ts";

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
};

export type Archive = Awaited<ReturnType<typeof openArchive>>;

/**
 * Opens a zip in memory. Names are keys and never become paths of this machine; an archive inside
 * the archive is a part like any other. Throws ManuscriptError for a document that is broken,
 * encrypted, or beyond `archiveLimits`.
 */
export async function openArchive(bytes: Uint8Array) {
  const { zip, entries } = await open(bytes).catch((cause: unknown) => {
    throw asFault(cause, "no whole archive");
  });
  let inflated = 0;
  const alike = { normal: byForm(entries.keys(), normal), folded: byForm(entries.keys(), folded) };
  return {
    has: (name: string): boolean => entries.has(name),
    /**
     * Returns the part that a document names: by its exact name, else in the other Unicode form, as a Mac
     * writes names, or in another case, if that is one part only.
     */
    named: (name: string): string => {
      if (entries.has(name)) return name;
      return alike.normal.get(normal(name)) ?? alike.folded.get(folded(name)) ?? name;
    },
    /** Returns all parts in the order of the directory. */
    parts: (): readonly PackedPart[] =>
      Array.from(entries, ([name, { entry, start }]) => ({
        name,
        packed: bytes.subarray(start, start + entry.compressedSize),
        method: entry.compressionMethod,
        size: entry.uncompressedSize,
        checksum: entry.crc32,
      })),
    /** Throws ManuscriptError "unsafe-document" when these parts together exceed the limit. */
    expect: (names: readonly string[]): void => {
      const sizes = names.map((name) => entries.get(name)?.entry.uncompressedSize ?? 0);
      refuseSize(sizes.reduce((sum, size) => sum + size, inflated));
    },
    /** Inflates a part as it is read. Throws when it differs from what the directory says. */
    read: async function* read(name: string): AsyncGenerator<Uint8Array> {
      const entry = entries.get(name)?.entry;
      if (entry === undefined) throw broken(`no part ${name}`);
      refuseSize(inflated + entry.uncompressedSize);
      refuseRatio(entry.uncompressedSize, entry);
      let [size, checksum] = [0, 0];
      try {
        const chunks: AsyncIterable<Uint8Array> = await zip.openReadStreamPromise(entry);
        for await (const chunk of chunks) {
          size += chunk.length;
          inflated += chunk.length;
          checksum = crc32(chunk, checksum);
          refuseSize(inflated);
          refuseRatio(size, entry);
          yield chunk;
        }
      } catch (cause) {
        throw asFault(cause, "a part cannot be inflated");
      }
      if (checksum !== entry.crc32) throw broken(`checksum of ${name}`);
    },
  };
}

function normal(name: string): string {
  return name.normalize("NFC");
}

function folded(name: string): string {
  return normal(name).toLowerCase();
}

/** Returns the names by their form; none for a form that several have. */
function byForm(names: Iterable<string>, form: (name: string) => string) {
  const byName = new Map<string, string | undefined>();
  for (const name of names) byName.set(form(name), byName.has(form(name)) ? undefined : name);
  return byName;
}

/** An entry of the directory, and the offset at which its bytes begin. */
type Stored = { readonly entry: Entry; readonly start: number };

async function open(bytes: Uint8Array) {
  const zip = await fromBufferPromise(withoutRest(asBuffer(bytes)), { lazyEntries: true });
  if (zip.entryCount > archiveLimits.entries) throw unsafe(`${zip.entryCount} parts`);
  const entries = new Map<string, Stored>();
  const places = new Set<number>();
  for (const entry of await Array.fromAsync(zip.eachEntry())) {
    const { relativeOffsetOfLocalHeader: place } = entry;
    const fileName = nameOf(entry);
    if (entry.isEncrypted()) throw new ManuscriptError("protected-document");
    // Two names for one place, or two parts of one name: programs would read different books.
    if (places.has(place)) throw unsafe("parts share their bytes");
    if (entries.has(fileName)) throw broken("two parts of one name");
    if (fileName.includes("\0")) throw broken("a name that ends in its middle");
    const local = await zip.readLocalFileHeaderPromise(entry);
    if (!agrees(local, entry)) throw broken(`the header of ${fileName} says otherwise`);
    places.add(place);
    entries.set(fileName, { entry, start: local.fileDataStart });
  }
  // Programs that use the length of the directory would read parts that it does not count.
  const end = Number(zip.readEntryCursor);
  if (directoryEntry.equals(bytes.subarray(end, end + directoryEntry.length))) {
    throw broken("the directory has more than its end counts");
  }
  return { zip, entries };
}

/** Leaves out blanks and NULs after the end: some programs and mail gateways add them. */
function withoutRest(bytes: Buffer): Buffer {
  const at = bytes.lastIndexOf(directoryEnd);
  const length = at < 0 ? 0 : at + 22 + (bytes.length < at + 22 ? 0 : bytes.readUInt16LE(at + 20));
  const rest = bytes.subarray(length);
  const isBlank = rest.length <= mostAfterEnd && rest.every((byte) => byte <= 0x20);
  return length > 0 && isBlank ? bytes.subarray(0, length) : bytes;
}

const directoryEnd = Buffer.from("PK\u0005\u0006");
const mostAfterEnd = 64 * 1024;

/** Returns the name of a part. A Mac writes names in UTF-8 and does not say so. */
function nameOf({ fileName, fileNameRaw: raw, generalPurposeBitFlag: flags }: Entry): string {
  const isUnsaid = (flags & namedInUtf8) === 0 && !isAscii(raw) && isUtf8(raw);
  return isUnsaid ? raw.toString("utf8").replaceAll("\\", "/") : fileName;
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

/** Sizes that may need 64 bits are in an extra field, even when they are small. */
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

function asFault(cause: unknown, why: string): ManuscriptError {
  return cause instanceof ManuscriptError ? cause : broken(why, cause);
}

function refuseSize(bytes: number): void {
  if (bytes > archiveLimits.inflatedBytes) throw unsafe("too much in it");
}

function refuseRatio(size: number, { compressedSize }: Entry): void {
  if (isTooTight(size, compressedSize)) throw unsafe("packed too tightly");
}

function isTooTight(size: number, packedSize: number): boolean {
  const { ratio, ratioFromBytes } = archiveLimits;
  return size > ratioFromBytes && size > ratio * packedSize;
}

export function broken(why: string, cause?: unknown): ManuscriptError {
  return new ManuscriptError("broken-document", { cause: new Error(why, { cause }) });
}

export function unsafe(why: string): ManuscriptError {
  return new ManuscriptError("unsafe-document", { cause: new Error(why) });
}

/** Compresses a part, unless the result would be too tight to be read here. */
export function compressed(name: string, content: string): PackedPart {
  const plain = stored(name, content);
  const packed = deflateRawSync(plain.packed);
  return isTooTight(plain.size, packed.length) ? plain : { ...plain, packed, method: deflated };
}

export function stored(name: string, content: string): PackedPart {
  const packed = Buffer.from(content, "utf8");
  return { name, packed, method: 0, size: packed.length, checksum: crc32(packed) };
}

/** Writes new parts in their order, the mimetype uncompressed: it makes an archive an EPUB. */
export function zipOf(
  parts: readonly { readonly name: string; readonly content: string }[],
): Uint8Array<ArrayBuffer> {
  return writeZip(
    parts.map(({ name, content }) => (name === "mimetype" ? stored : compressed)(name, content)),
  );
}

/**
 * Writes an archive of these parts in their order. A library would inflate and compress them again.
 * The format is PKWARE's APPNOTE.TXT 6.3.10, without the fields for archives beyond 4 GB.
 */
export function writeZip(parts: readonly PackedPart[]): Uint8Array<ArrayBuffer> {
  const records: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name: title, packed, method, size, checksum } of parts) {
    const name = Buffer.from(title, "utf8");
    const flags = name.length === title.length ? 0 : namedInUtf8;
    const facts = [
      ...[version, flags, method, 0, firstDay].map(two),
      ...[checksum, packed.length, size].map(four),
      two(name.length),
    ];
    const local = [four(0x04034b50), ...facts, two(0), name, packed];
    // Neither extra fields, nor a comment, nor another disk, nor attributes.
    const rest = [four(0), four(0), four(0), four(offset), name];
    directory.push(four(0x02014b50), two(version), ...facts, ...rest);
    records.push(...local);
    offset += local.reduce((sum, { length }) => sum + length, 0);
  }
  const list = Buffer.concat(directory);
  const counts = [two(parts.length), two(parts.length), four(list.length), four(offset), two(0)];
  const pieces = [...records, list, four(0x06054b50), four(0), ...counts];
  // A copy: a small buffer shares its memory with others, and cannot be handed over.
  return new Uint8Array(Buffer.concat(pieces));
}

const numberOf = (size: number) => (value: number) => {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntLE(value, 0, size);
  return bytes;
};
const [two, four] = [numberOf(2), numberOf(4)];

const version = 20;
/** 1 January 1980. */
const firstDay = 33;
const namedInUtf8 = 0x0800;
const deflated = 8;
