import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

const callers = new WeakMap<Socket, string>();

/**
 * Notes that the caller of this connection has proved who it is.
 *
 * @param name the same for all connections of one caller
 */
export function knowCaller({ socket }: IncomingMessage, name = addressOf(socket)): void {
  callers.set(socket, name);
}

type Limits = {
  /** Of all connections. */
  readonly most: number;
  /** Connections of one caller, or of one address while nobody knows who calls, that are slow. */
  readonly mostSlow: number;
  /** Monotonic clock, ms. */
  readonly tick?: () => number;
};

/** Ms: after it a connection is slow, since its last request began; longer for a known caller. */
const slowAfter = { unknown: 1000, known: 10_000 };

/**
 * Keeps a server reachable: when there are too many connections, the oldest of those who have most
 * gives way to a new one, and unknown callers give way first.
 */
export function limitConnections(
  server: Server,
  { most, mostSlow, tick = () => performance.now() }: Limits,
): void {
  /** When the last request of each began; the oldest stands first. */
  const open = new Map<Socket, number>();
  const touch = (socket: Socket): void => {
    open.delete(socket);
    open.set(socket, tick());
  };
  server.on("request", ({ socket }: IncomingMessage) => touch(socket));
  server.on("connection", (socket: Socket) => {
    touch(socket);
    socket.on("close", () => open.delete(socket));
    const slow = [...open].flatMap(([one, since]) => {
      const after = callers.has(one) ? slowAfter.known : slowAfter.unknown;
      return tick() - since > after ? [one] : [];
    });
    const crowd = largestOf(slow);
    if (crowd.length > mostSlow) crowd[0]?.destroy();
    if (open.size <= most) return;
    const all = [...open.keys()];
    const unknown = all.filter((one) => !callers.has(one));
    largestOf(unknown.length > 0 ? unknown : all)[0]?.destroy();
  });
}

/** Returns the connections of the caller, or the address, that has most of them. */
function largestOf(sockets: readonly Socket[]): readonly Socket[] {
  const groups = Map.groupBy(sockets, (one) => callers.get(one) ?? addressOf(one));
  return [...groups.values()].reduce((most, one) => (one.length > most.length ? one : most), []);
}

function addressOf({ remoteAddress = "" }: Socket): string {
  return remoteAddress;
}
