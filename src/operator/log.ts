import { type Logger, pino } from "pino";

import { remember } from "#lib/clock.ts";

export type { Logger };

/**
 * Creates a log with one JSON line for each event on standard output. Nothing waits for a reader of
 * the output, and beyond a limit lines are lost. `secrets` are removed from every line, wherever
 * they are in it: pino's own redaction knows only fixed paths.
 */
export function createLog(options: {
  readonly level: string;
  readonly secrets: readonly string[];
}): Logger {
  const output = pino.destination({ fd: 1, sync: false, minLength: 1, maxLength: mostWaiting });
  return pino(
    {
      level: options.level,
      base: null,
      redact: ["*.authorization", "*.headers", "*.token", "err.config", "err.body"],
      hooks: { streamWrite: withoutSecrets(options.secrets) },
    },
    output,
  );
}

/** Bytes. */
const mostWaiting = 16 * 1024 * 1024;

/** Returns a function that removes all of these from a text, wherever they are in it. */
export function withoutSecrets(values: readonly string[]): (text: string) => string {
  const secrets = values.filter((secret) => secret.length >= shortestSecret);
  return (text) => secrets.reduce((result, secret) => result.replaceAll(secret, "[secret]"), text);
}

/** Shorter ones are words that occur in every line. */
const shortestSecret = 6;

/** Returns a function that reports each fault once a minute: an outage fails thousands of calls. */
export function throttled(
  { tick: now }: { readonly tick: () => number },
  report: (fault: unknown) => void,
): (fault: unknown) => void {
  const recall = remember<void>({ now, ms: 60_000 });
  return (fault) => void recall(String(fault), async () => report(fault));
}
