import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";

import { type Order, printOrder, readWord } from "./words.ts";

/**
 * Runs the bot as a process of its own and restarts it whenever it dies, as any supervisor does.
 *
 * @param onUp receives the port at each start
 * @param onDown is called when the process is gone
 */
export function createSupervisor(deps: {
  readonly entry: string;
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly onUp: (port: number) => void;
  readonly onDown: () => void;
}) {
  const log = openSync(deps.logFile, "a");
  const state = { deaths: 0, writes: 0, isClosed: false };
  let up = Promise.withResolvers<void>();
  let armed = Promise.withResolvers<void>();
  let child = start();

  function start(): ChildProcess {
    const env = { ...process.env, ...deps.env };
    const started = fork(deps.entry, [], { env, execArgv: [], stdio: ["ignore", log, log, "ipc"] });
    started.on("message", (message) => {
      const word = readWord(message);
      switch (word.is) {
        case "ready":
          deps.onUp(word.port);
          return up.resolve();
        case "armed":
          return armed.resolve();
        case "wrote":
          state.writes = word.writes;
          return undefined;
      }
    });
    started.once("exit", () => {
      deps.onDown();
      state.deaths += 1;
      up.resolve();
      up = Promise.withResolvers();
      if (!state.isClosed) child = start();
    });
    return started;
  }

  return {
    /** Resolves when the bot answers. */
    up: () => up.promise,
    kill: () => void child.kill("SIGKILL"),
    /** Counts writes from here on; resolves when the bot has confirmed the order. */
    arm: async (order: Order) => {
      await up.promise;
      state.writes = 0;
      armed = Promise.withResolvers();
      child.send(printOrder(order));
      await armed.promise;
    },
    deaths: () => state.deaths,
    writes: () => state.writes,
    close: async () => {
      state.isClosed = true;
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}
