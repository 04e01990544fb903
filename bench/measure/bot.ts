import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Options that `npm start` gives to Node. */
export const nodeOptions = ["--max-semi-space-size=2"];

const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

type Spawning = {
  readonly file?: string;
  readonly options?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly signal?: NodeJS.Signals;
};

/** Starts the bot as `npm start` does, or another file that prints its port; resolves once it listens. */
export async function spawnListening({
  file = main,
  options = file === main ? nodeOptions : [],
  env,
  signal = "SIGKILL",
}: Spawning) {
  const start = performance.now();
  const child = spawn(process.execPath, [...options, file], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  let out = "";
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out = out.slice(-1000) + text;
      const found = /"port":(?<port>\d+)/u.exec(out)?.groups?.["port"];
      if (found !== undefined) resolve(Number(found));
    });
    void ended.then(() => reject(new Error(`${file} ended before it listened`)));
  });
  const startMs = performance.now() - start;
  return {
    port,
    startMs,
    startCpuMs: await cpuMs(child.pid ?? 0),
    cpuMs: () => cpuMs(child.pid ?? 0),
    rssMb: () => residentMb(child.pid ?? 0),
    [Symbol.asyncDispose]: async () => {
      child.kill(signal);
      await ended;
    },
  };
}

/** Makes a folder that is removed on disposal. */
export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), "galley-bench-"));
  const remove = () => rm(path, { recursive: true, force: true });
  return { path, [Symbol.asyncDispose]: remove };
}

/** Reads the resident memory; NaN without `/proc`. */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(?<kb>\d+)/u.exec(status)?.groups?.["kb"]) / 1024;
}

/** Reads the user and system time so far; NaN without `/proc`. */
async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // These fields follow the program's name in brackets. Linux counts in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
