import { type CarrierDeps, createCarrier } from "./carrier.ts";
import { subscriptionOf } from "./events.ts";
import type { DeliveryFaults } from "./faults.ts";
import type { Sent } from "./http-delivery.ts";
import type { Outgoing, Receipt } from "./outgoing.ts";
import { createRetries, type Late } from "./retries.ts";

export type Outbox = ReturnType<typeof createOutbox>;

type Deps = CarrierDeps & {
  readonly faults: DeliveryFaults;
  readonly subscriptions: readonly string[];
};

/**
 * Carries events, interactions and commands to the bot, and events again where Slack would. The
 * later tries wait for `redeliver()`: no test and no demo waits five minutes.
 */
export function createOutbox(deps: Deps) {
  const carrier = createCarrier(deps);
  const retries = createRetries({ ...deps, carrier });
  const underWay = new Set<Promise<unknown>>();

  const deliver = (outgoing: Outgoing): Promise<Receipt> =>
    tracked(underWay, retries.send(outgoing, { number: 0, reason: undefined }));

  function deliverAll(all: readonly Outgoing[]): Promise<readonly Receipt[]> {
    const wanted = all.filter((one) => deps.subscriptions.includes(subscriptionOf(one)));
    return Promise.all(wanted.map(deliver));
  }

  function redeliverWhere(isWanted: (one: Late) => boolean): Promise<readonly Receipt[]> {
    const again = ({ outgoing, attempt }: Late) =>
      tracked(underWay, retries.send(outgoing, attempt));
    return Promise.all(retries.takeWhere(isWanted).map(again));
  }

  return {
    /** Names the bot's HTTP address, which switches Socket Mode off; nothing takes it away. */
    connect(url: string | undefined): void {
      carrier.connect(url);
      if (url !== undefined) deps.sockets.switchOff();
    },
    /** An interaction or a command: tried once, as Slack does. */
    deliver,
    /** Events that the app subscribes to; the others go nowhere. */
    deliverAll,
    /** The same without waiting: the Web API answers before its events arrive. */
    dispatch: (all: readonly Outgoing[]): void => void deliverAll(all),
    /** Tries again now whatever waits for a later try. */
    redeliver: () => redeliverWhere(() => true),
    /** Tries again what is due by the clock. */
    redeliverDue: () => redeliverWhere(({ dueAt }) => dueAt <= deps.world.now()),
    waiting: retries.waiting,
    /** What went over HTTP, byte for byte. */
    sent: carrier.sent,
    /** Sends the same bytes once more, headers and all. */
    replay: (one: Sent) => tracked(underWay, carrier.replay(one)),
    /** Resolves when nothing is on its way. */
    async settled(): Promise<void> {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}

async function tracked<T>(underWay: Set<Promise<unknown>>, work: Promise<T>): Promise<T> {
  underWay.add(work);
  try {
    return await work;
  } finally {
    underWay.delete(work);
  }
}
