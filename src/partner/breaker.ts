import { Unauthorized } from "../domain/faults.ts";
import type { Partner } from "../domain/partner.ts";

type Deps = {
  readonly partner: Partner;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Our key was refused: said once, until it is accepted again. */
  readonly onOpen: () => void;
  readonly onClose: () => void;
};

/**
 * The partner, left alone while it refuses our key: after one 401 every call fails at once, and only GET
 * /usage is tried until the key is accepted again: soon, since a 401 may have been a slip of somebody in
 * between, then every five minutes. What was asked for meanwhile is
 * told to people; running tasks are kept, for a refused key says nothing about them. Contract,
 * Authentication 4.
 */
export function withBreaker(deps: Deps): Partner {
  const { partner, onOpen } = deps;
  let isRefused = false;
  const open = async (): Promise<void> => {
    if (isRefused) return;
    isRefused = true;
    onOpen();
    await untilAccepted(deps);
    isRefused = false;
    deps.onClose();
  };
  const guard = async <T>(call: () => Promise<T>): Promise<T> => {
    if (isRefused) throw new Unauthorized("the key was refused; not tried again yet");
    try {
      return await call();
    } catch (error) {
      if (error instanceof Unauthorized) void open();
      throw error;
    }
  };
  return {
    usage: () => guard(partner.usage),
    createTask: (create) => guard(() => partner.createTask(create)),
    task: (taskId) => guard(() => partner.task(taskId)),
    download: (taskId) => guard(() => partner.download(taskId)),
  };
}

async function untilAccepted({ partner, sleep }: Deps): Promise<void> {
  for (let waitMs = firstProbeMs; ; waitMs = probeMs) {
    await sleep(waitMs);
    try {
      await partner.usage();
      return;
    } catch {
      // Still refused, or not to be reached: the next look is soon enough.
    }
  }
}

const firstProbeMs = 10_000;
const probeMs = 300_000;
