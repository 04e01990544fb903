import { enableCompileCache } from "node:module";
import { setTimeout as delay } from "node:timers/promises";

enableCompileCache();

const { readArguments, usage } = await import("./arguments.ts");
const { findManuscript } = await import("./manuscript.ts");
const { createPrinter } = await import("./printing.ts");

/** The exit code for a command line that cannot be followed (EX_USAGE of sysexits). */
const misused = 64;

const read = readArguments(process.argv.slice(2));
if (read.status === "help") {
  console.log(usage);
  process.exit(0);
}
if (read.status === "wrong") leave(read.sentence);
const { asked } = read;
const found = await findManuscript(asked.file, asked.lang);
if (found.status === "missing") leave(found.sentence);

const { runDemo } = await import("./demo.ts");
const stop = new AbortController();
// A terminal and npm may both pass Ctrl+C on, so every one of them is taken.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => stop.abort());
}
// npm's shell dies of a SIGTERM without passing it on; then this process has another parent.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) stop.abort();
}, 500).unref();
const printer = createPrinter(process.stdout, process.stderr);
printer.title("Galley: one translation request, from the manuscript to the link, on this machine.");
const code = await runDemo(
  {
    env: process.env,
    now: Date.now,
    sleep: async (ms) => {
      await delay(ms, undefined, { signal: stop.signal }).catch(() => undefined);
    },
    printer,
    stopped: stop.signal,
  },
  { ...asked, manuscript: found.manuscript },
);
process.exit(code);

function leave(sentence: string): never {
  console.error(`${sentence}\n${usage}`);
  process.exit(misused);
}
