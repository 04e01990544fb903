import { type Logger, pino } from "pino";

export type { Logger };

/**
 * One JSON line an event on standard output, written before anything else goes on. `secrets` never get
 * into a line, wherever they stand in it: pino's own redaction knows only fixed paths.
 */
export function createLog(options: {
  readonly level: string;
  readonly secrets: readonly string[];
}): Logger {
  return pino({
    level: options.level,
    base: null,
    redact: ["*.authorization", "*.headers", "*.token", "err.config", "err.body"],
    hooks: { streamWrite: withoutSecrets(options.secrets) },
  });
}

/** A function that takes all of these out of a text, wherever they stand in it. */
export function withoutSecrets(given: readonly string[]): (text: string) => string {
  const secrets = given.filter((secret) => secret.length >= shortestSecret);
  return (text) => secrets.reduce((left, secret) => left.replaceAll(secret, "[secret]"), text);
}

/** Shorter ones are words that stand in every line. */
const shortestSecret = 6;
