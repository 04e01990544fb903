import { RateLimited } from "../core/faults.ts";
import type { Partner } from "../core/partner.ts";
import type { Budget } from "./budget.ts";

/** The same partner, asked by `ask` whatever it is asked. */
export function askedBy(partner: Partner, ask: <T>(call: () => Promise<T>) => Promise<T>): Partner {
  return {
    usage: () => ask(() => partner.usage()),
    createTask: (create) => ask(() => partner.createTask(create)),
    task: (taskId) => ask(() => partner.task(taskId)),
    download: (taskId) => ask(() => partner.download(taskId)),
  };
}

/**
 * `partner` for people who wait: each call waits for its turn first, and each answer teaches the budget.
 * They are told at once when the partner asked for a longer pause: nobody waits minutes for a click.
 */
export function paced(partner: Partner, budget: Budget): Partner {
  return askedBy(heeding(partner, budget), async (call) => {
    const pausedMs = budget.pausedMs();
    if (pausedMs > longestClickMs) throw new RateLimited("the partner asked to wait", pausedMs);
    await budget.turn("people");
    return call();
  });
}

/**
 * `partner` for those who take their turn themselves, before they choose what to ask: a 429 pauses the
 * whole key, and a usage record sets its limit.
 */
export function heeding(partner: Partner, budget: Budget): Partner {
  const heeded = askedBy(partner, async (call) => {
    try {
      const value = await call();
      budget.answered();
      return value;
    } catch (error) {
      if (error instanceof RateLimited) {
        budget.refused(error.retryAfterMs);
      }
      throw error;
    }
  });
  return {
    ...heeded,
    usage: async () => {
      const usage = await heeded.usage();
      budget.setPerMinute(usage.requestsPerMinute);
      return usage;
    },
  };
}

/** Nobody waits longer for a click, in ms. */
export const longestClickMs = 5000;
