import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

import iconv from "iconv-lite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { fetch } from "#lib/http.ts";

import { openChildGalley, spawnBot } from "./journeys/child.ts";
import { approved, arrival, shortStory } from "./journeys/deeds.ts";
import { environmentOf, openOutside } from "./journeys/galley.ts";
import { createWatch } from "./journeys/watch.ts";
import { corpus } from "./manuscripts/corpus.ts";
import { awkwardDocx } from "./manuscripts/corpus/docx.ts";
import { examine } from "./operator/doctor/examined.ts";
import { manifest, root, textOf } from "./package.ts";
import { canRunRedis, startRedisServer } from "./redis-server.ts";

test("the bot imports nothing that is there for its development alone", () => {
  const files = globSync("src/**/*.ts", { cwd: root }).filter(
    (path) => !path.startsWith("src/sandbox/"),
  );
  const imported = files.flatMap((path) => packagesIn(textOf(path)));

  expect(files).toContain("src/main.ts");
  expect(imported).toContain("@slack/bolt");
  expect(imported.filter((name) => !manifest.dependencies.includes(name))).toEqual([]);
});

test("the image holds the bot without its sandbox, and is not run by root", () => {
  const ignored = textOf(".dockerignore").split("\n");
  const dockerfile = textOf("Dockerfile");

  expect(ignored).toEqual(expect.arrayContaining(["*", "!src", "src/sandbox"]));
  expect(ignored.indexOf("src/sandbox")).toBeGreaterThan(ignored.indexOf("!src"));
  expect(dockerfile).toMatch(/^USER node$/mu);
  expect(dockerfile).toMatch(/^ENV .* HOST=0\.0\.0\.0$/mu);
});

test("every stage of the image is made of one base, which can be named by its digest", () => {
  const stages = textOf("Dockerfile").match(/^FROM \S+/gmu);

  expect(new Set(stages)).toEqual(new Set(["FROM ${NODE_IMAGE}"]));
  expect(textOf("docs/operations.md")).toContain("--build-arg NODE_IMAGE=node:24-slim@sha256:");
});

test("the image starts the bot with the memory that npm start gives it", () => {
  const [flag] = /--max-semi-space-size=\d+/u.exec(textOf("package.json")) ?? [];

  expect(textOf("Dockerfile")).toContain(`CMD ["node", "${flag}", "main.mjs"]`);
  expect(textOf("docs/operations.md")).toContain(`node ${flag} src/main.ts`);
});

test("the image and a supervised bot have the C library give memory back", () => {
  const [, settings = ""] = /^ENV (MALLOC_.*)$/mu.exec(textOf("Dockerfile")) ?? [];

  expect(settings).toBe("MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072");
  expect(textOf("docs/operations.md")).toContain(settings.replace(" ", "` and `"));
});

describe("the bundle that the image runs", () => {
  // No package can be found in this folder, so the bundle has to hold everything.
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "galley-bundle-"));
    execFileSync(process.execPath, ["scripts/bundle.ts", folder], { cwd: root });
  });
  afterAll(() => rm(folder, { recursive: true }));
  const openBatch = (env = {}) => openChildGalley(env, join(folder, "main.mjs"));

  test("reads a document in its thread, answers its operator, and closes in order", async () => {
    await using galley = await openBatch();

    const post = await galley.slack.people.robin.uploads("#translations", {
      name: "harbour.docx",
      content: awkwardDocx.bytes(),
    });
    const card = await galley.card(post, /\[ Approve ·/u);
    const health = await fetch(`http://127.0.0.1:${await galley.bot().port()}/healthz`);

    expect(galley.drawn(card)).toContain("harbour → French");
    expect(health.status).toBe(200);
    expect(await galley.bot().ends("SIGTERM")).toBe(0);
    expect(galley.bot().stdout()).toContain("Galley is closed");
  });

  test("takes deliveries over Socket Mode", async () => {
    await using outside = await openOutside({ now: Date.now });
    const bot = spawnBot(environmentOf(outside, "on"), join(folder, "main.mjs"));
    await bot.port();

    const post = await outside.slack.people.robin.uploads("#translations", {
      name: "harbour.txt",
      content: shortStory,
    });

    await createWatch(outside.slack).card(post, /harbour → French/u);
    expect(await bot.ends("SIGTERM")).toBe(0);
  });

  test("reads a text in an old encoding", async () => {
    await using galley = await openBatch();
    const { text = "" } = corpus.find(({ language }) => language === "Russian") ?? {};

    const post = await galley.slack.people.robin.uploads("#translations", {
      name: "door.txt",
      content: iconv.encode(text.repeat(9), "windows-1251"),
    });

    const card = galley.drawn(await galley.card(post, /\[ Approve ·/u));
    expect(card).toContain(`Russian, ${(9 * text.length).toLocaleString("en")} characters`);
  });

  test("holds no sign beyond ASCII where Node would keep all of its file in twice the memory", async () => {
    const names = (await readdir(folder)).filter((file) => file.endsWith(".mjs"));
    const sources = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
    const wide = names.filter((_, index) => /[^\0-\x7f]/u.test(sources[index] ?? ""));

    // The tables of old encodings, which are loaded with the first file.
    expect(wide.length).toBeLessThanOrEqual(1);
    expect(sources.join("\n")).toContain("Galley is closed");
  });

  test.runIf(canRunRedis("the bundle on Redis"))(
    "translates with its records in Redis",
    async () => {
      await using redis = await startRedisServer();
      await using galley = await openBatch({ STORE_URL: redis.url });

      const { post } = await approved(galley);

      expect((await arrival(galley, post)).text).toContain("as approved.");
      expect(await galley.bot().ends("SIGTERM")).toBe(0);
    },
  );

  test("has the doctor in it, and no sandbox", async () => {
    const { code, faults } = await examine({}, join(folder, "doctor.mjs"));
    const threads = globSync("src/**/worker.ts", { cwd: root });

    expect([code, faults[0]]).toEqual([78, expect.stringContaining("environment: ")]);
    expect(threads).toHaveLength(1);
    expect(await readdir(folder)).toEqual(expect.arrayContaining(["worker.mjs"]));
    expect((await readdir(folder)).filter((file) => /sandbox|playground/u.test(file))).toEqual([]);
  });
});

describe("the bundle of the service", () => {
  test("needs nothing but Node, and holds no sandbox and nothing of the bot", async () => {
    const folder = await mkdtemp(join(tmpdir(), "galley-service-"));
    execFileSync(process.execPath, ["scripts/bundle.ts", folder, "service"], { cwd: root });
    const env = {
      PATH: "",
      SERVICE_ENGINE: "pseudo",
      SERVICE_SECRET: Buffer.alloc(32).toString("base64"),
      SERVICE_STORE: join(folder, "data", "service.sqlite"),
    };
    const keys = (...args: string[]) =>
      execFileSync(process.execPath, [join(folder, "main.mjs"), "keys", ...args], {
        env,
        cwd: folder,
        encoding: "utf8",
      });

    const created = keys("create", "our-press", "--credits", "7");
    const listed = keys("list");
    const sources = await Promise.all(
      (await readdir(folder))
        .filter((file) => file.endsWith(".mjs"))
        .map((file) => readFile(join(folder, file), "utf8")),
    );

    expect(created).toContain("The account has 7 credits.");
    expect(listed).toContain("our-press  7 credits  0 reserved");
    expect(sources.join("\n")).not.toMatch(/src\/(?:sandbox|partner|features|slack)\//u);
    await rm(folder, { recursive: true });
  });
});

/**
 * Returns the packages that a file imports by name. Imports of the project's own files begin with a
 * dot.
 */
function packagesIn(source: string): readonly string[] {
  return [...source.matchAll(/(?:from |import\()"([^".#][^"]*)"/gu)]
    .map(([, name = ""]) => name)
    .filter((name) => !isBuiltin(name))
    .map((name) => name.split("/", name.startsWith("@") ? 2 : 1).join("/"));
}
