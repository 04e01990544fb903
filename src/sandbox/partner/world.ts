import type { IncomingMessage } from "node:http";
import { setTimeout as sleepFor } from "node:timers/promises";

import { chooseEngine } from "./apertium.ts";
import { openBooks } from "./books.ts";
import { createCallers, issueKeys } from "./callers.ts";
import type { IssuedKey } from "./callers.ts";
import { createFaultQueue } from "./faults.ts";
import type { Fault } from "./faults.ts";
import { createRequestLog } from "./requests.ts";
import { defaultSettings, settingsSchema } from "./settings.ts";
import type { Settings } from "./settings.ts";
import type { Task } from "./task.ts";
import { openTexts } from "./texts.ts";

/** All are optional; what is left out is the default of `npm run sandbox`. */
export type PartnerSandboxOptions = Partial<Settings> & {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** Keys as words, each with an account of its own, or with account, balance and limit. */
  readonly keys?: readonly (string | IssuedKey)[];
  /** Credits of a new account. */
  readonly balance?: number;
  /** Requests a minute of a key that states none. */
  readonly rpm?: number;
  /** A file for the journal; texts lie in a folder beside it. Without it nothing outlives close(). */
  readonly store?: string;
  readonly apertium?: string;
  readonly now?: () => number;
  readonly sleep?: (ms: number) => Promise<unknown>;
  readonly log?: (line: string) => void;
};

/** One request on its way through the service. */
export type Visit = {
  readonly request: IncomingMessage;
  readonly address: URL;
  readonly method: string;
  /** Path below the base path. */
  readonly path: string;
  readonly key: string;
  readonly account: string;
  readonly idempotencyKey: string | undefined;
  /** The fault that strikes it; one that waits for an action is known once the body was read. */
  fault: Fault | undefined;
};

/** Everything that the service consists of besides its HTTP server. */
export async function openWorld(options: PartnerSandboxOptions) {
  const { keys = ["sandbox-key"], balance = 1_000_000, rpm = 120 } = options;
  const { now = Date.now, log = () => undefined, apertium: program = "apertium" } = options;
  const settings = { ...defaultSettings };
  Object.assign(settings, settingsSchema.partial().parse(options));
  const books = openBooks(options.store);
  const texts = openTexts(options.store);
  issueKeys(books, { keys, balance, rpm, at: now() });
  const finishing = new Map<string, Promise<Task>>();
  return {
    settings,
    books,
    texts,
    engine: await chooseEngine({ program, log }),
    callers: createCallers({ books, now }),
    faults: createFaultQueue(),
    requests: createRequestLog(now),
    /** Tasks whose text is worked on now. */
    finishing,
    now,
    sleep: options.sleep ?? ((ms: number) => sleepFor(ms, undefined, { ref: false })),
    close: async () => {
      await Promise.allSettled(finishing.values());
      books.close();
      texts.close();
    },
  };
}
export type World = Awaited<ReturnType<typeof openWorld>>;
