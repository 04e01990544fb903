import { type Socket, connect, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

import { listen } from "./listen.ts";

/** One request and its answer on a connection, as the client sees them; wall clock, ms. */
export type RoundTrip = {
  readonly side: string;
  /** `POST /api/chat.update` */
  readonly what: string;
  /** When the client wrote, and when the other side had it. */
  readonly from: number;
  readonly reached: number;
  /** When the other side answered, and when the client had it all. */
  answered: number;
  until: number;
  /** True for an answer that names a finished task. */
  isCompleted: boolean;
};

type Relay = {
  readonly side: string;
  readonly roundTripMs: number;
  /** The origin of the server behind it. */
  readonly to: string;
};

/**
 * Stands between a bot and a server that is far away: each direction takes half a round trip, and a
 * new connection two more, for TCP and TLS.
 */
export async function openRelay({ side, roundTripMs, to }: Relay) {
  const log: RoundTrip[] = [];
  const open = new Set<Socket>();
  const half = roundTripMs / 2;
  const server = createServer((near) => {
    const far = connect(Number(new URL(to).port), "127.0.0.1");
    const isOpenAt = Date.now() + 2 * roundTripMs;
    let current: RoundTrip | undefined;
    for (const socket of [near, far]) {
      open.add(socket.setNoDelay(true).on("close", () => open.delete(socket)));
    }
    carry(near, far, {
      arrives: () => Math.max(Date.now(), isOpenAt) + half,
      passed: (bytes, reached) => {
        const head = /^(?:GET|POST) \S+/u.exec(bytes.toString("latin1", 0, 200))?.[0];
        if (head === undefined) return;
        const trip = { side, what: head, from: Date.now(), reached };
        current = { ...trip, answered: Infinity, until: Infinity, isCompleted: false };
        log.push(current);
      },
    });
    carry(far, near, {
      arrives: () => Date.now() + half,
      passed: (bytes, until) => {
        if (current === undefined) return;
        current.answered = Math.min(current.answered, Date.now());
        current.until = until;
        current.isCompleted ||= bytes.includes('"status":"completed"');
      },
    });
  });
  return {
    origin: `http://127.0.0.1:${await listen(server)}`,
    log: (): readonly RoundTrip[] => log,
    /** Closes all connections, as the other side does after an hour. */
    closeIdle: (): void => {
      for (const socket of open) socket.destroy();
    },
  };
}

type Passing = {
  readonly arrives: () => number;
  readonly passed: (bytes: Buffer, at: number) => void;
};

/** Passes on what one socket reads, in its order and each piece at its time. */
function carry(from: Socket, to: Socket, { arrives, passed }: Passing): void {
  let last: Promise<void> | undefined;
  const inTurn = async (before: typeof last, at: number, what: () => void) => {
    await before;
    const wait = at - Date.now();
    if (wait > 0) await delay(wait);
    what();
  };
  const then = (at: number, what: () => void) => {
    last = inTurn(last, at, what);
  };
  from.on("data", (bytes: Buffer) => {
    const at = arrives();
    passed(bytes, at);
    then(at, () => void to.write(bytes));
  });
  from.on("end", () => then(arrives(), () => void to.end()));
  from.on("error", () => to.destroy());
  from.on("close", () => then(arrives(), () => void to.destroy()));
}

/**
 * Returns the round trips that went one after the other up to the last one: each begins after the one
 * before it was answered. None of them began before `since`.
 */
export function inARow(last: RoundTrip, log: readonly RoundTrip[], since: number) {
  const row: RoundTrip[] = [];
  let next: RoundTrip | undefined = last;
  while (next !== undefined) {
    row.unshift(next);
    const { from }: RoundTrip = next;
    next = log
      .filter((trip) => trip.from >= since && trip.until <= from)
      .sort((a, b) => b.until - a.until)[0];
  }
  return row;
}
