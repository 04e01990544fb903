import { setTimeout as sleepFor } from "node:timers/promises";

import { z } from "zod";

import { createRoom } from "#http/room.ts";
import { createCallers, createWindow } from "#service/contract/endpoints.ts";
import { isInquiry } from "#service/contract/task.ts";
import { chooseEngine } from "#service/engines/apertium.ts";
import { plainEngine } from "#service/engines/engine.ts";
import { openLocalRecords } from "#service/records/open-store.ts";
import type { ServiceRecords } from "#service/records/records.ts";
import { createSeal } from "#service/records/seal.ts";
import type { ServiceContext } from "#service/service-context.ts";

import { createFaultQueue } from "./faults.ts";
import { createPace } from "./pace.ts";

/** `silently`: the account pays for each character, and the task does not show it. */
const inquiryCost = z.enum(["free", "per-character", "silently"]);

/**
 * The present behaviour of the service; the control surface may change each of these while it runs.
 */
export const settingsSchema = z.object({
  /** Source characters that one translation task works through in a second. */
  charsPerSecond: z.number().positive(),
  /** Lifetime of a download link in seconds (the contract gives `expires_in` no unit). */
  linkSeconds: z.int().min(0),
  /** Light actions up to this many characters complete inside the create request. */
  inlineUpTo: z.int().min(0),
  /** Not in the contract: whether token_estimate costs anything. */
  estimateCost: inquiryCost,
  /** The same for preview_metadata. */
  detectionCost: inquiryCost,
  /** Inquiries up to this many characters are free, whatever longer ones cost. */
  inquiriesFreeUpTo: z.int().min(0),
  /** How long after its end a charge shows in GET /usage. */
  usageLagMs: z.int().min(0),
});
type Settings = z.infer<typeof settingsSchema>;

const defaultSettings: Settings = {
  charsPerSecond: 2_000,
  linkSeconds: 300,
  inlineUpTo: 20_000,
  estimateCost: "free",
  detectionCost: "free",
  inquiriesFreeUpTo: 0,
  usageLagMs: 0,
};

/** A key as it is issued at the start; keys of one account share its balance. */
export type IssuedKey = {
  readonly key: string;
  readonly account?: string;
  readonly balance?: number;
  readonly rpm?: number;
};

/** Every option has a default, that of `npm run sandbox`. */
export type PartnerSandboxOptions = Partial<Settings> & {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** Keys as words, each with an account of its own, or with account, balance and limit. */
  readonly keys?: readonly (string | IssuedKey)[];
  /** Credits of a new account. */
  readonly balance?: number;
  /** Requests a minute of a key without a limit of its own. */
  readonly rpm?: number;
  /** A file for the records. By default nothing outlives close(). */
  readonly store?: string;
  readonly apertium?: string;
  readonly now?: () => number;
  readonly sleep?: (ms: number) => Promise<unknown>;
  readonly log?: (line: string) => void;
};

/** The sandbox's texts are no secret. */
const seal = createSeal([Buffer.alloc(32, "sandbox")]);

/** Opens the service with faults, settings that may change, and a clock in place of its worker. */
export async function openWorld(options: PartnerSandboxOptions): Promise<World> {
  const { keys = ["sandbox-key"], balance = 1_000_000, rpm = 120, store } = options;
  const { now = Date.now, log = () => undefined, apertium: program = "apertium" } = options;
  const settings = { ...defaultSettings };
  Object.assign(settings, settingsSchema.partial().parse(options));
  const records = openLocalRecords(store, seal);
  await issueKeys(records, { keys, balance, rpm });
  const work = createPace(() => world);
  const window = createWindow();
  const world: World = {
    settings,
    records,
    engine: plainEngine(await chooseEngine({ program, log })),
    window,
    callers: createCallers({ now, take: window.take }),
    work,
    isFree: (action, characters) =>
      costOf(settings, action) === "free" ||
      (isInquiry(action) && characters <= settings.inquiriesFreeUpTo),
    origin: undefined,
    maxBytes: Infinity,
    room: createRoom(Infinity),
    faults: createFaultQueue(),
    requests: createRequestLog(now),
    now,
    sleep: options.sleep ?? ((ms: number) => sleepFor(ms, undefined, { ref: false })),
    close: async () => {
      await work.close();
      await records.close();
    },
  };
  return world;
}

export type World = Omit<ServiceContext, "work"> & {
  readonly work: ReturnType<typeof createPace>;
  readonly settings: Settings;
  readonly window: ReturnType<typeof createWindow>;
  readonly faults: ReturnType<typeof createFaultQueue>;
  readonly requests: ReturnType<typeof createRequestLog>;
  readonly sleep: (ms: number) => Promise<unknown>;
  readonly close: () => Promise<void>;
};

/** Returns the cost of an action: the sandbox can charge for estimates and metadata. */
export function costOf(settings: Settings, action: string): Settings["estimateCost"] {
  if (action === "token_estimate") return settings.estimateCost;
  if (action === "preview_metadata") return settings.detectionCost;
  return "per-character";
}

type Terms = { readonly balance: number; readonly rpm: number };

/** Issues the keys that are new; stored ones stay as they are. */
export async function issueKeys(
  { keys: known, accounts }: ServiceRecords,
  { keys, balance, rpm }: Terms & { readonly keys: readonly (string | IssuedKey)[] },
): Promise<void> {
  for (const issued of keys) {
    const one = typeof issued === "string" ? { key: issued } : issued;
    if ((await known.find(one.key)) !== undefined) continue;
    const account = one.account ?? `account-${(await accounts.all()).length + 1}`;
    await known.issue(one.key, { account, rpm: one.rpm ?? rpm });
    if ((await accounts.find(account)) === undefined) {
      await accounts.set(account, one.balance ?? balance);
    }
  }
}

type LoggedRequest = {
  readonly at: number;
  readonly keyPrefix: string;
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | undefined;
  /** The HTTP status that left, or 0 when the connection was cut. */
  readonly status: number;
  readonly fault: string | undefined;
};

const keptFor = 10 * 60_000;

/** The requests of the last ten minutes, oldest first. */
function createRequestLog(now: () => number) {
  let entries: LoggedRequest[] = [];
  const listeners = new Set<(entry: LoggedRequest) => void>();
  return {
    add: (request: Omit<LoggedRequest, "at">) => {
      const entry = { at: now(), ...request };
      entries.push(entry);
      for (const listener of listeners) listener(entry);
      if (entries.length % 1_000 === 0) entries = entries.filter(({ at }) => at > now() - keptFor);
    },
    /** Calls `listener` for every answered request; returns a function that removes it. */
    onAdd: (listener: (entry: LoggedRequest) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    recent: (): readonly LoggedRequest[] => entries.filter(({ at }) => at > now() - keptFor),
  };
}
