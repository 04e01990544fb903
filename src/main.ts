import { enableCompileCache } from "node:module";

enableCompileCache();

const shutdownTimeoutMs = 8500;
const logFlushTimeoutMs = 1000;

const { readConfig, secretsOf } = await import("#operator/config.ts");
const { ConfigError } = await import("#lib/environment.ts");

try {
  const config = readConfig(process.env);
  const { createLog } = await import("#operator/log.ts");
  const { startBot } = await import("./app.ts");
  const { sleep } = await import("#lib/clock.ts");
  const log = createLog({ level: config.logLevel, secrets: secretsOf(config) });
  const stopped = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, resolve);
  });
  const bot = await startBot(config, {
    now: Date.now,
    tick: () => performance.now(),
    random: Math.random,
    sleep,
    log,
  });
  log.info({ pages: bot.pagesPort }, "the operator’s pages are up");
  const opening = bot.opened.then(() => log.info({ port: bot.port }, "Galley is open"));
  const signal = await Promise.race([stopped, opening.then(() => stopped)]);
  log.info({ signal }, "Galley is closing");
  // Work that the closing cuts short is only logged; it is taken up again at the next start.
  process.on("unhandledRejection", (err) => log.warn({ err }, "aborted by shutdown"));
  const leave = (): void => {
    // Node itself would wait for a reader of the last lines.
    setTimeout(() => process.kill(process.pid, "SIGKILL"), logFlushTimeoutMs);
    log.flush(() => process.exit(0));
  };
  // Work that is still under way after this time is taken up again at the next start.
  setTimeout(leave, shutdownTimeoutMs).unref();
  await bot.stop();
  log.info("Galley is closed");
  leave();
} catch (error) {
  const isFault = error instanceof ConfigError;
  const reason = error instanceof Error ? error.message : String(error);
  console.error(isFault ? reason : `Galley could not start: ${reason}`);
  process.exit(isFault ? 78 : 1);
}
