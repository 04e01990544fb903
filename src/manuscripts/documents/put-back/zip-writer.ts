import { Buffer } from "node:buffer";
import { crc32, deflateRawSync } from "node:zlib";

import { type PackedPart, isTooTight } from "../archive.ts";

/** Compresses a part with new content, unless the result would be too tight to be read here. */
export function repacked(part: PackedPart, content: string): PackedPart {
  const plain = stored(part, content);
  const packed = deflateRawSync(plain.packed);
  return isTooTight(plain.size, packed.length) ? plain : { ...plain, packed, method: deflated };
}

/** Returns a part with new content, uncompressed. */
export function stored(part: PackedPart, content: string): PackedPart {
  const packed = Buffer.from(content, "utf8");
  return { ...part, packed, method: 0, size: packed.length, checksum: crc32(packed) };
}

/** Writes new parts in their order, the mimetype uncompressed: it makes an archive an EPUB. */
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
    const facts = factsOf(part, name.length);
    const local = Buffer.concat([four(0x04034b50), two(version), ...facts, two(0), name]);
    const made = [four(0x02014b50), two(part.versionMadeBy), two(version), ...facts];
    // Neither extra fields, nor a comment, nor another disk, nor internal attributes.
    directory.push(...made, four(0), four(0), four(part.attributes), four(offset), name);
    locals.push(local, part.packed);
    offset += local.length + part.packed.length;
  }
  const list = Buffer.concat(directory);
  const counts = [two(parts.length), two(parts.length), four(list.length), four(offset), two(0)];
  const end = Buffer.concat([four(0x06054b50), four(0), ...counts]);
  const zip = new Uint8Array(offset + list.length + end.length);
  let at = 0;
  for (const piece of [...locals, list, end]) {
    zip.set(piece, at);
    at += piece.length;
  }
  return zip;
}

/** Returns the fields that both headers of a part share: from the flags to the length of the name. */
function factsOf(part: PackedPart, nameLength: number): readonly Buffer[] {
  const flags = /^[\u0020-\u007E]*$/u.test(part.name) ? 0 : namedInUtf8;
  return [
    ...[flags, part.method, part.time, part.date].map(two),
    ...[part.checksum, part.packed.length, part.size].map(four),
    two(nameLength),
  ];
}

function two(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function four(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

const version = 20;
const namedInUtf8 = 0x0800;
const deflated = 8;
