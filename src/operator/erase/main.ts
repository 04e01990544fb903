import type { StoreContext } from "#domain/context.ts";
import { hasWorkLeft } from "#domain/steps.ts";
import { type Erasure, eraseNow } from "#features/erasure/erase-records.ts";
import { sleep } from "#lib/clock.ts";
import { ConfigError } from "#lib/environment.ts";
import { readConfig, secretsOf } from "#operator/config.ts";
import { createLog, throttled, withoutSecrets } from "#operator/log.ts";
import { connectStore, openStore } from "#store/open-store.ts";
import { createQuoteStore } from "#store/quotes.ts";
import { openSmallStores } from "#store/small-stores.ts";

const usage = `npm run erase -- WORKSPACE person ID
npm run erase -- WORKSPACE book "NAME"
npm run erase -- WORKSPACE everything

WORKSPACE is the id that begins with T; the doctor names it. With SQLite, stop Galley first.`;

const [workspace = "", ...words] = process.argv.slice(2);
const what = erasureOf(words);
if (!/^T[A-Z0-9]+$/u.test(workspace) || what === undefined) leave(usage, 64);
else await run(workspace, what);

function erasureOf([kind, name, ...more]: readonly string[]): Erasure | undefined {
  if (more.length > 0) return undefined;
  if (kind === "everything" && name === undefined) return { kind: "workspace" };
  if (name === undefined || name === "") return undefined;
  return kind === "person" || kind === "book" ? { kind, name } : undefined;
}

async function run(workspace: string, what: Erasure): Promise<void> {
  let clean = (line: string) => line;
  try {
    const config = readConfig(process.env);
    clean = withoutSecrets(secretsOf(config));
    const log = createLog({ level: config.logLevel, secrets: secretsOf(config) });
    const tick = () => performance.now();
    const onFault = throttled({ tick }, (err) => log.warn({ err }, "Redis connection failed"));
    const redis = await connectStore(config.store, { tick, sleep, onFault });
    const store = await openStore(config.store, redis);
    const { setup } = config;
    const quoteStore = createQuoteStore(store, (quote) => hasWorkLeft(quote, setup), setup);
    const audit = (event: object) => log.child({ audit: true }).info(event, "audit");
    const ctx: StoreContext = {
      ...openSmallStores(store),
      setup,
      workspace,
      now: Date.now,
      quoteStore,
      wake: () => undefined,
      audit,
    };
    const { erased, kept, beside } = await eraseNow(ctx, what, "operator");
    await store.purge?.();
    await store.close();
    const stays = kept === 0 ? "" : ` ${kept} are not over yet and stay: erase again later.`;
    const hint = erased + kept + beside === 0 ? " Nothing has this id or name." : "";
    leave(`Erased: ${erased}.${stays}${hint}`, kept === 0 ? 0 : 1);
  } catch (error) {
    if (error instanceof ConfigError) leave(error.message, 78);
    else leave(clean(error instanceof Error ? error.message : String(error)), 1);
  }
}

function leave(words: string, code: number): void {
  console.log(words);
  process.exitCode = code;
}
