import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

/** A text that cannot be opened: its key is not among ours, or its bytes were changed. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}

const frameBytes = 1 << 16;
const saltBytes = 16;
const idBytes = 4;
const tagBytes = 16;

/**
 * Encrypts texts at rest with AES-256-GCM. Each text has a key of its own, derived from the master
 * key, a random salt and the text's name. It is cut into frames that are checked before they are read.
 *
 * @param masters 32 bytes each; the first one seals, and each of them opens
 */
export function createSeal(masters: readonly Uint8Array[]) {
  const keys = new Map(masters.map((master) => [idOf(master), master]));
  const [first] = masters;
  if (first === undefined) throw new Error("a key is needed");

  const start = (name: string) => {
    const head = Buffer.concat([Buffer.from(idOf(first), "hex"), randomBytes(saltBytes)]);
    return { head, key: read(head, name) };
  };
  const read = (head: Uint8Array, name: string) => {
    const master = keys.get(Buffer.from(head.subarray(0, idBytes)).toString("hex"));
    if (master === undefined) throw new Unreadable(`${name} was sealed with another key`);
    const salt = head.subarray(idBytes);
    return Buffer.from(hkdfSync("sha256", master, salt, `galley ${name}`, 32));
  };

  return {
    /** A short text, in base64. */
    text: (name: string, text: string): string => {
      const { head, key } = start(name);
      const frame = sealed(key, { bytes: Buffer.from(text), index: 0, last: true });
      return Buffer.concat([head, frame]).toString("base64");
    },
    openText: (name: string, text: string): string => {
      const bytes = Buffer.from(text, "base64");
      const head = bytes.subarray(0, idBytes + saltBytes);
      const frame = { bytes: bytes.subarray(head.length), index: 0, last: true };
      return opened(read(head, name), { name, ...frame }).toString();
    },
    stream: async function* (name: string, source: AsyncIterable<Uint8Array>) {
      const { head, key } = start(name);
      yield head;
      for await (const frame of pieces(source, frameBytes)) yield sealed(key, frame);
    },
    openStream: async function* (name: string, source: AsyncIterable<Uint8Array>) {
      let key: Buffer | undefined;
      const sizes = { first: idBytes + saltBytes, each: frameBytes + tagBytes };
      for await (const { bytes, index, last } of pieces(source, sizes.each, sizes.first)) {
        if (key !== undefined) yield opened(key, { name, bytes, index: index - 1, last });
        else if (last) throw new Unreadable(`${name} was cut off`);
        else key = read(bytes, name);
      }
    },
  };
}
export type Seal = ReturnType<typeof createSeal>;

type Frame = { readonly bytes: Uint8Array; readonly index: number; readonly last: boolean };

function sealed(key: Buffer, frame: Frame): Buffer {
  const cipher = createCipheriv("aes-256-gcm", key, nonceOf(frame), { authTagLength: tagBytes });
  return Buffer.concat([cipher.update(frame.bytes), cipher.final(), cipher.getAuthTag()]);
}

function opened(key: Buffer, { name, ...frame }: Frame & { readonly name: string }): Buffer {
  const end = frame.bytes.length - tagBytes;
  // Node takes shorter tags unless it is told their length.
  const options = { authTagLength: tagBytes };
  try {
    const cipher = createDecipheriv("aes-256-gcm", key, nonceOf(frame), options);
    cipher.setAuthTag(frame.bytes.subarray(end));
    return Buffer.concat([cipher.update(frame.bytes.subarray(0, end)), cipher.final()]);
  } catch (cause) {
    throw new Unreadable(`${name} was changed`, { cause });
  }
}

/**
 * Returns a nonce of the frame's place and whether it is the last: frames can be neither reordered
 * nor cut off.
 */
function nonceOf({ index, last }: Frame): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 0);
  nonce.writeUInt8(last ? 1 : 0, 11);
  return nonce;
}

/** Returns an id of the key that sealed a text; it reveals nothing of the key. */
function idOf(master: Uint8Array): string {
  return createHash("sha256")
    .update("id")
    .update(master)
    .digest("hex")
    .slice(0, 2 * idBytes);
}

/**
 * Regroups bytes into pieces of one size; the first may have another size, and the last is the
 * rest.
 */
export async function* pieces(
  source: AsyncIterable<Uint8Array>,
  size: number,
  firstSize = size,
): AsyncGenerator<Frame> {
  let rest: Uint8Array = new Uint8Array();
  let index = 0;
  let wanted = firstSize;
  for await (const chunk of source) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    // A whole piece is kept back until it is known whether it is the last.
    while (rest.length > wanted) {
      yield { bytes: rest.subarray(0, wanted), index, last: false };
      rest = rest.subarray(wanted);
      index += 1;
      wanted = size;
    }
  }
  yield { bytes: rest, index, last: true };
}
