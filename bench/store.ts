import { DatabaseSync } from "node:sqlite";

import { createLedger } from "../src/ledger/ledger.ts";
import { createSqliteStore } from "../src/ledger/sqlite-store.ts";
import type { CasStore } from "../src/ledger/store.ts";
import { temporaryFolder } from "./measure/bot.ts";
import { aRunningQuote } from "./measure/quotes.ts";
import { inTurns } from "./measure/rounds.ts";
import { type Benchmark, type Row, shown } from "./measure/row.ts";
import { ratioOf } from "./measure/spread.ts";

export const store: Benchmark = {
  name: "store",
  about:
    "The ledger on SQLite (WAL, synchronous FULL) beside raw node:sqlite with the same settings: the store alone, and the ledger with Keyv, zod and its index over it. Records of a running translation, of about two kilobytes; mean time of one call.",
  run: async ({ rounds }) => {
    await using folder = await temporaryFolder();
    const raw = openRaw(`${folder.path}/raw.sqlite`);
    const ours = createSqliteStore(`${folder.path}/ours.sqlite`);
    const ledger = createLedger(ours, () => true);
    for (const quote of quotes) {
      raw.set(quote.id, JSON.stringify(quote));
      await ledger.add(quote);
    }
    const ids = quotes.map(({ id }) => id);
    const timed = (work: (id: string, n: number) => unknown) => () => microseconds(ids, work);
    const variants = {
      rawGet: timed((id) => raw.get(id)),
      storeGet: timed((id) => ours.read(`quote:${id}`)),
      parsed: timed((id) => JSON.parse(raw.get(id))),
      find: timed((id) => ledger.find(id)),
      rawSet: timed((id, n) => raw.set(id, `${raw.get(id).trimEnd()}${" ".repeat(1 + (n % 2))}`)),
      storeSet: timed((id) => swap(ours, `quote:${id}`)),
      rewritten: timed((id, n) => raw.set(id, rewritten(raw.get(id), n))),
      change: timed((id) => ledger.change(id, (quote) => ({ ...quote, round: quote.round + 1 }))),
    };
    await inTurns(1, variants);
    const found = await inTurns(Math.max(rounds, 5), variants);
    raw.close();
    await ledger.close();
    return rowsOf(found);
  },
};

const quotes = Array.from({ length: 150 }, (_, n) => aRunningQuote(n, 1_795_183_500_000));

function rowsOf(found: Record<string, readonly number[]>): readonly Row[] {
  const row = (what: string, ours: string, beside: string, more: Partial<Row> = {}): Row => ({
    what,
    ours: shown(found[ours] ?? [], "µs"),
    beside: shown(found[beside] ?? [], "µs"),
    figure: ratioOf(found[ours] ?? [], found[beside] ?? []),
    ...more,
  });
  return [
    row("read, the store beside raw SQL", "storeGet", "rawGet", { goal: { atMost: 1.25 } }),
    row("compare-and-set, the store beside a raw read and write", "storeSet", "rawSet", {
      goal: { atMost: 1.25 },
    }),
    row("find a quote (Keyv, zod), beside a raw read and JSON.parse", "find", "parsed"),
    row(
      "change a quote (with its index), beside the same with raw SQL and JSON",
      "change",
      "rewritten",
    ),
  ];
}

/** Mean of one call, over all the records. */
async function microseconds(
  ids: readonly string[],
  work: (id: string, n: number) => unknown,
): Promise<number> {
  const start = performance.now();
  for (const [n, id] of ids.entries()) await work(id, n);
  return ((performance.now() - start) * 1000) / ids.length;
}

function openRaw(path: string) {
  const db = new DatabaseSync(path);
  db.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  db.exec("CREATE TABLE records (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT");
  const get = db.prepare("SELECT value FROM records WHERE key = ?");
  const set = db.prepare("INSERT OR REPLACE INTO records (key, value) VALUES (?, ?)");
  return {
    get: (key: string) => String(get.get(key)?.["value"]),
    set: (key: string, value: string) => void set.run(key, value),
    close: () => db.close(),
  };
}

/** One more space than before: JSON all the same, and another text. */
async function swap(store: CasStore, key: string): Promise<void> {
  const before = (await store.read(key)) ?? "";
  const after = before.endsWith(" ") ? before.trimEnd() : `${before} `;
  await store.swap({ key, before, after, remove: [], add: [] });
}

function rewritten(value: string, n: number): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written above
  return JSON.stringify({ ...(JSON.parse(value) as object), round: n });
}
