import { DatabaseSync } from "node:sqlite";

import { refuseOld } from "./sqlite-store.ts";
import { OldStore } from "./store.ts";

/** How a store's file stands, found without changing it. */
export type SqliteLook =
  | { readonly status: "opens"; readonly openQuotes: number }
  /** Another process holds its lock: most probably a running desk. */
  | { readonly status: "in-use" }
  | { readonly status: "old"; readonly why: string }
  | { readonly status: "broken"; readonly why: string };

/** Only for a file that is there. It holds the file for the time of one query. */
export function lookAtSqlite(path: string): SqliteLook {
  try {
    const db = new DatabaseSync(path, { readOnly: true });
    try {
      refuseOld(db, path);
      const found = db.prepare(`SELECT count(*) AS n FROM entries WHERE "index" = 'open'`).get();
      return { status: "opens", openQuotes: Number(found?.["n"]) };
    } finally {
      db.close();
    }
  } catch (error) {
    if (error instanceof OldStore) return { status: "old", why: error.message };
    const why = error instanceof Error ? error.message : String(error);
    return /database is locked/iu.test(why) ? { status: "in-use" } : { status: "broken", why };
  }
}
