import { type Logger, pino } from "pino";

import { withoutSecrets } from "./secrets.ts";

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
