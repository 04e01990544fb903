import { Buffer } from "node:buffer";
import { crc32, deflateRawSync } from "node:zlib";

/** One entry to write. A field that is left out has the value of an honest archive. */
export type ZipPart = {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly method?: "deflated" | "stored" | number;
  readonly flags?: number;
  /** False values for the directory. */
  readonly declared?: {
    readonly size?: number;
    readonly crc?: number;
    readonly packedSize?: number;
  };
  /** Values for the header before its bytes that differ from the directory. */
  readonly local?: {
    readonly name?: string;
    readonly method?: number;
    readonly size?: number;
    readonly crc?: number;
    readonly packedSize?: number;
    readonly flags?: number;
    readonly extra?: Uint8Array;
  };
  /** The place that the directory names instead of the real one. */
  readonly offset?: number;
  /** True when the directory holds the entry and its end does not count it. */
  readonly isUncounted?: boolean;
};

/** Returns the extra field of sizes too large for 32 bits. */
export function inSixtyFourBits(size: number, packedSize: number): Buffer {
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(16, 2);
  extra.writeBigUInt64LE(BigInt(size), 4);
  extra.writeBigUInt64LE(BigInt(packedSize), 12);
  return extra;
}

/** A zip archive, byte for byte: local entries, then the directory, then its end. */
export function zip(parts: readonly ZipPart[], comment = ""): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const packed = pack(part);
    const local = Buffer.concat([localHeader(part, packed), packed.bytes]);
    directory.push(directoryEntry(part, packed, part.offset ?? offset));
    locals.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const counted = parts.filter(({ isUncounted }) => isUncounted !== true).length;
  return Buffer.concat([...locals, listed, endOf(counted, listed.length, offset, comment)]);
}

type Packed = ReturnType<typeof pack>;

function pack({ content, method = "deflated", declared = {} }: ZipPart) {
  const plain = Buffer.from(content);
  const bytes = method === "deflated" ? deflateRawSync(plain) : plain;
  const code = method === "deflated" ? 8 : method === "stored" ? 0 : method;
  const { size = plain.length, crc = crc32(plain), packedSize = bytes.length } = declared;
  return { bytes, code, size, crc, packedSize };
}

function localHeader(part: ZipPart, packed: Packed): Buffer {
  const { name, flags, extra, method, ...declared } = {
    name: part.name,
    flags: part.flags ?? utf8Names,
    extra: Buffer.alloc(0),
    method: packed.code,
    ...part.local,
  };
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  writeFacts(head.subarray(6), flags, { ...packed, ...declared, code: method });
  head.writeUInt16LE(Buffer.byteLength(name), 26);
  head.writeUInt16LE(extra.length, 28);
  return Buffer.concat([head, Buffer.from(name), extra]);
}

function directoryEntry(
  { name, flags = utf8Names }: ZipPart,
  packed: Packed,
  offset: number,
): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(20, 6);
  writeFacts(head.subarray(8), flags, packed);
  head.writeUInt16LE(Buffer.byteLength(name), 28);
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, Buffer.from(name)]);
}

function writeFacts(facts: Buffer, flags: number, { code, crc, packedSize, size }: Packed): void {
  facts.writeUInt16LE(flags, 0);
  facts.writeUInt16LE(code, 2);
  facts.writeUInt32LE(crc, 8);
  facts.writeUInt32LE(packedSize, 12);
  facts.writeUInt32LE(size, 16);
}

function endOf(count: number, length: number, offset: number, comment: string): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, 0xffff), 8);
  end.writeUInt16LE(Math.min(count, 0xffff), 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([end, Buffer.from(comment)]);
}

const utf8Names = 0x0800;
