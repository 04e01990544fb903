import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

const known = new WeakSet<Socket>();

/** Notes that the caller of this connection has proved who it is. */
export function knowCaller({ socket }: IncomingMessage): void {
  known.add(socket);
}

/** Keeps a server's connections at `most`: the oldest of an unknown caller gives way to a new one. */
export function limitConnections(server: Server, most: number): void {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    if (open.size > most) giveWay(open);
  });
}

function giveWay(open: ReadonlySet<Socket>): void {
  let oldest: Socket | undefined;
  for (const socket of open) {
    oldest ??= socket;
    if (!known.has(socket)) return void socket.destroy();
  }
  oldest?.destroy();
}
