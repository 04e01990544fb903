import { randomUUID } from "node:crypto";
import { setTimeout as sleepFor } from "node:timers/promises";

import { chooseEngine } from "./apertium.ts";
import { openBooks } from "./books.ts";
import type { Books } from "./books.ts";
import { createCallers, issueKeys } from "./callers.ts";
import type { IssuedKey } from "./callers.ts";
import { createDesk } from "./desk.ts";
import { createFaultQueue } from "./faults.ts";
import { createFinisher } from "./finish.ts";
import { openJournal } from "./journal.ts";
import { createLinks } from "./links.ts";
import { createRequestLog } from "./request-log.ts";
import { defaultSettings, settingsSchema } from "./settings.ts";
import type { Settings } from "./settings.ts";
import { openTexts } from "./texts.ts";

/** All are optional; what is left out is the default of `npm run sandbox`. */
export type PartnerSandboxOptions = Partial<Settings> & {
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

/** Everything that the service consists of besides its HTTP server. */
export async function openWorld(options: PartnerSandboxOptions) {
  const { now = Date.now, log = () => undefined } = options;
  const settings = { ...defaultSettings };
  Object.assign(settings, settingsSchema.partial().parse(options));
  const journal = openJournal(options.store);
  const books = openBooks(journal);
  const texts = openTexts(options.store);
  texts.sweep((taskId) => books.tasks.get(taskId)?.status === "pending");
  prepare(books, options);
  const engine = await chooseEngine({ program: options.apertium ?? "apertium", log });
  const callers = createCallers({ books, now });
  const finisher = createFinisher({ books, texts, settings, engine, now });
  return {
    settings,
    books,
    texts,
    callers,
    finisher,
    desk: createDesk({ books, texts, settings, finisher, now }),
    faults: createFaultQueue(),
    links: createLinks({ secret: books.linkSecret() ?? "", now }),
    requests: createRequestLog({ now }),
    now,
    sleep: options.sleep ?? ((ms: number) => sleepFor(ms, undefined, { ref: false })),
    close: async () => {
      await finisher.idle();
      journal.close();
      texts.close();
    },
  };
}
export type World = Awaited<ReturnType<typeof openWorld>>;

/** What the books need before the first request: a secret for links, and the keys. */
function prepare(
  books: Books,
  { keys = ["sandbox-key"], balance, rpm, now = Date.now }: PartnerSandboxOptions,
) {
  const at = now();
  if (books.linkSecret() === undefined) {
    books.record({ type: "opened", at, linkSecret: randomUUID() });
  }
  issueKeys(books, {
    keys: keys.map((key) => (typeof key === "string" ? { key } : key)),
    balance: balance ?? 1_000_000,
    rpm: rpm ?? 120,
    at,
  });
}
