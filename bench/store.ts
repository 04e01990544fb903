import { DatabaseSync } from "node:sqlite";

import { createQuoteStore } from "../src/store/quotes.ts";
import { createRedisStore } from "../src/store/redis-store.ts";
import { createSqliteStore } from "../src/store/sqlite-store.ts";
import { type CasStore, type Change, deserialise, serialise } from "../src/store/store.ts";
import { canRunRedis, connectTo, startRedisServer } from "../test/redis-server.ts";
import { temporaryFolder } from "./measure/bot.ts";
import { aRunningQuote } from "./measure/quotes.ts";
import { inTurns } from "./measure/rounds.ts";
import { type Benchmark, type Row, shown } from "./measure/row.ts";
import { ratioOf, spreadOf } from "./measure/spread.ts";

export const store: Benchmark = {
  name: "store",
  isPicture: true,
  about:
    "The store compared with raw node:sqlite (WAL, synchronous FULL), and with raw commands to the same Redis (appendfsync always) with the same deadlines. A commit writes several existing records. Then the quote store on SQLite, with zod and its index. Records have about two kilobytes; figures are the mean time of one call.",
  run: async ({ rounds }) => [
    ...(await onSqlite(Math.max(rounds, 5))),
    ...(canRunRedis("the store benchmark") ? await onRedis(Math.max(rounds, 5)) : []),
  ],
};

const quotes = Array.from({ length: 150 }, (_, n) => aRunningQuote(n, 1_795_183_500_000));
const ids = quotes.map(({ id }) => id);
const timed = (work: (id: string, n: number) => unknown) => () => microseconds(work);

async function onSqlite(rounds: number): Promise<readonly Row[]> {
  await using folder = await temporaryFolder();
  const raw = openRaw(`${folder.path}/raw.sqlite`);
  const ours = createSqliteStore(`${folder.path}/ours.sqlite`);
  const quoteStore = createQuoteStore(ours, () => true);
  for (const quote of quotes) {
    raw.set(keyOf(quote.id), serialise(quote));
    await quoteStore.add(quote);
  }
  const found = await inTurnsWarm(rounds, {
    ...besideRaw(ours, raw),
    find: timed((id) => quoteStore.find(id)),
    parsed: timed((id) => JSON.parse(raw.get(keyOf(id)))),
    change: timed((id) =>
      quoteStore.change(id, (quote) => ({ ...quote, expiresAt: quote.expiresAt + 1 })),
    ),
    rewritten: timed((id, n) => raw.set(keyOf(id), rewritten(raw.get(keyOf(id)), n))),
    rawThree: timed((id) => raw.together(three(id).map(keyOf))),
    names: () => withNames(ours),
  });
  raw.close();
  await quoteStore.close();
  return [
    ...rowsOf("SQLite", found),
    row(found, "SQLite: a commit of three, beside three raw writes in a transaction", "three", {
      beside: "rawThree",
    }),
    row(found, "find a quote (Keyv, zod), beside a raw read and JSON.parse", "find", {
      beside: "parsed",
    }),
    row(found, "change a quote (with its index), beside the same with raw SQL and JSON", "change", {
      beside: "rewritten",
    }),
  ];
}

async function onRedis(rounds: number): Promise<readonly Row[]> {
  await using server = await startRedisServer();
  const redis = await connectTo(server);
  const ours = await createRedisStore(redis);
  const raw = {
    get: async (key: string) => (await redis.call((client) => client.get(`raw:${key}`))) ?? "",
    set: (key: string, value: string) => redis.call((client) => client.set(`raw:${key}`, value)),
  };
  for (const quote of quotes) {
    await raw.set(keyOf(quote.id), serialise(quote));
    await ours.set(keyOf(quote.id), quote);
  }
  const found = await inTurnsWarm(rounds, {
    ...besideRaw(ours, raw),
    rawThree: timed((id) => Promise.all(three(id).map((one) => swapRaw(raw, keyOf(one))))),
    names: () => withNames(ours),
  });
  await ours.close();
  return [
    ...rowsOf("Redis", found),
    row(found, "Redis: a commit of three, beside three reads and writes at once", "three", {
      beside: "rawThree",
    }),
  ];
}

type Raw = {
  readonly get: (key: string) => Promise<string> | string;
  readonly set: (key: string, value: string) => unknown;
};

/** Returns the operations of both stores, and the same ones without Keyv. */
function besideRaw(ours: CasStore, raw: Raw) {
  return {
    read: timed((id) => ours.read(keyOf(id))),
    rawRead: timed((id) => raw.get(keyOf(id))),
    get: timed((id) => ours.get(keyOf(id))),
    rawGet: timed(async (id) => JSON.parse(await raw.get(keyOf(id)))),
    set: timed((_, n) => ours.set(`set:${n}`, quotes[n])),
    rawSet: timed((_, n) => raw.set(`set:${n}`, JSON.stringify(quotes[n]))),
    one: timed((id) => swap(ours, [id])),
    rawOne: timed((id) => swapRaw(raw, keyOf(id))),
    three: timed((id) => swap(ours, three(id))),
  };
}

type Found = Readonly<Record<string, readonly number[]>>;

function rowsOf(where: string, found: Found): readonly Row[] {
  const goal = { atMost: 1.25 };
  return [
    row(found, `${where}: the text of a record`, "read", { beside: "rawRead", goal }),
    row(found, `${where}: get, beside the same with JSON.parse`, "get", { beside: "rawGet" }),
    row(found, `${where}: set, beside the same with JSON.stringify`, "set", { beside: "rawSet" }),
    row(found, `${where}: a commit of one, beside a raw read and write`, "one", {
      beside: "rawOne",
      goal,
    }),
    {
      what: `${where}: a commit with 5,000 new index entries, in ms`,
      ours: shown(found["names"] ?? [], "ms"),
      figure: spreadOf(found["names"] ?? []),
      goal: { atMost: 100 },
    },
  ];
}

function row(
  found: Found,
  what: string,
  ours: string,
  { beside, ...more }: Partial<Row> & { readonly beside: string },
): Row {
  return {
    what,
    ours: shown(found[ours] ?? [], "µs"),
    beside: shown(found[beside] ?? [], "µs"),
    figure: ratioOf(found[ours] ?? [], found[beside] ?? []),
    ...more,
  };
}

async function inTurnsWarm<Name extends string>(
  rounds: number,
  variants: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Found> {
  await inTurns(1, variants);
  return await inTurns(rounds, variants);
}

/** Mean of one call, over all the records. */
async function microseconds(work: (id: string, n: number) => unknown): Promise<number> {
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
  const raw = {
    get: (key: string) => String(get.get(key)?.["value"]),
    set: (key: string, value: string) => void set.run(key, value),
  };
  return {
    ...raw,
    together: (keys: readonly string[]) => {
      db.exec("BEGIN IMMEDIATE");
      for (const key of keys) raw.set(key, another(raw.get(key)));
      db.exec("COMMIT");
    },
    close: () => db.close(),
  };
}

async function swap(store: CasStore, asked: readonly string[]): Promise<void> {
  const changes = await Promise.all(
    asked.map(async (id): Promise<Change> => {
      const before = (await store.read(keyOf(id))) ?? "";
      return { key: keyOf(id), before, after: another(before) };
    }),
  );
  await store.commit(changes);
}

async function swapRaw(raw: Raw, key: string): Promise<void> {
  await raw.set(key, another(await raw.get(key)));
}

/** One record and the two after it. */
function three(id: string): readonly string[] {
  const first = ids.indexOf(id);
  return [0, 1, 2].map((n) => ids[(first + n) % ids.length] ?? id);
}

/** Writes a new record with as many names as the longest book has; returns the time in ms. */
async function withNames(store: CasStore): Promise<number> {
  const key = `names:${performance.now()}`;
  const add = Array.from({ length: 5000 }, (_, n) => ({
    index: "name",
    value: `${key}/${n}`,
    order: n,
  }));
  const start = performance.now();
  await store.commit([{ key, before: undefined, after: serialise({}), add }]);
  return performance.now() - start;
}

/** Adds a trailing space or takes it away: the same JSON value as another text. */
function another(text: string): string {
  return text.endsWith(" ") ? text.trimEnd() : `${text} `;
}

function rewritten(text: string, round: number): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written above
  return serialise({ ...(deserialise(text) as object), round });
}

function keyOf(id: string): string {
  return `quote:${id}`;
}
