import { DatabaseSync } from "node:sqlite";

/** How a store's file stands, found without changing it. */
export type SqliteLook =
  | { readonly status: "opens"; readonly openQuotes: number }
  /** Another process holds its lock: most probably a running desk. */
  | { readonly status: "in-use" }
  | { readonly status: "broken"; readonly why: string };

/** Only for a file that is there. It holds the file for the time of one query. */
export function lookAtSqlite(path: string): SqliteLook {
  try {
    const db = new DatabaseSync(path, { readOnly: true });
    try {
      const found = db.prepare(`SELECT count(*) AS n FROM entries WHERE "index" = 'open'`).get();
      return { status: "opens", openQuotes: Number(found?.["n"]) };
    } finally {
      db.close();
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return /database is locked/iu.test(why) ? { status: "in-use" } : { status: "broken", why };
  }
}
