import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

type Run = {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

/**
 * Runs `npm run demo` as a process of its own, and keeps all that it prints. It finds no programs,
 * so that its translations do not depend on what is installed.
 */
export function runDemo({ args = [], env = {} }: Run) {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const main = ["--import", "./scripts/require-node.mjs", "src/sandbox/demo/main.ts"];
  const child = spawn(process.execPath, [...main, ...args], {
    cwd: root,
    env: { ...process.env, PATH: "", DEMO_PORT: "0", ...env },
  });
  let printed = "";
  const waiting = new Set<() => void>();
  const hear = (chunk: Buffer) => {
    printed += chunk.toString();
    for (const look of waiting) look();
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const closed = once(child, "close");
  return {
    printed: () => printed,
    /** Resolves once the text has been printed. */
    prints: (text: string) =>
      new Promise<void>((resolve, reject) => {
        const look = () => {
          if (printed.includes(text)) resolve();
        };
        waiting.add(look);
        look();
        void closed.then(() => reject(new Error(`"${text}" was never printed:\n${printed}`)));
      }),
    /** Closes its output, as `head` does. */
    stopsReading: () => void child.stdout.destroy(),
    signal: (name: NodeJS.Signals) => child.kill(name),
    exitCode: async () => {
      await closed;
      return child.exitCode;
    },
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null) child.kill("SIGTERM");
      await closed;
    },
  };
}
