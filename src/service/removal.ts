import type { Logger } from "#operator/log.ts";

import type { ServiceConfig } from "./config.ts";
import type { ServiceContext } from "./service-context.ts";

const betweenPassesMs = 600_000;
const strayMs = 86_400_000;

/**
 * Removes everything whose time is over, now and every ten minutes, one pass at a time. Returns a
 * function that stops it.
 */
export function startRemoval(
  ctx: Pick<ServiceContext, "records" | "now">,
  config: Pick<ServiceConfig, "keepMs" | "rememberMs">,
  log: Logger,
): () => Promise<void> {
  const closing = new AbortController();
  let pass: Promise<void> | undefined;
  const begin = () => {
    pass ??= removeOld(ctx, config, { log, signal: closing.signal }).finally(() => {
      pass = undefined;
    });
  };
  begin();
  const timer = setInterval(begin, betweenPassesMs).unref();
  return async () => {
    clearInterval(timer);
    closing.abort();
    await pass;
  };
}

type Pass = { readonly log: Logger; readonly signal: AbortSignal };

/** Erases the texts of tasks that ended long ago, and those of no task; later, all that is left. */
async function removeOld(
  { records: { creates, tasks }, now }: Pick<ServiceContext, "records" | "now">,
  { keepMs, rememberMs }: Pick<ServiceConfig, "keepMs" | "rememberMs">,
  { log, signal }: Pass,
): Promise<void> {
  const ofPast = (ms: number) => ({ before: now() - ms, signal });
  const erased = ({ id: task }: { readonly id: string }) =>
    log.info({ task }, "the texts of the task were erased");
  for (const remove of [
    () => tasks.forgetStrays(ofPast(strayMs)),
    () => tasks.eraseEnded(ofPast(keepMs), erased),
    () => tasks.removeErased(ofPast(rememberMs)),
    () => creates.remove(ofPast(rememberMs)),
  ]) {
    // One that fails holds up none of the others.
    await remove().catch((err: unknown) => log.warn({ err }, "texts could not be erased"));
  }
}
