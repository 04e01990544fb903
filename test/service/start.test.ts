import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";

import { describe, expect, test } from "vitest";

import { ConfigError } from "#lib/environment.ts";
import { readConfig } from "#service/config.ts";
import { runKeys } from "#service/keys.ts";

import { patience } from "../patience.ts";
import { aService, secret } from "./running.ts";

const story = "Mara saw the sea.\n\nTobin did not.\n";

describe("The service", () => {
  test("the recommended flow: usage, estimate, metadata, glossary, preview, full run, download", async () => {
    await using service = await aService();
    const before = await service.call("/usage");
    const estimate = await service.task({ action: "token_estimate", file: story });
    const metadata = await service.task({ action: "preview_metadata", file: story });
    const terms = await service.task({ action: "glossary_extraction", file: story });
    const preview = await service.task({ file: story, char_limit: "17" });
    const full = await service.task({ file: story });

    const done = [estimate, preview, full].map(({ data }) => service.ended(data["task_id"]));
    const charged = (await Promise.all(done)).map((task) => task["credits_charged"]);

    expect(estimate.data["status"]).toBe("pending");
    expect(metadata.data).toMatchObject({ status: "completed", detected_language: "en" });
    expect(terms.data).toMatchObject({ status: "completed", terms: [] });
    expect(charged).toEqual([0, 17, story.length]);
    expect(await service.result(full.data["task_id"])).toBe(
      "[pseudo-translation, for tests alone: not fr]\n\n⟦fr: Ṁáŕá šáŵ ţĥé šéá.⟧\n\n⟦fr: Ţóƀíñ ďíď ñóţ.⟧\n",
    );
    const after = await service.call("/usage");
    const used = 17 + 2 * story.length;
    expect(after.data).toMatchObject({
      balance_credits: Number(before.data["balance_credits"]) - used,
      period_used_credits: used,
    });
  });

  test("nothing at rest tells of a text, and what it kept is erased after its time", async () => {
    const clock = { now: Date.UTC(2026, 4, 14) };
    const folder = mkdtempSync(join(tmpdir(), "service-test-"));
    const glossary = { file: story, glossary: '{"lantern":"lanterne"}' };
    const first = await aService({ folder, now: () => clock.now });
    const { data } = await first.task(glossary);
    await first.ended(data["task_id"]);
    // What a kill in the middle of an upload leaves.
    await first.records.texts.begin("task_stray", clock.now);
    await first.records.texts.save("task_stray", "source 0", story);
    await first.close();

    const bytes = everythingIn(folder);
    clock.now += 169 * 3_600_000;
    const second = await aService({ folder, now: () => clock.now });
    await expect.poll(() => piecesIn(join(folder, "service.sqlite"))).toEqual([]);
    const task = await second.records.tasks.find(String(data["task_id"]));
    await second.close();

    for (const word of ["Mara", "Ṁáŕá", "lanterne", "novel.txt", first.key]) {
      expect(bytes.includes(word)).toBe(false);
    }
    expect(task).toMatchObject({ status: "completed", charged: story.length, fileName: "" });
    rmSync(folder, { recursive: true });
  });

  test("work that a stop cut short is taken up at the next start and charged once", async () => {
    const folder = mkdtempSync(join(tmpdir(), "service-test-"));
    const begun = Promise.withResolvers<void>();
    const first = await aService({
      folder,
      engine: {
        async *translate(_, { signal }) {
          begun.resolve();
          await once(signal, "abort");
          signal.throwIfAborted();
          yield "";
        },
        extract: async () => [],
        ready: async () => undefined,
      },
    });
    const { data } = await first.task({ file: story });
    await begun.promise;
    await first.close();

    const second = await aService({ folder });
    await expect.poll(() => second.records.tasks.pending()).toEqual([]);

    const ended = await second.records.tasks.find(String(data["task_id"]));
    expect(ended).toMatchObject({ status: "completed", charged: story.length });
    expect(await second.records.accounts.find("press")).toMatchObject({ reserved: 0 });
    await second.close();
    rmSync(folder, { recursive: true });
  });

  test("a second process on the same store is refused with a sentence, and disturbs nothing", async () => {
    const begun = Promise.withResolvers<void>();
    const finished = Promise.withResolvers<void>();
    await using service = await aService({
      engine: {
        async *translate(_, { signal }) {
          begun.resolve();
          await Promise.race([finished.promise, once(signal, "abort")]);
          yield "Mara vit la mer.";
        },
        extract: async () => [],
        ready: async () => undefined,
      },
    });
    const { data } = await service.task({ file: story });
    await begun.promise;

    const second = runFile(process.execPath, ["src/service/main.ts"], {
      env: environment(service.path),
      timeout: patience.timeout,
    });

    await expect(second).rejects.toThrow(
      "is in use by another process; stop that one, or give each its own SERVICE_STORE",
    );
    expect(await service.records.tasks.pending()).toHaveLength(1);
    finished.resolve();
    await service.ended(data["task_id"]);
    expect(await service.result(data["task_id"])).toBe("Mara vit la mer.");
  });

  test("a store that cannot be opened is named", async () => {
    await using service = await aService();
    const store = join(service.path, "other.sqlite");
    mkdirSync(`${store}.lock`);
    const env = { ...environment(service.path), SERVICE_STORE: store };

    const started = runFile(process.execPath, ["src/service/main.ts"], {
      env,
      timeout: patience.timeout,
    });

    await expect(started).rejects.toThrow(`${store}.lock`);
  });

  test("a store of an earlier version is refused with a sentence, and left as it is", async () => {
    const folder = mkdtempSync(join(tmpdir(), "service-"));
    const path = join(folder, "service.sqlite");
    const db = new DatabaseSync(path);
    db.exec("CREATE TABLE accounts (name TEXT PRIMARY KEY, balance INTEGER NOT NULL) STRICT");
    db.close();
    const bytes = readFileSync(path);

    const started = runFile(process.execPath, ["src/service/main.ts"], {
      env: environment(folder),
      timeout: patience.timeout,
    });

    await expect(started).rejects.toThrow(
      `the store ${path} holds records of an earlier version, which this one cannot read`,
    );
    expect(readFileSync(path)).toEqual(bytes);
  });

  test("an upload that is too large is refused, and the operator's pages answer", async () => {
    await using service = await aService({ env: { SERVICE_MAX_MB: "0.001" } });

    const reply = await service.task({ file: "a".repeat(2_000) });
    const pages = ["/healthz", "/readyz", "/metrics"];
    const shown = await Promise.all(pages.map((page) => service.call(`${service.origin}${page}`)));

    expect(reply.status).toBe(400);
    expect(shown.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(shown[2]?.text).toContain("service_tasks_pending 0");
  });
});

test("a service whose store takes no writes is not ready", async () => {
  await using service = await aService();
  rmSync(join(service.path, "service.sqlite"));

  const { status, text } = await service.call(`${service.origin}/readyz`);

  expect(status).toBe(503);
  expect(text).toContain("was removed or replaced");
});

describe("Accounts", () => {
  test("a key is shown once and kept as a hash; revoking and topping up take effect at once", async () => {
    await using service = await aService();
    const { records, key } = service;
    const prefix = key.slice(0, 8);

    expect(await runKeys(records, ["list"])).toContain(`${prefix}…  press  100000/min  valid`);
    expect(await runKeys(records, ["list"])).not.toContain(key);
    expect(await runKeys(records, ["top-up", "press", "--credits", "5"])).toBe(
      "press has 1000005 credits.",
    );
    expect(await runKeys(records, ["top-up", "nobody", "--credits", "5"])).toContain("no account");
    const { data } = await service.task({ file: story });
    await service.ended(data["task_id"]);
    const month = new Date().toISOString().slice(0, 7);
    expect(await runKeys(records, ["usage"])).toBe(
      `${month}  press  ${prefix}…  1 tasks  ${story.length} credits`,
    );
    expect(await runKeys(records, ["revoke", prefix])).toBe(`${prefix} is revoked.`);
    expect((await service.call("/usage")).status).toBe(401);
  });

  test.each([
    [["create"]],
    [["create", "press", "--rpm", "0"]],
    [["burn"]],
    [["top-up", "press", "5000"]],
    [["list", "--loud"]],
    [[]],
  ])("%j is not understood", async (args) => {
    await using service = await aService();

    expect(await runKeys(service.records, args)).toBeUndefined();
  });

  test("the command line creates a key beside a running service", async () => {
    await using service = await aService();
    const env = environment(service.path);

    const args = ["src/service/main.ts", "keys", "create", "other", "--credits", "7"];
    const printed = execFileSync(process.execPath, args, { env, encoding: "utf8" });

    const keys = await service.records.keys.all();
    expect(keys.map(({ account }) => account)).toEqual(["press", "other"]);
    expect(printed.startsWith(keys[1]?.prefix ?? "-")).toBe(true);
    expect(await service.records.accounts.find("other")).toMatchObject({ balance: 7, reserved: 0 });
  });
});

describe("Settings", () => {
  test("every fault is named at once, and no value", () => {
    const env = { SERVICE_ENGINE: "openai", SERVICE_SECRET: "short-secret", MODEL_CONTEXT: "-1" };

    const fault = (() => {
      try {
        return readConfig(env);
      } catch (error) {
        return error;
      }
    })();

    expect(fault).toBeInstanceOf(ConfigError);
    expect(String(fault)).toMatch(/SERVICE_SECRET must be 32 bytes/u);
    expect(String(fault)).toMatch(/MODEL_CONTEXT must be more than 0/u);
    expect(String(fault)).not.toContain("short-secret");
    const complete = { SERVICE_ENGINE: "openai", SERVICE_SECRET: secret };
    expect(() => readConfig(complete)).toThrow(/MODEL_BASE_URL is missing for the openai engine/u);
  });

  test.each([
    ["SERVICE_STORE", "redis://store.example:6379"],
    ["MODEL_BASE_URL", "http://model.example/v1"],
  ])("%s is encrypted beyond this machine, unless the network is one's own", (name, address) => {
    const env = {
      SERVICE_ENGINE: "openai",
      SERVICE_SECRET: secret,
      MODEL_NAME: "a-model",
      MODEL_BASE_URL: "https://model.example/v1",
      [name]: address,
    };

    expect(() => readConfig(env)).toThrow(`${name} is not encrypted, beyond this machine`);
    expect(() => readConfig({ ...env, ALLOW_PLAIN_HTTP: "yes" })).not.toThrow();
  });

  test("a variable that no setting reads is named", () => {
    const env = { SERVICE_ENGINE: "pseudo", SERVICE_SECRET: secret, OTHER: "x" };

    const { unknown } = readConfig({ ...env, SERVICE_TASK_AT_ONCE: "2", MODEL_NAMES: "a-model" });

    expect(unknown).toEqual(["SERVICE_TASK_AT_ONCE", "MODEL_NAMES"]);
  });

  test("the address of a model may be given with its endpoint", () => {
    const { model } = readConfig({
      SERVICE_ENGINE: "openai",
      SERVICE_SECRET: secret,
      MODEL_BASE_URL: "http://localhost:11434/v1/chat/completions/",
      MODEL_NAME: "a-model",
      MODEL_CONTEXT: "4096",
    });

    expect(model).toMatchObject({ baseUrl: "http://localhost:11434/v1", chunkTokens: 1024 });
  });
});

const runFile = promisify(execFile);

/** Returns the settings of another process on the store in this folder. */
function environment(folder: string) {
  return {
    PATH: "",
    SERVICE_ENGINE: "pseudo",
    SERVICE_SECRET: secret,
    SERVICE_PORT: "0",
    SERVICE_STORE: join(folder, "service.sqlite"),
  };
}

function piecesIn(path: string) {
  const db = new DatabaseSync(path, { readOnly: true });
  const found = db.prepare("SELECT key FROM keyv WHERE key LIKE '%service-pieces%'").all();
  db.close();
  return found;
}

function everythingIn(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));
  return Buffer.concat(paths.map((path) => readFileSync(path)));
}
