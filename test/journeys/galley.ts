import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";
import { vi } from "vitest";

import { type Bot, startBot } from "#app.ts";
import { readConfig } from "#operator/config.ts";
import { startPartnerSandbox } from "#sandbox/partner/start.ts";
import type { SlackOptions } from "#sandbox/slack/options.ts";
import { startSlackSandbox } from "#sandbox/slack/slack.ts";
import { openStore } from "#store/open-store.ts";
import type { CasStore } from "#store/store.ts";

import { patience } from "../patience.ts";
import { type JumpClock, createJumpClock } from "./clock.ts";
import { createQuiet } from "./open-requests.ts";
import { createWatch } from "./watch.ts";

type Settings = Readonly<Record<string, string>>;

type Worlds = {
  readonly partner?: Parameters<typeof startPartnerSandbox>[0];
  readonly slack?: Partial<SlackOptions>;
};

type Options = Worlds & {
  readonly env?: Settings | ((outside: Outside) => Promise<Settings>);
  /** Makes the members of the approvers' group admins as well. */
  readonly group?: "admins";
  readonly socketMode?: "on";
};

export type Galley = Awaited<ReturnType<typeof openGalley>>;

/** The real bot between a local Slack and a local partner, all over HTTP, on a clock that can be put forward. */
export async function openGalley(options: Options = {}) {
  const clock = createJumpClock();
  const outside = await openOutside(clock, options);
  const { slack, partner } = outside;
  const log: Record<string, unknown>[] = [];
  const group = options.group && {
    ADMINS: `${slack.people.ada.id},${slack.approvers.id}`,
    APPROVERS: "",
  };
  const own = typeof options.env === "function" ? await options.env(outside) : options.env;
  const env = { ...environmentOf(outside, options.socketMode), ...group, ...own };
  const store = { isDown: false };
  const start = async (changed: Settings = {}): Promise<Bot> => {
    const bot = await startBot(readConfig({ ...env, ...changed }), {
      ...clock,
      now: clock.wall,
      random: () => 0,
      log: logInto(log),
      openStore: async (...given) => breakable(await openStore(...given), store),
    });
    await bot.opened.catch(async (error: unknown) => {
      await bot.stop();
      throw error;
    });
    if (options.socketMode === undefined) {
      slack.connect(`http://127.0.0.1:${bot.port}/slack/events`);
    }
    return bot;
  };
  let bot = await start();
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= bot.stop());
  const failures = (step: string) =>
    log.filter((line) => line["msg"] === "step failed" && line["step"] === step).length;
  return {
    slack,
    partner,
    /** The bot's store, which can go down. */
    store,
    log,
    env,
    clock,
    origin: () => `http://127.0.0.1:${bot.port}`,
    ports: () => ({ slack: bot.port, pages: bot.pagesPort }),
    /** Stops the bot, and waits for everything under way. */
    stop,
    start: async (changed?: Settings) => {
      bot = await start(changed);
      stopped = undefined;
    },
    /** Deletes the ledger, as a broken disk would. Only while the bot is stopped. */
    loseLedger: async () => {
      for (const end of ["", "-wal", "-shm"]) {
        await rm(join(outside.folder, `bot.sqlite${end}`), { force: true });
      }
    },
    ...createWatch(slack),
    failures,
    /** Waits until a step of this kind has failed this many times. */
    failed: (step: string, times = 1) =>
      vi.waitFor(() => {
        const found = failures(step);
        if (found < times) throw new Error(`“${step}” has failed ${found} times`);
      }, patience),
    /** Puts the clock forward by `ms`, again and again, until `look` returns a value. */
    passing: <T>(ms: number, look: () => T | undefined) => {
      const isQuiet = createQuiet();
      return vi.waitFor(() => {
        if (isQuiet()) clock.skip(ms);
        const found = look();
        if (found === undefined) throw new Error("what was waited for did not come");
        return found;
      }, patience);
    },
    [Symbol.asyncDispose]: async () => {
      await stop();
      await outside.close();
    },
  };
}

function breakable(store: CasStore, state: { readonly isDown: boolean }): CasStore {
  const check = () => {
    if (state.isDown) throw new Error("the store is down");
  };
  return {
    ...store,
    get: async (key) => (check(), store.get(key)),
    set: async (key, value) => (check(), store.set(key, value)),
    read: async (key) => (check(), store.read(key)),
    commit: async (changes) => (check(), store.commit(changes)),
    list: async (...asked) => (check(), store.list(...asked)),
    ping: async () => (check(), store.ping()),
  };
}

export type Outside = Awaited<ReturnType<typeof openOutside>>;

/** Starts the local Slack and the local partner, with a folder for the store: everything but the bot. */
export async function openOutside(clock: Pick<JumpClock, "now">, options: Worlds = {}) {
  const folder = await mkdtemp(join(quickest, "galley-journey-"));
  const slack = await startSlackSandbox({ now: clock.now, ...options.slack });
  const partner = await startPartnerSandbox({
    keys: ["journey-key"],
    rpm: 6000,
    charsPerSecond: 1_000_000,
    // Texts are marked, not translated, on every machine.
    apertium: "no apertium",
    now: clock.now,
    ...options.partner,
  });
  const close = async () => {
    await slack.close();
    await partner.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { slack, partner, folder, close, [Symbol.asyncDispose]: close };
}

/** Where a store that waits for its disk at every write waits least. */
const quickest = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

export function environmentOf(
  { slack, partner, folder }: Pick<Outside, "slack" | "partner" | "folder">,
  socketMode?: "on",
) {
  return {
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_API_URL: slack.apiUrl,
    ...(socketMode === undefined
      ? { SLACK_SIGNING_SECRET: slack.signingSecret }
      : { SLACK_APP_TOKEN: slack.appToken }),
    PARTNER_BASE_URL: partner.url,
    PARTNER_API_KEY: "journey-key",
    ADMINS: slack.people.ada.id,
    APPROVERS: slack.approvers.id,
    DEFAULT_TARGET_LANG: "fr",
    STORE_URL: `sqlite:${join(folder, "bot.sqlite")}`,
    PORT: "0",
    POLL_MIN_SECONDS: "0.02",
    POLL_MAX_SECONDS: "0.05",
  };
}

function logInto(log: Record<string, unknown>[]) {
  return pino({ level: "debug" }, { write: (line) => void log.push(asRecord(JSON.parse(line))) });
}

function asRecord(value: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value ?? {}));
}
