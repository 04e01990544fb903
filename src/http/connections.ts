import type { IncomingMessage, Server, ServerResponse } from "node:http";
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

export function hasBody({ headers }: IncomingMessage): boolean {
  const { "content-length": length = "0", "transfer-encoding": coding } = headers;
  return length !== "0" || coding !== undefined;
}

type Limits = {
  /** Of all connections. */
  readonly most: number;
  /** Connections of one caller, or of one address while nobody knows who calls, that are slow. */
  readonly mostSlow: number;
  /** Monotonic clock, ms. */
  readonly tick?: () => number;
};

/** Ms for a head or a body, after which a connection is slow. */
const slowAfter = { unknown: 1000, known: 10_000 };

/**
 * Keeps a server reachable: when there are too many connections, the oldest of those who have most
 * gives way to a new one, and unknown callers give way first.
 */
export function limitConnections(
  server: Server,
  { most, mostSlow, tick = () => performance.now() }: Limits,
): void {
  /** Since when each keeps us waiting; never, while we answer it. The oldest stands first. */
  const open = new Map<Socket, number>();
  const touch = (socket: Socket, since = tick()): void => {
    open.delete(socket);
    if (!socket.destroyed) open.set(socket, since);
  };
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    touch(socket, hasBody(request) ? tick() : Infinity);
    response.on("close", () => touch(socket));
  });
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
