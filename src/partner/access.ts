import { RateLimited, Unauthorized } from "../core/faults.ts";
import type { Download, Partner } from "../core/partner.ts";
import type { Asker, Budget } from "./budget.ts";

export type PartnerAccess = ReturnType<typeof createAccess>;

/** Returns a fresh link to the result of a task, for a person who clicks. */
type OpenLink = (taskId: string, person: string) => Promise<Download>;

/**
 * Guards one API key for the rest of Galley: calls stay within its budget, and stop while it is
 * refused.
 */
export function createAccess(deps: {
  readonly partner: Partner;
  readonly budget: Budget;
  /** Monotonic clock, ms. */
  readonly tick: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly onRefused: () => void;
  readonly onAccepted: () => void;
}) {
  const { budget } = deps;
  const guarded = withBreaker(deps);
  return {
    /** For the worker, which takes its turn before it chooses a request. */
    forWork: heeding(guarded, budget),
    /** For a person who waits: each call takes a turn from the share for people. */
    forPeople: paced(guarded, budget),
    openLink: createLinks(
      (taskId, person) => paced(guarded, budget, { person }).download(taskId),
      deps.tick,
    ),
    turn: (signal: AbortSignal) => budget.turn("work", signal),
    tryKey: guarded.tryKey,
  };
}

export type Endpoint = "usage" | "create" | "task" | "download";

/** Returns the same partner, with every call made through `ask`. */
export function askedBy(
  partner: Partner,
  ask: <T>(call: () => Promise<T>, endpoint: Endpoint) => Promise<T>,
): Partner {
  return {
    usage: () => ask(() => partner.usage(), "usage"),
    createTask: (create) => ask(() => partner.createTask(create), "create"),
    task: (taskId) => ask(() => partner.task(taskId), "task"),
    download: (taskId) => ask(() => partner.download(taskId), "download"),
  };
}

/**
 * Returns `partner` for people who wait: each call waits for its turn first, and each answer
 * updates the budget. It throws RateLimited at once when the partner asked for a longer pause, or
 * when one person's share is used up: nobody waits minutes for a click.
 */
export function paced(partner: Partner, budget: Budget, asker: Asker = "people"): Partner {
  return askedBy(heeding(partner, budget), async (call) => {
    const pausedMs = budget.pausedMs();
    if (pausedMs > longestClickMs) throw new RateLimited("the partner asked to wait", pausedMs);
    const usedMs = asker === "people" ? 0 : budget.shareUsedMs(asker);
    if (usedMs > longestClickMs) throw new RateLimited("a person's share is used up", usedMs);
    await budget.turn(asker);
    return call();
  });
}

/**
 * Keeps a link, which lives for some minutes: another click soon after gets the same one, and costs
 * no request.
 */
export function createLinks(ask: OpenLink, tick: () => number): OpenLink {
  const links = new Map<string, { readonly at: number; readonly link: Promise<Download> }>();
  return async (taskId, person) => {
    for (const [id, { at }] of links) if (tick() - at >= linkMs) links.delete(id);
    const known = links.get(taskId);
    if (known !== undefined) return await known.link;
    const link = ask(taskId, person);
    links.set(taskId, { at: tick(), link });
    link.catch(() => links.delete(taskId));
    return await link;
  };
}

/** Not in the contract: how long a link lives. */
const linkMs = 20_000;

/**
 * Returns `partner` for callers that take their turn themselves, before they choose a request: a
 * 429 pauses the whole key, and a usage record sets its limit.
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

/** The longest wait for a click, in ms. */
export const longestClickMs = 5000;

type Deps = {
  readonly partner: Partner;
  /** Resolves after the time, or at once when the signal is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Called once when our key is refused, until it is accepted again. */
  readonly onRefused: () => void;
  readonly onAccepted: () => void;
};

/**
 * Stops all calls while the partner refuses our key. After one 401 every call fails at once, and
 * only GET /usage is tried until the key is accepted again. The first try is soon, since a 401 may
 * be a fault of an intermediary; then every five minutes, and on request. People are told which
 * requests failed meanwhile. Running tasks are kept, because a refused key says nothing about them.
 * Contract, Authentication 4.
 */
export function withBreaker({ partner, sleep, onRefused, onAccepted }: Deps) {
  /** Set while the key is refused; aborted once it is accepted. */
  let refusal: AbortController | undefined;
  /** Requests GET /usage once, at once, if the key is refused. Never throws. */
  const tryKey = async (): Promise<void> => {
    const tried = refusal;
    if (tried === undefined || !(await isAccepted(partner)) || refusal !== tried) return;
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
    if (refusal !== undefined) throw new Unauthorized("the key was refused; not tried again yet");
    try {
      return await call();
    } catch (error) {
      if (error instanceof Unauthorized) void open();
      throw error;
    }
  };
  return { ...askedBy(partner, guard), tryKey };
}

/** Returns false also for an unreachable partner: the next try is soon enough. */
async function isAccepted(partner: Partner): Promise<boolean> {
  return await partner.usage().then(
    () => true,
    () => false,
  );
}

const firstProbeMs = 10_000;
const probeMs = 300_000;
