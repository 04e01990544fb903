import { type Logger, pino } from "pino";

export type { Logger };

/**
 * One JSON line an event on standard output. It is written beside the work: while nobody reads the output,
 * nothing waits for it, and beyond a limit lines are lost. `secrets` never get into a line, wherever they
 * stand in it: pino's own redaction knows only fixed paths.
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

/** A function that takes all of these out of a text, wherever they stand in it. */
export function withoutSecrets(given: readonly string[]): (text: string) => string {
  const secrets = given.filter((secret) => secret.length >= shortestSecret);
  return (text) => secrets.reduce((left, secret) => left.replaceAll(secret, "[secret]"), text);
}

/** Shorter ones are words that stand in every line. */
const shortestSecret = 6;
