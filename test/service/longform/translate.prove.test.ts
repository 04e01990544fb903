import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { readConfig } from "#service/config.ts";
import { openLocalRecords } from "#service/records/open-store.ts";
import { createSeal } from "#service/records/seal.ts";

import { faults, startModel, reversedWords, type ModelFault } from "../model-server.ts";
import { aNovel, randomFrom } from "../novels.ts";
import { aService, secret } from "../running.ts";

const supplied = { glossary: '{"Mara":"Maro"}', glossary_strategy: "replace" };

test.each([0.05, 0.3])(
  "with faults in %f of all requests every paragraph of 100 novels is translated or named",
  async (share) => {
    const random = randomFrom(share * 1_000);
    const struck = new Map<ModelFault, number>();
    let strikes = 0;
    const faultOf = () => {
      const fault = random() < share ? faults[(strikes += 1) % faults.length] : undefined;
      if (fault !== undefined) struck.set(fault, (struck.get(fault) ?? 0) + 1);
      return fault;
    };
    await using model = await startModel({ faultOf });
    // Enough for each paragraph in one piece: of a longer one only a part may be left untranslated.
    const env = { ...envFor(model.url), MODEL_CONTEXT: "2400", MODEL_TIMEOUT_SECONDS: "0.5" };
    await using service = await aService({ env });
    const translate = async (seed: number) => {
      const novel = aNovel(seed, { chapters: 4, paragraphs: 9 });
      const { data } = await service.task({ file: novel, ...supplied });
      const ended = await service.ended(data["task_id"]);
      const result = await service.result(data["task_id"]);
      return { ended, ...compare(novel, result, ended["metadata"]) };
    };

    const novels = await atOnce(4, 100, translate);

    expect(novels.flatMap(({ faulty }) => faulty)).toEqual([]);
    expect(novels.filter(({ ended }) => ended["status"] !== "completed")).toEqual([]);
    expect(novels.map(({ ended }) => ended["credits_charged"])).toEqual(
      novels.map(({ charged }) => charged),
    );
    expect([...struck.keys()].toSorted()).toEqual([...faults].toSorted());
    // Nearly all paragraphs are translated, and not only named.
    const good = novels.reduce((sum, novel) => sum + novel.good, 0);
    expect(good).toBeGreaterThan(100 * 40 * 0.97);
  },
);

test("killed at every chunk, it goes on where it was: what is saved is never asked for again", async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-kill-"));
  const heard = new Map<string, number>();
  let kill = (): void => undefined;
  await using model = await startModel({
    hears: (texts) => {
      const chunk = texts.join("\n");
      heard.set(chunk, (heard.get(chunk) ?? 0) + 1);
      // The service dies before the model answers the first request for a chunk.
      if (heard.get(chunk) === 1) kill();
    },
  });
  const store = join(folder, "service.sqlite");
  const env = { ...envFor(model.url), MODEL_REQUESTS_AT_ONCE: "1", SERVICE_STORE: store };
  const first = await aService({ folder, env });
  const novel = aNovel(7, { chapters: 3, paragraphs: 10 });
  const dead = Promise.withResolvers<void>();
  kill = () => void first.close().then(dead.resolve);
  const { data } = await first.task({ file: novel, ...supplied });
  await dead.promise;

  const taskId = String(data["task_id"]);
  const records = openLocalRecords(store, createSeal(readConfig(childEnv(env)).secrets));
  let kills = 1;
  while ((await records.tasks.find(taskId))?.status === "pending") {
    const child = spawn(process.execPath, ["src/service/main.ts"], {
      env: childEnv(env),
      stdio: "ignore",
    });
    const gone = once(child, "exit");
    kill = () => {
      kills += 1;
      child.kill("SIGKILL");
    };
    const isOver = async () => {
      await expect.poll(async () => (await records.tasks.find(taskId))?.status).toBe("completed");
      child.kill("SIGTERM");
    };
    await Promise.race([gone, isOver()]);
    await gone;
  }
  const task = await records.tasks.find(taskId);
  const account = await records.accounts.find("press");
  await records.close();

  expect(kills).toBe(heard.size);
  expect(kills).toBeGreaterThan(5);
  expect(new Set(heard.values())).toEqual(new Set([2]));
  expect(task).toMatchObject({ charged: novel.length });
  expect(account).toMatchObject({ balance: 1_000_000 - novel.length, reserved: 0 });
  rmSync(folder, { recursive: true });
});

/** Runs `many` jobs, `some` at a time, and returns their results in order. */
async function atOnce<Result>(
  some: number,
  many: number,
  run: (index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = async () => {
    while (next < many) {
      const index = next;
      next += 1;
      results[index] = await run(index);
    }
  };
  await Promise.all(Array.from({ length: some }, work));
  return results;
}

function envFor(url: string) {
  return {
    SERVICE_ENGINE: "openai",
    MODEL_BASE_URL: url,
    MODEL_NAME: "scripted",
    MODEL_CONTEXT: "4096",
  };
}

function childEnv(env: Readonly<Record<string, string>>) {
  return { PATH: "", SERVICE_SECRET: secret, SERVICE_PORT: "0", ...env };
}

type Named = { readonly untranslated?: readonly Stretch[]; readonly doubtful?: readonly Stretch[] };
type Stretch = { readonly from: number; readonly to: number };

/** Compares each paragraph with the only translation that the scripted model has for it. */
function compare(novel: string, result: string, metadata: unknown) {
  const paragraphs = (text: string) => text.split("\n").filter((line) => line !== "");
  const [source, output] = [paragraphs(novel), paragraphs(result)];
  const { untranslated = [], doubtful = [] }: Named =
    typeof metadata === "object" && metadata ? metadata : {};
  const isIn = (stretches: readonly Stretch[], at: number) =>
    stretches.some(({ from, to }) => from <= at + 1 && at + 1 <= to);
  const faulty: string[] = output.length === source.length ? [] : ["another number of paragraphs"];
  let [charged, good] = [novel.length, 0];
  for (const [at, text] of source.entries()) {
    const right = reversedWords(text).replaceAll("Mara", "Maro");
    if (isIn(untranslated, at)) {
      charged -= text.length;
      if (output[at] !== text) faulty.push(`${at} is named, and is not the source`);
    } else if (isIn(doubtful, at)) {
      const bare = (one = "") => one.replaceAll("*", "").replaceAll("Maro", "Mara");
      if (bare(output[at]) !== bare(right)) faulty.push(`${at} is doubtful, and is another text`);
    } else if (output[at] === right) good += 1;
    else faulty.push(`${at}: ${text} → ${output[at] ?? ""}`);
  }
  return { faulty, charged, good };
}
