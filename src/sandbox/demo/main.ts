import { enableCompileCache } from "node:module";
import { setTimeout as delay } from "node:timers/promises";

enableCompileCache();

const { readArguments, runDemo, usage } = await import("./demo.ts");
const { createPrinter } = await import("./printing.ts");

const options = await readArguments(process.argv.slice(2)).catch((error: unknown) => {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  process.exit(64); // EX_USAGE of sysexits
});
if (options === undefined) {
  console.log(usage);
  process.exit(0);
}

const stop = new AbortController();
// A terminal and npm may both pass Ctrl+C on, so every one of them is taken.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => stop.abort());
}
// Whoever reads the output, such as `head`, may be gone before it ends.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => stop.abort());
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
  options,
);
process.exit(code);
