import { pino } from "pino";
import { vi } from "vitest";

import { startBot } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { openStore } from "../../src/store/open-store.ts";
import type { CasStore } from "../../src/store/store.ts";
import { createJumpClock } from "../journeys/clock.ts";
import { type Outside, environmentOf, openOutside } from "../journeys/galley.ts";
import { createWatch } from "../journeys/watch.ts";
import { patience } from "../patience.ts";
import { openWire } from "./wire.ts";

export type ShakyGalley = Awaited<ReturnType<typeof openShakyGalley>>;
export type WiredGalley = Awaited<ReturnType<typeof openWiredGalley>>;

type Settings = Readonly<Record<string, string>>;

/** Opens a galley as in the journeys, with a wire to each outside world that can be disturbed. */
export async function openWiredGalley(env: Settings = {}) {
  const connect = async ({ slack, partner }: Outside) => ({
    slack: await openWire(slack.origin),
    partner: await openWire(partner.origin),
  });
  let wires: Awaited<ReturnType<typeof connect>> | undefined;
  const galley = await openShakyGalley(async (outside) => {
    const { slack, partner } = outside;
    wires = await connect(outside);
    return {
      SLACK_API_URL: slack.apiUrl.replace(slack.origin, wires.slack.origin),
      PARTNER_BASE_URL: partner.url.replace(partner.origin, wires.partner.origin),
      ...env,
    };
  });
  if (wires === undefined) throw new Error("the wires are missing");
  const { slack, partner } = wires;
  return {
    ...galley,
    wires: { slack, partner },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([slack.shut(), partner.shut()]);
      await galley[Symbol.asyncDispose]();
    },
  };
}

/** Opens a galley as in the journeys, with a store that can go down. */
export async function openShakyGalley(
  settings: (outside: Outside) => Promise<Settings> | Settings,
) {
  const clock = createJumpClock();
  const outside = await openOutside(clock);
  const { slack, partner } = outside;
  const log: Record<string, unknown>[] = [];
  const store = { isDown: false };
  const config = readConfig({ ...environmentOf(outside), ...(await settings(outside)) });
  const bot = await startBot(config, {
    ...clock,
    random: () => 0,
    log: pino({ level: "debug" }, { write: (line) => void log.push(readLine(line)) }),
    openStore: async (...given) => breakable(await openStore(...given), store),
  });
  await bot.opened;
  slack.connect(`http://127.0.0.1:${bot.port}/slack/events`);
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= bot.stop());
  const count = (step: string) =>
    log.filter((line) => line["msg"] === "step failed" && line["step"] === step).length;
  return {
    slack,
    partner,
    store,
    log,
    clock,
    origin: `http://127.0.0.1:${bot.port}`,
    ...createWatch(slack),
    /** Waits until a step of this kind has failed `times` times. */
    failed: (step: string, times = 1) =>
      vi.waitFor(() => {
        if (count(step) < times) throw new Error(`“${step}” has failed ${count(step)} times`);
      }, patience),
    /** Puts the clock forward by `ms` again and again, until `look` returns something. */
    passing: <T>(ms: number, look: () => T | undefined) =>
      vi.waitFor(() => {
        clock.skip(ms);
        const found = look();
        if (found === undefined) throw new Error("what was waited for did not come");
        return found;
      }, patience),
    /**
     * Puts the clock past the wait after each failure of a step, until `look` returns something. No
     * request is open meanwhile, so none comes too late by the clock that was put forward.
     */
    retrying: <T>(step: string, look: () => T | undefined) => {
      let known = 0;
      return vi.waitFor(() => {
        if (count(step) > known) clock.skip(longestWaitMs);
        known = count(step);
        const found = look();
        if (found === undefined) throw new Error("what was waited for did not come");
        return found;
      }, patience);
    },
    /** Stops the bot, and waits for everything under way. */
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop();
      await outside.close();
    },
  };
}

/** A step that fails again and again waits a minute between. */
const longestWaitMs = 61_000;

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

function readLine(line: string): Record<string, unknown> {
  const value: unknown = JSON.parse(line);
  return Object.fromEntries(Object.entries(value ?? {}));
}
