import type { World } from "../world.ts";
import type { createCarrier } from "./carrier.ts";
import type { DeliveryFaults } from "./faults.ts";
import { failure, type Attempt, type Outgoing, type Receipt } from "./outgoing.ts";

/** After the first, Slack tries an event three times more: at once, after a minute, after five. */
const RETRY_AFTER_MS = [0, 60_000, 300_000] as const;

export type Late = {
  readonly outgoing: Outgoing;
  readonly attempt: Attempt;
  readonly dueAt: number;
};

type Deps = {
  readonly world: World;
  readonly carrier: ReturnType<typeof createCarrier>;
  readonly faults: DeliveryFaults;
};

/** Sends with the fault that is set for it, and keeps what Slack would try again later. */
export function createRetries({ world, carrier, faults }: Deps) {
  const late: Late[] = [];

  async function send(outgoing: Outgoing, attempt: Attempt): Promise<Receipt> {
    const fault = faults.take(outgoing.name);
    if (fault?.fault === "lost") return failure("connection_failed");
    if (fault?.fault === "late") {
      late.push({ outgoing, attempt, dueAt: world.now() });
      return failure("connection_failed");
    }
    const first = carrier.carry(outgoing, attempt, fault);
    const second = fault?.fault === "twice" ? carrier.carry(outgoing, attempt) : undefined;
    const [receipt] = await Promise.all([first, second]);
    const isSeen = fault?.fault !== "answer-lost";
    return afterwards(outgoing, attempt, isSeen ? receipt : failure("http_timeout"));
  }

  /** Interactions and commands are tried once; only events come again. */
  function afterwards(outgoing: Outgoing, attempt: Attempt, receipt: Receipt) {
    const wait = RETRY_AFTER_MS[attempt.number];
    const isOver = receipt.status === "acknowledged" || receipt.isFinal;
    if (isOver || outgoing.kind !== "event" || wait === undefined) return receipt;
    const next = { number: attempt.number + 1, reason: receipt.reason };
    if (wait === 0) return send(outgoing, next);
    late.push({ outgoing, attempt: next, dueAt: world.now() + wait });
    return receipt;
  }

  return {
    send,
    waiting: () => late.length,
    /** Takes out what is wanted, so that it is sent by nobody else. */
    takeWhere(isWanted: (one: Late) => boolean): readonly Late[] {
      const all = late.splice(0);
      late.push(...all.filter((one) => !isWanted(one)));
      return all.filter(isWanted);
    },
  };
}
