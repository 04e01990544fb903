import { createHash } from "node:crypto";

export type Ids = ReturnType<typeof createIds>;

/**
 * Creates ids and message timestamps that look like Slack's and never repeat. The same order of
 * calls gives the same ids, so a failing test reads the same twice.
 */
export function createIds(now: () => number) {
  let count = 0;
  let lastMicros = 0;

  function id(prefix: string): string {
    count += 1;
    const digest = createHash("sha256").update(`galley:${count}`).digest("hex");
    return `${prefix}${digest.slice(0, 10).toUpperCase()}`;
  }

  /** A message's `ts`: seconds and six further digits, unique and rising; always a string. */
  function ts(): string {
    lastMicros = Math.max(lastMicros + 1, Math.floor(now() * 1000));
    const seconds = Math.floor(lastMicros / 1_000_000);
    return `${seconds}.${String(lastMicros % 1_000_000).padStart(6, "0")}`;
  }

  return { id, ts, seconds: () => Math.floor(now() / 1000) };
}
