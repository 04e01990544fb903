import { createHash } from "node:crypto";

import type { Books } from "./books.ts";
import type { Reply } from "./reply.ts";
import { refused } from "./reply.ts";

/** A key as it is issued at the start; keys that name one account share its balance. */
export type IssuedKey = {
  readonly key: string;
  readonly account?: string;
  readonly balance?: number;
  readonly rpm?: number;
};

export type Caller = { readonly key: string; readonly account: string; readonly rpm: number };

/** Who calls, and how often: keys, accounts and the requests of the last minute. */
export function createCallers({
  books,
  now,
}: {
  readonly books: Books;
  readonly now: () => number;
}) {
  const window = new Map<string, number[]>();

  const recentOf = (key: string): number[] => {
    const recent = (window.get(key) ?? []).filter((time) => time > now() - 60_000);
    window.set(key, recent);
    return recent;
  };

  return {
    recentOf,
    /** The caller, or the answer that turns them away (Authentication 1 and 4, Errors 401 and 429). */
    admit: (authorization: string | undefined): Caller | Reply => {
      const key = keyOf(authorization);
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
      return { key, account: known.account, rpm: known.rpm };
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

/** Issues the keys that are new; balances and revocations of a stored key stand. */
export function issueKeys(
  books: Books,
  { keys, balance, rpm, at }: KeyTerms & { readonly keys: readonly IssuedKey[] },
): void {
  for (const issued of keys) {
    const known = books.keys.get(issued.key);
    const account = known?.account ?? issued.account ?? accountOf(issued.key);
    const limit = issued.rpm ?? rpm;
    if (known === undefined || known.rpm !== limit) {
      const revoked = known?.revoked ?? false;
      books.record({ type: "key", at, key: issued.key, account, rpm: limit, revoked });
    }
    if (!books.accounts.has(account)) {
      books.record({ type: "balance", at, account, credits: issued.balance ?? balance });
    }
  }
}

type KeyTerms = { readonly balance: number; readonly rpm: number; readonly at: number };

function accountOf(key: string): string {
  return `account-${createHash("sha256").update(key).digest("hex").slice(0, 8)}`;
}
