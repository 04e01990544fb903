import { Buffer } from "node:buffer";
import { crc32, deflateRawSync } from "node:zlib";

import { type PackedPart, isTooTight } from "../archive.ts";

/** Compresses a part with new content, unless the result would be too tight to be read here. */
export function repacked(part: PackedPart, content: string): PackedPart {
  const plain = Buffer.from(content, "utf8");
  const packed = deflateRawSync(plain);
  if (isTooTight(plain.length, packed.length)) return stored(part, content);
  return { ...part, packed, method: deflated, size: plain.length, checksum: crc32(plain) };
}

/** Returns a part with new content, uncompressed. */
export function stored(part: PackedPart, content: string): PackedPart {
  const plain = Buffer.from(content, "utf8");
  return { ...part, packed: plain, method: 0, size: plain.length, checksum: crc32(plain) };
}

/**
 * Writes an archive of new parts in their order. The mimetype is stored uncompressed: programs
 * recognise an EPUB by it.
 */
export function zipOf(
  parts: readonly { readonly name: string; readonly content: string }[],
): Uint8Array<ArrayBuffer> {
  return writeZip(
    parts.map(({ name, content }) => {
      const part = { ...blank, name };
      return name === "mimetype" ? stored(part, content) : repacked(part, content);
    }),
  );
}

/** A part of 1 January 1980, the first day of the format. */
const blank: PackedPart = {
  name: "",
  packed: new Uint8Array(),
  method: 0,
  size: 0,
  checksum: 0,
  time: 0,
  date: 33,
  attributes: 0,
  versionMadeBy: 20,
};

/**
 * Writes an archive of these parts in their order. Their compressed bytes are copied; a library
 * would inflate and compress them again. The format is PKWARE's APPNOTE.TXT 6.3.10, without the
 * fields for archives beyond 4 GB.
 */
export function writeZip(parts: readonly PackedPart[]): Uint8Array<ArrayBuffer> {
  const locals: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const part of parts) {
    const name = Buffer.from(part.name, "utf8");
    const head = localHeader(part, name.length);
    locals.push(head, name, part.packed);
    directory.push(directoryEntry(part, name.length, offset), name);
    offset += head.length + name.length + part.packed.length;
  }
  const length = directory.reduce((sum, piece) => sum + piece.length, 0);
  const zip = new Uint8Array(offset + length + 22);
  let at = 0;
  for (const piece of [...locals, ...directory, endOf(parts.length, length, offset)]) {
    zip.set(piece, at);
    at += piece.length;
  }
  return zip;
}

function localHeader(part: PackedPart, nameLength: number): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(version, 4);
  writeFacts(head.subarray(6), part, nameLength);
  return head;
}

function directoryEntry(part: PackedPart, nameLength: number, offset: number): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(part.versionMadeBy, 4);
  head.writeUInt16LE(version, 6);
  writeFacts(head.subarray(8), part, nameLength);
  head.writeUInt32LE(part.attributes, 38);
  head.writeUInt32LE(offset, 42);
  return head;
}

/** Writes the fields that both headers share: from the flags to the length of the name. */
function writeFacts(facts: Buffer, part: PackedPart, nameLength: number): void {
  facts.writeUInt16LE(/^[\u0020-\u007E]*$/u.test(part.name) ? 0 : namedInUtf8, 0);
  facts.writeUInt16LE(part.method, 2);
  facts.writeUInt16LE(part.time, 4);
  facts.writeUInt16LE(part.date, 6);
  facts.writeUInt32LE(part.checksum, 8);
  facts.writeUInt32LE(part.packed.length, 12);
  facts.writeUInt32LE(part.size, 16);
  facts.writeUInt16LE(nameLength, 20);
}

function endOf(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

const version = 20;
const namedInUtf8 = 0x0800;
const deflated = 8;
