import type { App, Context } from "@slack/bolt";
import { z } from "zod";

/** One delivery from Slack, over HTTP or over a socket. */
export type Delivery = {
  readonly body: Readonly<Record<string, unknown>>;
  readonly retryNum?: number;
  readonly retryReason?: string;
  /** Tells Slack that it was taken. */
  readonly answer: (response?: unknown) => Promise<void>;
};

export type Intake = {
  readonly init: (app: Pick<App, "processEvent">) => void;
  /** True when there is an app to take deliveries. */
  readonly isOpen: () => boolean;
  /**
   * Runs a delivery through Bolt. Bolt acknowledges events before its listeners run; here an event
   * is acknowledged only after the listeners have recorded it.
   *
   * @throws the errors of the listeners: the event is then not acknowledged, and Slack delivers it
   * again.
   */
  readonly take: (delivery: Delivery) => Promise<void>;
  /** Waits for everything that is under way. */
  readonly drain: () => Promise<void>;
};

/** Marks of finished work, which is not repeated: see `Marks` in the store. */
type Marks = {
  readonly first: (name: string, forMs: number) => Promise<boolean>;
  readonly has: (name: string) => Promise<boolean>;
};

export function createIntake(marks?: Marks, onEvent?: () => void): Intake {
  const running = new Set<Promise<void>>();
  let app: Pick<App, "processEvent"> | undefined;

  const run = async ({ answer, ...delivery }: Delivery): Promise<void> => {
    if (app === undefined) throw new Error("a delivery came before the app was there");
    if (delivery.body["type"] !== "event_callback") {
      return await app.processEvent({ ...delivery, ack: answer });
    }
    onEvent?.();
    let answered: Promise<void> | undefined;
    const acknowledge = (): Promise<void> => (answered ??= answer());
    const customProperties = { [acknowledging]: acknowledge };
    const mark = markOf(delivery.body);
    if (mark !== undefined && (await marks?.has(mark)) === true) return await acknowledge();
    await app.processEvent({ ...delivery, ack: async () => {}, customProperties });
    // Only now: an event that was not recorded has to come again.
    if (mark !== undefined) await marks?.first(mark, retriedMs);
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

/** Returns a mark for an event that may have an effect; people's talk in a channel has no mark. */
function markOf({ event_id: id, event }: Delivery["body"]): string | undefined {
  if (typeof id !== "string") return undefined;
  const talk = talkSchema.safeParse(event);
  return talk.success ? undefined : `event.${id}`;
}

const talkSchema = z.object({
  type: z.literal("message"),
  channel_type: z.enum(["channel", "group", "mpim"]),
  thread_ts: z.undefined(),
  files: z.undefined(),
});

/** Slack retries for an hour and, if the app is set so, for a day. */
const retriedMs = 86_400_000;

/**
 * Acknowledges an event before its listener is finished: for work that records nothing, so that
 * nothing can be lost.
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
  /** Calls `onLate` after the time, unless the returned function is called first. */
  readonly begin: (onLate: () => void) => () => void;
};

type Deps = {
  /** Monotonic clock, ms. */
  readonly tick: () => number;
  readonly sleep: (ms: number) => Promise<void>;
};

/**
 * Watches for work that takes longer than `limitMs`. One sleeper serves all: a timer for each
 * click, cancelled again, cost more than the check of its signature.
 */
export function createLateWatch({ tick, sleep }: Deps, limitMs: number): LateWatch {
  /** In the order in which they began, in which they also become late. */
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
