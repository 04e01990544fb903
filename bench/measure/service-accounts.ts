import { z } from "zod";

import { canRunRedis, startRedisServer } from "../../test/redis-server.ts";
import { aNovel } from "../../test/service/novels.ts";
import { openChild } from "./child.ts";
import { type Row, shown } from "./row.ts";
import { type Access, bare, created, ended, timed, translated } from "./service-client.ts";
import { ratioOf, spreadOf } from "./spread.ts";

/** Each process has as many requests to the model at a time. */
const requestsAtOnce = 4;
const pollMs = 50;
const names = ["one", "two", "three", "four", "five"];
const waitingBooks = 100;
const othersBooks = 4;
/** Halved among two accounts, the model takes twice as long for one of them. */
const fairShare = 2;

type Found = {
  readonly three: number;
  readonly threeBare: number;
  readonly requests: number;
  readonly chapterAlone: number;
  readonly chapterBeside: number;
  readonly light: number;
};

const issued = z.object({ url: z.string(), keys: z.array(z.string()) });

/** Measures accounts beside each other: with a file and one process, and with Redis and two. */
export async function accountRows(rounds: number, latencyMs: number): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const processes of canRunRedis("two processes of the service") ? [1, 2] : [1]) {
    const found: Found[] = [];
    for (let round = 0; round < rounds; round += 1) {
      found.push(await measured(processes, latencyMs));
    }
    const store = processes === 1 ? "a file, one process" : "Redis, two processes";
    rows.push(...rowsOf(found, store));
  }
  return rows;
}

async function measured(processes: number, latencyMs: number): Promise<Found> {
  await using redis = processes === 1 ? undefined : await startRedisServer();
  await using model = await openChild("scripted-model");
  await using first = await openChild("service");
  await using second = redis && (await openChild("service"));
  const modelUrl = z.string().parse(await model.ask({ ask: "start", latencyMs }));
  const started = { model: modelUrl, store: redis?.url };
  const { url, keys } = issued.parse(await first.ask({ ...started, accounts: names }));
  const other = second && issued.parse(await second.ask({ ...started, accounts: [] }));
  const urls = [url, other?.url ?? url];
  const accounts = keys.map((key, at) => ({ key, url: urls[at % urls.length] ?? url }));
  const [one, two, three, ...others] = accounts;
  if (one === undefined || two === undefined || three === undefined) throw new Error("no accounts");

  await translated(one, aNovel(2), pollMs);
  await model.ask({ ask: "heard" });
  const books = [one, two, three].map((account, at) => ({ account, file: aNovel(at, book) }));
  const all = () =>
    Promise.all(books.map(({ account, file }) => translated(account, file, pollMs)));
  const threeMs = await timed(all);
  const prompts = z.array(z.string()).parse(await model.ask({ ask: "heard" }));
  const atOnce = requestsAtOnce * processes;
  const threeBare = await timed(() => bare(prompts, modelUrl, atOnce));

  const chapterAlone = await timed(() => translated(two, aNovel(21, chapter), pollMs));
  const light = await besideOthers([one, three, ...others], two);
  for (let at = 0; at < waitingBooks; at += 1) await created(one, { file: aNovel(at, book) });
  const chapterBeside = await timed(() => translated(two, aNovel(22, chapter), pollMs));
  return {
    three: threeMs,
    threeBare,
    requests: prompts.length,
    chapterAlone,
    chapterBeside,
    light,
  };
}

const book = { chapters: 4, paragraphs: 100 };
/** Longer than what has turns of its own. */
const chapter = { chapters: 1, paragraphs: 100 };

/** Returns the ms of the slowest light action of one account while books of others run. */
async function besideOthers(others: readonly Access[], account: Access): Promise<number> {
  const books = Array.from({ length: othersBooks }, (_, at) => {
    const other = others[at % others.length] ?? account;
    return created(other, { file: aNovel(at + 30, book) }).then((task) => [other, task] as const);
  });
  const running = await Promise.all(books);
  const file = aNovel(40);
  const actions = ["token_estimate", "preview_metadata", "glossary_extraction", "translation"];
  const took = actions.map((action) =>
    timed(async () => {
      const task = await created(account, { action, file, char_limit: "2000" });
      await ended(account, task, pollMs);
    }),
  );
  const slowest = Math.max(...(await Promise.all(took)));
  await Promise.all(running.map(([other, task]) => ended(other, task, pollMs)));
  return slowest;
}

function rowsOf(found: readonly Found[], store: string): readonly Row[] {
  const of = (field: keyof Found) => found.map((one) => one[field]);
  return [
    {
      what: `time for one book of each of three accounts vs. the bare model (${store})`,
      ours: shown(of("three"), "ms"),
      beside: `${shown(of("threeBare"), "ms")} for ${found[0]?.requests} requests`,
      figure: ratioOf(of("three"), of("threeBare")),
      goal: { atMost: 1.15 },
      ifMissed: "a book stays with one process: of three, two share the requests of one process",
    },
    {
      what: `time for a chapter while ${waitingBooks} books of another account wait, vs. alone (${store})`,
      ours: shown(of("chapterBeside"), "ms"),
      beside: shown(of("chapterAlone"), "ms"),
      figure: ratioOf(of("chapterBeside"), of("chapterAlone")),
      goal: { atMost: fairShare },
      ifMissed: "a request that runs is not taken back, so each one may wait for one of the other",
    },
    {
      what: `the slowest of four light actions while ${othersBooks} books of others run, in ms (${store})`,
      ours: shown(of("light"), "ms"),
      figure: spreadOf(of("light")),
      goal: { atMost: 2000 },
      ifMissed: "a light action may need more than one answer of the model, one after the other",
    },
  ];
}
