import { spawnBot } from "../demo/bot.ts";
import type { Bot } from "./playground.ts";
import type { DeskState } from "./wire.ts";

type Deps = Parameters<typeof spawnBot>[0] & {
  /** Learns where the desk is reached, each time that it opens. */
  readonly connect: (origin: string) => void;
};

/**
 * The desk as a process of its own that may be killed and started again. `opened` is its first
 * address; `broken` rejects with a sentence when it ends although nobody killed it here.
 */
export function startDesk({ connect, ...start }: Deps) {
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  let state: DeskState = "starting";
  let isWanted = true;
  let child = open();
  const opened = arrive();

  function open(): ReturnType<typeof spawnBot> {
    const born = spawnBot(start);
    isWanted = true;
    state = "starting";
    void born.ended.then((sentence) => {
      state = "stopped";
      if (isWanted) broken.reject(new Error(sentence));
      return sentence;
    });
    return born;
  }

  async function arrive(): Promise<string> {
    const origin = await Promise.race([child.opened, broken.promise]);
    state = "running";
    connect(origin);
    return origin;
  }

  const bot: Bot = {
    async kill() {
      isWanted = false;
      await child.kill();
    },
    async restart() {
      if (state !== "stopped") return;
      child = open();
      await arrive();
    },
    state: () => state,
  };
  return { bot, opened, broken: broken.promise, stop: () => child.stop() };
}
