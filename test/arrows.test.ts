import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";
import { z } from "zod";

import { root, textOf } from "./package.ts";

const pure = "domain/ is pure: it imports itself, zod and a hash, and knows no IO and no clock";
const ladder = "within a folder ./x.ts, everything else #folder/x.ts";
const noSandbox = "nothing imports the sandbox: it is not in the image";
const handed =
  "what acts knows domain/ and what acts in other features: what it uses is handed to it";
const views = "views draw: they know domain/ and the words of slack/";
const features = "features know domain/, each other and slack/: what they use is handed to them";
const shared = "what every feature uses imports no feature";
const worker = "the worker knows domain/ and what features do";
const folders = "these folders know domain/ and http/, and nothing of Slack";
const sandbox =
  "the sandbox reads the contract by itself: of src it may import lib/http.ts and service/ alone";
const service =
  "the service reads the contract by itself: it shares with the bot what is no contract: settings, HTTP, sleep, log and store";

/** Made-up files that break a rule, and the linter's message for each. */
const violations = [
  ["src/domain/a.ts", importing("node:fs"), pure],
  ["src/domain/a.ts", importing("undici"), pure],
  ["src/domain/a.ts", importing("@slack/bolt"), pure],
  ["src/domain/a.ts", importing("#store/store.ts"), pure],
  ["src/domain/a/a.ts", importing("#features/home/home-view.ts"), pure],
  ["src/domain/a/a.ts", importing("#lib/clock.ts"), pure],
  ["src/domain/a.ts", "export const a = Date.now();", pure],
  ["src/domain/a.ts", "export const a = setTimeout(String, 1);", pure],
  ["src/domain/a/a.ts", "export const a = Math.random();", pure],
  ["src/domain/a/a.ts", "export const a = fetch;", pure],
  ["src/domain/a/a.ts", importing("../quote.ts"), pure],
  ["src/features/a/a.ts", importing("#slack/blocks.ts"), handed],
  ["src/features/a/a.ts", importing("#store/store.ts"), handed],
  ["src/features/a/a.ts", importing("./b-view.ts"), handed],
  ["src/features/a/a.ts", importing("#features/b/handlers.ts"), handed],
  ["src/features/a/a.ts", importing("../../domain/quote.ts"), ladder],
  ["src/features/a/a-view.ts", importing("./handlers.ts"), views],
  ["src/features/a/a-view.ts", importing("#partner/client.ts"), views],
  ["src/features/a/a-view.ts", importing("./b.ts"), "a view draws what an action answered"],
  [
    "src/features/a/a-view.ts",
    importing("#features/b/b.ts"),
    "a view draws what an action answered",
  ],
  ["src/features/a/handlers.ts", importing("#store/store.ts"), features],
  ["src/features/a.ts", importing("#partner/client.ts"), features],
  ["src/features/a.ts", importing("#sandbox/demo/main.ts"), features],
  ["src/features/shared/a.ts", importing("#manuscripts/manuscripts.ts"), features],
  ["src/features/shared/a.ts", importing("#features/home/home-view.ts"), shared],
  ["src/worker/a.ts", importing("#slack/blocks.ts"), worker],
  ["src/worker/a.ts", importing("#store/store.ts"), "the store is handed to the worker"],
  ["src/slack/a.ts", importing("#features/shared/ids.ts"), "slack/ knows no feature"],
  ["src/partner/a.ts", importing("#features/a/a.ts"), "partner/ knows no feature"],
  ["src/store/a.ts", importing("#features/a/a.ts"), folders],
  ["src/manuscripts/a.ts", importing("#features/shared/ids.ts"), folders],
  ["src/manuscripts/a.ts", importing("#slack/blocks.ts"), folders],
  ["src/operator/a.ts", importing("#features/a/a.ts"), folders],
  ["src/a.ts", importing("#sandbox/demo/main.ts"), noSandbox],
  ["src/operator/doctor/a.ts", importing("#sandbox/demo/main.ts"), noSandbox],
  ["src/sandbox/a/a.ts", importing("#partner/client.ts"), sandbox],
  ["src/sandbox/a/b/a.ts", importing("#domain/quote.ts"), sandbox],
  ["src/service/a.ts", importing("#domain/quote.ts"), service],
  ["src/service/a/a.ts", importing("#partner/client.ts"), service],
  ["src/service/a/a.ts", importing("#store/quotes.ts"), service],
] as const;

test("the linter reports a file that goes against an arrow", async () => {
  const made = violations.map(
    ([path, text], n) => [path.replace(/a(?<end>\.ts|-view\.ts)$/u, `a${n}$<end>`), text] as const,
  );

  const reports = await lint(Object.fromEntries(made));

  const found = violations.map(([, text, message], n) => {
    const said = reports.filter(({ filename }) => filename === made[n]?.[0]);
    return { text, isReported: said.some((one) => saysIt(one, message)) };
  });
  expect(found.filter(({ isReported }) => !isReported)).toEqual([]);
});

test("the linter reports two files that import each other, be it types alone", async () => {
  const type = (name: string, of: string) =>
    `import type { ${of} } from "./${of.toLowerCase()}.ts";\nexport type ${name} = ${of}[];\n`;

  const reports = await lint({
    "src/domain/a.ts": type("A", "B"),
    "src/domain/b.ts": type("B", "A"),
  });

  expect(reports.map(({ code }) => code)).toContain("import(no-cycle)");
});

function importing(module: string): string {
  return `import { b } from "${module}";\nexport const a = b;\n`;
}

type Report = z.infer<typeof reports>["diagnostics"][number];

function saysIt({ message, help = "" }: Report, expected: string): boolean {
  return `${message} ${help}`.includes(expected);
}

/** Lints files by the project's rules. Rules that need types need a project, and are left out. */
async function lint(files: Readonly<Record<string, string>>): Promise<readonly Report[]> {
  const folder = await mkdtemp(join(tmpdir(), "galley-arrows-"));
  try {
    const { options: _, ...setup } = configSchema.parse(JSON.parse(textOf(".oxlintrc.json")));
    const all = { ...files, ".oxlintrc.json": JSON.stringify(setup) };
    for (const [path, text] of Object.entries(all)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    return reports.parse(JSON.parse(await oxlint(folder))).diagnostics;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function oxlint(cwd: string): Promise<string> {
  const program = `${root}node_modules/oxlint/bin/oxlint`;
  const args = [program, "--import-plugin", "--format", "json", "src"];
  return new Promise((resolve) => {
    // The linter exits with a code of its own when it reports something.
    execFile(process.execPath, args, { cwd }, (_, output) => resolve(output));
  });
}

const configSchema = z.looseObject({ options: z.unknown() });

const reports = z.object({
  diagnostics: z.array(
    z.object({
      message: z.string(),
      help: z.string().optional(),
      code: z.string().optional(),
      filename: z.string(),
    }),
  ),
});
