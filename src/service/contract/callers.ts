import type { Key } from "../records/books.ts";
import { refused, type Reply } from "./send.ts";

/** Checks who may call, and how often: it counts the requests of each key in the last minute. */
export function createCallers({ now }: { readonly now: () => number }) {
  const window = new Map<string, number[]>();

  const recentOf = (hash: string): number[] => {
    const recent = (window.get(hash) ?? []).filter((time) => time > now() - 60_000);
    window.set(hash, recent);
    return recent;
  };

  return {
    recentOf,
    /**
     * Returns the refusal of a caller, if there is one (Authentication 1 and 4, Errors 401 and
     * 429).
     */
    refuse: (key: Pick<Key, "hash" | "rpm" | "revoked"> | undefined): Reply | undefined => {
      if (key === undefined || key.revoked) {
        return refused(401, "A valid bearer key is required.");
      }
      const recent = recentOf(key.hash);
      if (recent.length >= key.rpm) {
        const oldest = recent[recent.length - key.rpm] ?? now();
        const seconds = Math.max(1, Math.ceil((oldest + 60_000 - now()) / 1_000));
        return refused(429, `More than ${key.rpm} requests a minute.`, String(seconds));
      }
      recent.push(now());
      return undefined;
    },
  };
}

/** The key of an Authorization header, or an empty string. */
export function keyOf(authorization: string | undefined): string {
  return /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
}
