import { Unauthorized } from "../core/faults.ts";
import type { Partner } from "../core/partner.ts";
import { askedBy } from "./paced.ts";

type Deps = {
  readonly partner: Partner;
  /** Resolves after the time, or at once when the signal is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Our key was refused: said once, until it is accepted again. */
  readonly onRefused: () => void;
  readonly onAccepted: () => void;
};

export type Breaker = Partner & {
  /** Asks GET /usage once, at once, if the key is refused; else nothing. Never throws. */
  readonly tryKey: () => Promise<void>;
};

/**
 * The partner, left alone while it refuses our key: after one 401 every call fails at once, and only GET
 * /usage is tried until the key is accepted again: soon, since a 401 may have been a slip of somebody in
 * between, then every five minutes, and whenever somebody asks for it. What was asked for meanwhile is
 * told to people; running tasks are kept, for a refused key says nothing about them. Contract,
 * Authentication 4.
 */
export function withBreaker({ partner, sleep, onRefused, onAccepted }: Deps): Breaker {
  /** Aborted once the key is accepted; undefined while it is. */
  let refusal: AbortController | undefined;
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

/** False also for a partner that is not to be reached: the next look is soon enough. */
async function isAccepted(partner: Partner): Promise<boolean> {
  return await partner.usage().then(
    () => true,
    () => false,
  );
}

const firstProbeMs = 10_000;
const probeMs = 300_000;
