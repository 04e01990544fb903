import type { App, Context } from "@slack/bolt";

/** One delivery from Slack, however it came: over HTTP or over a socket. */
export type Delivery = {
  readonly body: Readonly<Record<string, unknown>>;
  readonly retryNum?: number;
  readonly retryReason?: string;
  /** Tells Slack that it was taken. */
  readonly answer: (response?: unknown) => Promise<void>;
};

export type Intake = {
  readonly init: (app: Pick<App, "processEvent">) => void;
  /** Whether there is an app to take anything. */
  readonly isOpen: () => boolean;
  /**
   * Runs a delivery through Bolt. Bolt acknowledges events before its listeners run; here Slack hears of an
   * event only after the listeners have recorded it.
   *
   * @throws what the listeners threw: then an event is not acknowledged, and Slack delivers it again.
   */
  readonly take: (delivery: Delivery) => Promise<void>;
  /** Waits for everything that is under way. */
  readonly drain: () => Promise<void>;
};

export function createIntake(): Intake {
  const running = new Set<Promise<void>>();
  let app: Pick<App, "processEvent"> | undefined;

  const run = async ({ answer, ...delivery }: Delivery): Promise<void> => {
    if (app === undefined) throw new Error("a delivery came before the app was there");
    if (delivery.body["type"] !== "event_callback") {
      return await app.processEvent({ ...delivery, ack: answer });
    }
    let answered: Promise<void> | undefined;
    const acknowledge = (): Promise<void> => (answered ??= answer());
    const customProperties = { [acknowledging]: acknowledge };
    await app.processEvent({ ...delivery, ack: async () => {}, customProperties });
    await acknowledge();
  };

  return {
    init: (started) => {
      app = started;
    },
    isOpen: () => app !== undefined,
    take: async (delivery) => {
      const work = run(delivery);
      running.add(work);
      try {
        await work;
      } finally {
        running.delete(work);
      }
    },
    drain: async () => {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}

/**
 * Tells Slack that an event was taken before its listener is through: for work of which nothing is recorded,
 * so that there is nothing to be lost by it.
 */
export async function acknowledgeEvent(context: Context): Promise<void> {
  const acknowledge: unknown = context[acknowledging];
  if (isAcknowledging(acknowledge)) await acknowledge();
}

function isAcknowledging(value: unknown): value is () => Promise<void> {
  return typeof value === "function";
}

const acknowledging = "acknowledgeEvent";

export type LateWatch = {
  /** `onLate` is called once the time is over, unless what is given back was called before. */
  readonly begin: (onLate: () => void) => () => void;
};

type Deps = {
  /** Monotonic clock, ms. */
  readonly tick: () => number;
  readonly sleep: (ms: number) => Promise<void>;
};

/**
 * Watches over what should be done within `limitMs`. One sleeper for all: a timer for each click that is
 * taken back again cost more than to check its signature.
 */
export function createLateWatch({ tick, sleep }: Deps, limitMs: number): LateWatch {
  /** In the order in which they began, which is that in which they are late. */
  const waiting = new Set<{ readonly due: number; readonly onLate: () => void }>();
  let isWatching = false;
  const watch = async (): Promise<void> => {
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const rest = next.due - tick();
      if (rest > 0) await sleep(rest);
      else if (waiting.delete(next)) next.onLate();
    }
    isWatching = false;
  };
  return {
    begin: (onLate) => {
      const entry = { due: tick() + limitMs, onLate };
      waiting.add(entry);
      if (!isWatching) {
        isWatching = true;
        void watch();
      }
      return () => waiting.delete(entry);
    },
  };
}
