import { PartnerError, RateLimitedError, UnauthorizedError } from "#domain/errors.ts";
import type { Download, Partner } from "#domain/partner.ts";
import { remember, type Clock } from "#lib/clock.ts";

import { type Asker, type Budget, longestClickMs } from "./budget.ts";

export type Endpoint = "usage" | "create" | "task" | "download";

type AccessDeps = Pick<Clock, "tick" | "sleep"> & {
  readonly partner: Partner;
  readonly budget: Budget;
  /** Called once when our key is refused, until it is accepted again. */
  readonly onRefused: () => void;
  readonly onAccepted: () => void;
  /**
   * Receives the outcome of each request: `ok`, or the fault's name. A request that we cut short is
   * `RequestAbortedError`, and any error that is no fault of the partner is `other`.
   */
  readonly onEnd: (endpoint: Endpoint, outcome: string) => void;
};

/**
 * Guards one API key for the rest of Galley: calls stay within its budget, and stop while it is
 * refused.
 */
export function createAccess(deps: AccessDeps) {
  const { budget } = deps;
  const { tryKey, ...forWork } = withCircuitBreaker({ ...deps, partner: withRateLearning(deps) });
  /**
   * For people who wait: each call takes a turn from their share. It throws RateLimitedError at once when
   * that would take longer than a click may.
   */
  const paced = (asker: Asker) =>
    askedBy(forWork, async (call) => {
      const waitMs = budget.waitMs(asker);
      if (waitMs > longestClickMs) throw new RateLimitedError("no request is free soon", waitMs);
      await budget.turn(asker);
      return call();
    });
  const links = remember<Download>({ now: deps.tick, ms: linkMs });
  return {
    /** For the worker, which takes its turn before it chooses a request. */
    forWork,
    forPeople: paced("people"),
    /**
     * Returns a fresh link to the result of a task. Another click soon after gets the same one, and
     * costs no request.
     */
    openLink: (taskId: string, person: string) =>
      links(taskId, () => paced({ person }).download(taskId)),
    turn: (signal: AbortSignal) => budget.turn("work", signal),
    tryKey,
  };
}

/** Not in the contract: how long a link lives. */
const linkMs = 20_000;

function askedBy(
  partner: Partner,
  ask: <T>(call: () => Promise<T>, endpoint: Endpoint) => Promise<T>,
): Partner {
  return {
    usage: () => ask(() => partner.usage(), "usage"),
    createTask: (create) => ask(() => partner.createTask(create), "create"),
    bodyDigest: partner.bodyDigest,
    task: (taskId) => ask(() => partner.task(taskId), "task"),
    download: (taskId) => ask(() => partner.download(taskId), "download"),
  };
}

/** Learns from each answer: a 429 pauses the whole key, and a usage record sets its limit. */
function withRateLearning({ partner, budget, onEnd }: AccessDeps): Partner {
  const calls = askedBy(partner, async (call, endpoint) => {
    try {
      const value = await call();
      onEnd(endpoint, "ok");
      budget.answered();
      return value;
    } catch (error) {
      onEnd(endpoint, error instanceof PartnerError ? error.name.replace(/Error$/u, "") : "other");
      if (error instanceof RateLimitedError) budget.refused(error.retryAfterMs);
      throw error;
    }
  });
  return {
    ...calls,
    usage: async () => {
      const usage = await calls.usage();
      budget.setPerMinute(usage.requestsPerMinute);
      return usage;
    },
  };
}

/**
 * Stops all calls while the partner refuses our key. After one 401 every call fails at once, and
 * only GET /usage is tried until the key is accepted again. The first try is soon, since a 401 may
 * be a fault of an intermediary; then every five minutes, and on request. People are told which
 * requests failed meanwhile. Running tasks are kept, because a refused key says nothing about them.
 * Contract, Authentication 4.
 */
function withCircuitBreaker({ partner, sleep, onRefused, onAccepted }: AccessDeps) {
  /** Set while the key is refused; aborted once it is accepted. */
  let refusal: AbortController | undefined;
  /** Requests GET /usage once, at once, if the key is refused. Never throws. */
  const tryKey = async (): Promise<void> => {
    const tried = refusal;
    if (tried === undefined) return;
    // Also an unreachable partner has not accepted it: the next try is soon enough.
    const usage = await partner.usage().catch(() => undefined);
    if (usage === undefined || refusal !== tried) return;
    refusal = undefined;
    tried.abort();
    onAccepted();
  };
  const open = async (): Promise<void> => {
    if (refusal !== undefined) return;
    refusal = new AbortController();
    const { signal } = refusal;
    onRefused();
    for (let waitMs = firstProbeMs; !signal.aborted; waitMs = probeMs) {
      await sleep(waitMs, signal);
      if (!signal.aborted) await tryKey();
    }
  };
  const guard = async <T>(call: () => Promise<T>): Promise<T> => {
    if (refusal !== undefined)
      throw new UnauthorizedError("the key was refused; not tried again yet");
    try {
      return await call();
    } catch (error) {
      if (error instanceof UnauthorizedError) void open();
      throw error;
    }
  };
  return { ...askedBy(partner, guard), tryKey };
}

const firstProbeMs = 10_000;
const probeMs = 300_000;
