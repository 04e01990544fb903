import type { DeliveryFault, Faults } from "#sandbox/slack/faults.ts";
import { EVENTS } from "#sandbox/slack/options.ts";
import type { Records } from "#sandbox/slack/state/changes.ts";
import type { World } from "#sandbox/slack/world.ts";

import { subscriptionOf } from "./events.ts";
import {
  type Attempt,
  type Outgoing,
  type Receipt,
  type Sent,
  failure,
  sendOverHttp,
  written,
} from "./outgoing.ts";
import type { Sockets } from "./sockets.ts";

/** After the first, Slack tries an event three times more: at once, after a minute, after five. */
const RETRY_AFTER_MS = [0, 60_000, 300_000] as const;

type Deps = {
  readonly world: World;
  readonly sockets: Sockets;
  readonly records: Records;
  readonly faults: Faults;
  readonly signingSecret: string;
  readonly deadlineMs: number;
};

type Late = { readonly outgoing: Outgoing; readonly attempt: Attempt; readonly dueAt: number };
export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Carries events, interactions and commands to the bot, and repeats events as Slack would. The
 * later tries wait for `redeliver()`: no test and no demo waits five minutes.
 */
export function createOutbox(deps: Deps) {
  const carrier = createCarrier(deps);
  const late: Late[] = [];
  const send = createSend(deps, carrier, late);
  const underWay = new Set<Promise<unknown>>();

  async function tracked<T>(work: Promise<T>): Promise<T> {
    underWay.add(work);
    try {
      return await work;
    } finally {
      underWay.delete(work);
    }
  }

  const deliver = (outgoing: Outgoing): Promise<Receipt> =>
    tracked(send(outgoing, { number: 0, reason: undefined }));

  function deliverAll(all: readonly Outgoing[]): Promise<readonly Receipt[]> {
    const isWanted = (one: Outgoing) => EVENTS.some((event) => event === subscriptionOf(one));
    return Promise.all(all.filter(isWanted).map(deliver));
  }

  function redeliverWhere(isWanted: (one: Late) => boolean): Promise<readonly Receipt[]> {
    // Taken out first, so that no other call sends them as well.
    const all = late.splice(0);
    late.push(...all.filter((one) => !isWanted(one)));
    const matches = all.filter(isWanted);
    return Promise.all(matches.map(({ outgoing, attempt }) => tracked(send(outgoing, attempt))));
  }

  return {
    /** Sets the bot's HTTP address, which switches Socket Mode off; undefined removes it. */
    connect: (url: string | undefined): void => carrier.connect(url),
    /** An interaction or a command: tried once, as Slack does. */
    deliver,
    /** Sends the events to which the app subscribes; the others go nowhere. */
    deliverAll,
    /** The same without waiting: the Web API answers before its events arrive. */
    dispatch: (all: readonly Outgoing[]): void => void deliverAll(all),
    /** Retries now everything that waits for a later try. */
    redeliver: () => redeliverWhere(() => true),
    /** Retries everything that is due by the clock. */
    redeliverDue: () => redeliverWhere(({ dueAt }) => dueAt <= deps.world.now()),
    waiting: () => late.length,
    /** Returns all requests as sent over HTTP, byte for byte. */
    sent: carrier.sent,
    /** Sends the same bytes once more, headers and all. */
    replay: (one: Sent) => tracked(sendOverHttp(one, deps.deadlineMs)),
    /** Resolves when nothing is on its way. */
    async settled(): Promise<void> {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}

type Carrier = ReturnType<typeof createCarrier>;

/** Sends with the fault that is set, and keeps in `late` what Slack would try later. */
function createSend({ world, faults }: Deps, carrier: Carrier, late: Late[]) {
  return async function send(outgoing: Outgoing, attempt: Attempt): Promise<Receipt> {
    const fault = faults.ofDelivery(outgoing.name);
    if (fault?.fault === "late") late.push({ outgoing, attempt, dueAt: world.now() });
    if (fault?.fault === "late" || fault?.fault === "lost") return failure("connection_failed");
    const first = carrier.carry(outgoing, attempt, fault);
    const second = fault?.fault === "twice" ? carrier.carry(outgoing, attempt) : undefined;
    const [answered] = await Promise.all([first, second]);
    const receipt = fault?.fault === "answer-lost" ? failure("http_timeout") : answered;
    // Interactions and commands are tried once; only events come again.
    const wait = RETRY_AFTER_MS[attempt.number];
    const isOver = receipt.status === "acknowledged" || receipt.isFinal;
    if (isOver || outgoing.kind !== "event" || wait === undefined) return receipt;
    const next = { number: attempt.number + 1, reason: receipt.reason };
    if (wait === 0) return send(outgoing, next);
    late.push({ outgoing, attempt: next, dueAt: world.now() + wait });
    return receipt;
  };
}

/** Carries one delivery once, over a socket or over HTTP, and records it. */
function createCarrier({ world, sockets, records, signingSecret, deadlineMs }: Deps) {
  let url: string | undefined;
  const log: Sent[] = [];

  function overHttp(url: string, outgoing: Outgoing, context: Given): Promise<Receipt> {
    const { attempt, fault } = context;
    const ahead = fault?.fault === "timestamp" ? fault.aheadSeconds : 0;
    const secret = fault?.fault === "bad-signature" ? "somebody else's" : signingSecret;
    const signing = { secret, seconds: world.ids.seconds() + ahead };
    const one = written(outgoing, { url, attempt, signing });
    log.push(one);
    return sendOverHttp(one, deadlineMs);
  }

  return {
    sent: (): readonly Sent[] => log,
    connect(address: string | undefined): void {
      url = address;
      if (url !== undefined) sockets.switchOff();
    },
    async carry(outgoing: Outgoing, attempt: Attempt, fault?: DeliveryFault): Promise<Receipt> {
      const isOn = sockets.isOn();
      if (!isOn && url === undefined) return failure("connection_failed");
      const receipt =
        isOn || url === undefined
          ? await sockets.send(outgoing, attempt)
          : await overHttp(url, outgoing, { attempt, fault });
      records.record(deliveryLine(outgoing, receipt));
      return receipt;
    },
  };
}

type Given = { readonly attempt: Attempt; readonly fault: DeliveryFault | undefined };

const deliveryLine = (outgoing: Outgoing, receipt: Receipt) => ({
  direction: "to-bot" as const,
  name: outgoing.name,
  body: outgoing.payload,
  outcome: receipt.status === "acknowledged" ? "200" : String(receipt.httpStatus ?? receipt.reason),
  reply: receipt.status === "acknowledged" ? receipt.body : undefined,
});
