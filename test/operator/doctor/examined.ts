import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

import { startPartnerSandbox } from "#sandbox/partner/start.ts";
import { startSlackSandbox } from "#sandbox/slack/slack.ts";

import { environmentOf } from "../../journeys/galley.ts";
import { root, textOf } from "../../package.ts";

const main = fileURLToPath(new URL("../../../src/operator/doctor/main.ts", import.meta.url));

/** The doctor starts dozens of times. */
const compileCache = join(root, "node_modules", ".cache", "compile");

type Options = {
  readonly slack?: Partial<Parameters<typeof startSlackSandbox>[0]>;
  readonly partner?: Parameters<typeof startPartnerSandbox>[0];
};

/** Starts the local Slack and the local partner, with a doctor that examines them as `npm run doctor` does. */
export async function aWard(options: Options = {}) {
  const folder = await mkdtemp(join(tmpdir(), "galley-doctor-"));
  const slack = await startSlackSandbox({ now: Date.now, ...options.slack });
  const partner = await startPartnerSandbox({ keys: ["ward-key-123"], ...options.partner });
  const env = {
    ...environmentOf({ slack, partner, folder }),
    PARTNER_API_KEY: "ward-key-123",
  };
  return {
    slack,
    partner,
    env,
    storePath: join(folder, "bot.sqlite"),
    examine: (given: Readonly<Record<string, string>> = {}) => examine({ ...env, ...given }),
    /** Runs `npm run doctor` in a folder with this `.env`. */
    examineAsNpm: async (dotEnv: string, given: Readonly<Record<string, string>> = {}) => {
      await writeFile(join(folder, ".env"), dotEnv);
      for (const part of ["scripts", "src"]) await symlink(join(root, part), join(folder, part));
      const [, command = ""] = /"doctor": "node ([^"]+)"/u.exec(textOf("package.json")) ?? [];
      return await run(command.split(" "), given, folder);
    },
    [Symbol.asyncDispose]: async () => {
      await slack.close();
      await partner.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs the doctor, or that of the bundle, as a process of its own. */
export async function examine(env: Readonly<Record<string, string>>, file = main) {
  return await run([file], env);
}

async function run(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd?: string,
) {
  const child = spawn(process.execPath, command, {
    env: { NODE_COMPILE_CACHE: compileCache, ...env },
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr] = await Promise.all([
    readText(child.stdout),
    readText(child.stderr),
    once(child, "close"),
  ]);
  const lines = stdout.split("\n");
  return {
    code: child.exitCode,
    stdout,
    stderr,
    /** Lines that name a fault to fix, as printed. */
    faults: lines.filter((line) => line.startsWith("fix ")),
    open: lines.filter((line) => line.startsWith("cannot tell ")),
  };
}
