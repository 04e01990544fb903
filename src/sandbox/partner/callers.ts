import type { Books } from "./books.ts";
import { refused } from "./send.ts";
import type { Reply } from "./send.ts";

type Deps = { readonly books: Books; readonly now: () => number };

/** Who calls, and how often: keys and their requests of the last minute. */
export function createCallers({ books, now }: Deps) {
  const window = new Map<string, number[]>();

  const recentOf = (key: string): number[] => {
    const recent = (window.get(key) ?? []).filter((time) => time > now() - 60_000);
    window.set(key, recent);
    return recent;
  };

  return {
    recentOf,
    /** The answer that turns a caller away, if one does (Authentication 1 and 4, Errors 401 and 429). */
    refuse: (key: string): Reply | undefined => {
      const known = books.keys.get(key);
      if (known === undefined || known.revoked) {
        return refused(401, "A valid bearer key is required.");
      }
      const recent = recentOf(key);
      if (recent.length >= known.rpm) {
        const oldest = recent[recent.length - known.rpm] ?? now();
        const seconds = Math.max(1, Math.ceil((oldest + 60_000 - now()) / 1_000));
        return refused(429, `More than ${known.rpm} requests a minute.`, String(seconds));
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

/** The leading characters of a key, never more than half of it. */
export function prefixOf(key: string): string {
  return key.slice(0, Math.min(8, Math.floor(key.length / 2)));
}

/** A key as it is issued at the start; keys that name one account share its balance. */
export type IssuedKey = {
  readonly key: string;
  readonly account?: string;
  readonly balance?: number;
  readonly rpm?: number;
};

type Terms = { readonly balance: number; readonly rpm: number; readonly at: number };

/** Issues the keys that are new; what the books say of a stored one stands. */
export function issueKeys(
  books: Books,
  { keys, balance, rpm, at }: Terms & { readonly keys: readonly (string | IssuedKey)[] },
): void {
  for (const issued of keys) {
    const one = typeof issued === "string" ? { key: issued } : issued;
    const { key } = one;
    if (books.keys.has(key)) continue;
    const account = one.account ?? `account-${books.accounts.size + 1}`;
    books.record({ type: "key", at, key, account, rpm: one.rpm ?? rpm, revoked: false });
    if (books.accounts.has(account)) continue;
    books.record({ type: "balance", at, account, credits: one.balance ?? balance });
  }
}
