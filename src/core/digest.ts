import { hash } from "node:crypto";

/** Returns 64 bits of SHA-256 over a value's JSON, in hex. Equal values have equal digests. */
export function digestOf(value: unknown): string {
  return hash("sha256", JSON.stringify(value)).slice(0, 16);
}
