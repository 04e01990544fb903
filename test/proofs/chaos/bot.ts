import { enableCompileCache, flushCompileCache } from "node:module";

import type { CasStore } from "#store/store.ts";

import { type FromBot, readOrder } from "./words.ts";

// The bot starts hundreds of times, and is never given the time to write its cache at exit.
enableCompileCache();
const { pino } = await import("pino");
const { startBot } = await import("#app.ts");
const { readConfig } = await import("#operator/config.ts");
const { openStore } = await import("#store/open-store.ts");
const { createFastClock } = await import("./fast-clock.ts");

/**
 * Runs the bot as a process of its own that is killed around a write. `CRASH_AT=before:7` names the
 * seventh write after the start. A message from the parent names a write counted from then on.
 */
const order = { ...readOrder(process.env["CRASH_AT"]), writes: 0 };

const bot = await startBot(readConfig(process.env), {
  ...createFastClock(Number(process.env["CLOCK_BASE"] ?? Date.now())),
  random: Math.random,
  log: pino({ level: process.env["LOG_LEVEL"] ?? "warn", base: null }),
  openStore: async (...where) => watched(await openStore(...where)),
});
await bot.opened;
flushCompileCache();
process.on("message", (text) => {
  Object.assign(order, readOrder(String(text)), { writes: 0 });
  tell({ is: "armed" });
});
process.on("disconnect", () => process.exit(0));
tell({ is: "ready", port: bot.port });

function watched(store: CasStore): CasStore {
  const around =
    <Asked extends unknown[], T>(write: (...asked: Asked) => Promise<T>) =>
    async (...asked: Asked): Promise<T> => {
      order.writes += 1;
      const isMeant = order.writes === order.nth;
      if (isMeant && order.when === "before") strike();
      const written = await write(...asked);
      if (isMeant && order.when === "after") strike();
      tell({ is: "wrote", writes: order.writes });
      return written;
    };
  return { ...store, set: around(store.set), commit: around(store.commit) };
}

/** Kills the process: no handler runs and nothing is flushed. */
function strike(): never {
  process.kill(process.pid, "SIGKILL");
  throw new Error("still alive");
}

function tell(word: FromBot): void {
  process.send?.(word);
}
