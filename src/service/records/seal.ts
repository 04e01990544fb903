import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

/** A text that cannot be opened: its key is not among ours, or it was changed or cut. */
export class UnreadableValueError extends Error {
  override readonly name = "UnreadableValueError";
}

const idBytes = 4;
const headBytes = idBytes + 16;
const algorithm = "aes-256-gcm";
// Node takes shorter tags unless it is told their length.
const options = { authTagLength: 16 };
/** The same each time: each text has a key of its own. */
const nonce = Buffer.from("000000000000000000000001", "hex");

/**
 * Encrypts texts at rest with AES-256-GCM. Each text has a key of its own, derived from the master
 * key, a random salt and the text's name.
 *
 * @param masters 32 bytes each; the first one seals, and each of them opens
 */
export function createSeal(masters: readonly Uint8Array[]) {
  const [first] = masters;
  if (first === undefined) throw new Error("a key is needed");
  const keyOf = (head: Uint8Array, name: string) => {
    const master = masters.find((one) => idOf(one).equals(head.subarray(0, idBytes)));
    if (master === undefined)
      throw new UnreadableValueError(`${name} needs an older SERVICE_SECRET: put it after a comma`);
    const salt = head.subarray(idBytes);
    return Buffer.from(hkdfSync("sha256", master, salt, `galley ${name}`, 32));
  };
  return {
    /** Returns base64. */
    close: (name: string, text: string): string => {
      const head = Buffer.concat([idOf(first), randomBytes(headBytes - idBytes)]);
      const cipher = createCipheriv(algorithm, keyOf(head, name), nonce, options);
      const parts = [head, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(parts).toString("base64");
    },
    /** @throws UnreadableValueError */
    open: (name: string, text: string): string => {
      const bytes = Buffer.from(text, "base64");
      const end = bytes.length - options.authTagLength;
      const key = keyOf(bytes.subarray(0, headBytes), name);
      try {
        const cipher = createDecipheriv(algorithm, key, nonce, options);
        cipher.setAuthTag(bytes.subarray(end));
        const head = cipher.update(bytes.subarray(headBytes, end));
        return Buffer.concat([head, cipher.final()]).toString();
      } catch (cause) {
        throw new UnreadableValueError(`${name} was changed`, { cause });
      }
    },
  };
}
export type Cipher = ReturnType<typeof createSeal>;

/** Returns an id of the key that sealed a text; it reveals nothing of the key. */
function idOf(master: Uint8Array): Buffer {
  return createHash("sha256").update("id").update(master).digest().subarray(0, idBytes);
}
