import { RateLimited } from "../core/faults.ts";
import type { Partner } from "../core/partner.ts";
import type { Budget } from "./budget.ts";
import type { Lane } from "./pace.ts";

/**
 * `partner` where each call waits for its turn first, and each answer teaches the budget. People are told
 * at once when the partner asked for a longer pause: nobody waits minutes for a click.
 */
export function paced(partner: Partner, budget: Budget, lane: Lane): Partner {
  const heeded = heeding(partner, budget);
  const inTurn = async <T>(call: () => Promise<T>): Promise<T> => {
    const pausedMs = budget.pausedMs();
    if (lane === "people" && pausedMs > longestClickMs) {
      throw new RateLimited("the partner asked to wait", pausedMs);
    }
    await budget.turn(lane);
    return call();
  };
  return {
    usage: () => inTurn(() => heeded.usage()),
    createTask: (create) => inTurn(() => heeded.createTask(create)),
    task: (taskId) => inTurn(() => heeded.task(taskId)),
    download: (taskId) => inTurn(() => heeded.download(taskId)),
  };
}

/**
 * `partner` for those who take their turn themselves, before they choose what to ask: a 429 pauses the
 * whole key, and a usage record sets its limit.
 */
export function heeding(partner: Partner, budget: Budget): Partner {
  const heed = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      const value = await answer;
      budget.answered();
      return value;
    } catch (error) {
      if (error instanceof RateLimited) {
        budget.refused(error.retryAfterMs);
      }
      throw error;
    }
  };
  return {
    usage: async () => {
      const usage = await heed(partner.usage());
      budget.setPerMinute(usage.requestsPerMinute);
      return usage;
    },
    createTask: (create) => heed(partner.createTask(create)),
    task: (taskId) => heed(partner.task(taskId)),
    download: (taskId) => heed(partner.download(taskId)),
  };
}

/** Nobody waits longer for a click, in ms. */
export const longestClickMs = 5000;
