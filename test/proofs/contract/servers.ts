import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sleep } from "#lib/clock.ts";
import { createLog } from "#operator/log.ts";
import { type IssuedKey, issueKeys } from "#sandbox/partner/world.ts";
import { readConfig } from "#service/config.ts";
import { plainEngine } from "#service/engines/engine.ts";
import { pseudoTranslate } from "#service/engines/pseudo.ts";
import type { ServiceRecords } from "#service/records/records.ts";
import { startService } from "#service/start.ts";

import { aClock, callerOf, openPartner } from "./partner.ts";

type Options = {
  readonly keys?: readonly (string | IssuedKey)[];
  readonly balance?: number;
  readonly rpm?: number;
  readonly linkSeconds?: number;
  /** Further settings of the service; the sandbox has none of them. */
  readonly env?: Readonly<Record<string, string>>;
};

type TestPartner = ReturnType<typeof callerOf> &
  AsyncDisposable & {
    readonly sandbox: {
      readonly url: string;
      readonly origin: string;
      readonly records: () => Promise<Report>;
      readonly change: (change: Change) => Promise<void> | void;
    };
    readonly pass: (seconds: number) => void;
  };

type Report = {
  /** By their names. */
  readonly accounts: readonly object[];
  readonly tasks: readonly object[];
  readonly creates: readonly { readonly outcome: string }[];
};

/** Both servers of the contract. No translation finishes until the test lets time pass. */
export const servers: (readonly [string, (options?: Options) => Promise<TestPartner>])[] = [
  ["the sandbox", openPartner],
  ["the service", (options) => openServiceDesk(options)],
];

/** @param store the address of its task store; without it a file of its own. */
export async function openServiceDesk(options: Options = {}, store?: string): Promise<TestPartner> {
  const { keys = ["sandbox-key"], balance = 1_000_000, rpm = 120, linkSeconds = 300 } = options;
  const clock = aClock();
  const folder = mkdtempSync(join(tmpdir(), "service-"));
  const config = readConfig({
    SERVICE_ENGINE: "pseudo",
    SERVICE_SECRET: Buffer.alloc(32, 7).toString("base64"),
    SERVICE_STORE: store ?? join(folder, "service.sqlite"),
    SERVICE_PORT: "0",
    SERVICE_LINK_SECONDS: `${linkSeconds}`,
    SERVICE_TASKS_AT_ONCE: "100",
    ...options.env,
  });
  const gate = Promise.withResolvers<void>();
  const engine = plainEngine(async function* (text, translation) {
    await gate.promise;
    yield* pseudoTranslate(text, translation);
  });
  const log = createLog({ level: "silent", secrets: [] });
  const service = await startService(config, {
    engine,
    log,
    now: () => clock.now,
    sleep,
  });
  await issueKeys(service.records, { keys, balance, rpm });
  let hasPassed = false;
  const ready = async () => {
    if (!hasPassed) return;
    while ((await service.records.tasks.pending()).length > 0) await nextTurn();
  };
  return {
    sandbox: {
      url: service.url,
      origin: service.origin,
      records: async () => {
        await ready();
        return report(service.records);
      },
      change: (change: Change) => apply(service.records, change),
    },
    pass: (seconds: number) => {
      clock.now += seconds * 1_000;
      hasPassed = true;
      gate.resolve();
    },
    ...callerOf(service, ready),
    [Symbol.asyncDispose]: async () => {
      gate.resolve();
      await service.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function report({ accounts, tasks, creates }: ServiceRecords): Promise<Report> {
  const byName = (await accounts.all()).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const shown = byName.map(async (account) => ({
    ...account,
    available: account.balance - account.reserved,
    charged: await accounts.used(account.name, 0),
  }));
  return {
    accounts: await Promise.all(shown),
    tasks: await tasks.all(),
    creates: await creates.all(),
  };
}

type Change = { readonly key?: string; readonly balance?: number; readonly revoked?: boolean };

async function apply(
  { keys, accounts }: ServiceRecords,
  { key, balance, revoked = false }: Change,
): Promise<void> {
  const found =
    key === undefined
      ? await keys.all()
      : [await keys.find(key)].filter((one) => one !== undefined);
  for (const one of found) {
    await keys.change({ ...one, revoked });
    if (balance !== undefined) await accounts.set(one.account, balance);
  }
}
