import type { App } from "@slack/bolt";

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
    const isEvent = delivery.body["type"] === "event_callback";
    await app.processEvent({ ...delivery, ack: isEvent ? async () => {} : answer });
    if (isEvent) await answer();
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
