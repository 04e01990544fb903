import type { WebSocket } from "ws";

import type { World } from "../world.ts";
import type { Acks } from "./acks.ts";

export type Farewell = "warning" | "refresh_requested" | "link_disabled";

/** The open sockets of the app, taken in turn. */
export function createConnections(world: World, acks: Acks) {
  const open: WebSocket[] = [];
  const tell = () => world.changes.announce({ kind: "sockets", connections: open.length });

  function leave(socket: WebSocket): void {
    if (open.includes(socket)) open.splice(open.indexOf(socket), 1);
    tell();
  }

  const greet = (socket: WebSocket): void => {
    open.push(socket);
    // A killed bot resets its sockets; each ends with "close" all the same.
    socket.on("error", () => undefined);
    socket.on("close", () => leave(socket));
    socket.on("message", (raw: Buffer) => acks.hear(raw));
    socket.send(JSON.stringify(hello(world, open.length)));
    tell();
  };

  return {
    count: (): number => open.length,
    greet,
    /** Each in its turn. */
    next(): WebSocket | undefined {
      const socket = open.shift();
      if (socket !== undefined) open.push(socket);
      return socket;
    },
    /** Tells every socket to go, as Slack does every few hours; a warned one still hears. */
    dismiss(reason: Farewell): void {
      for (const socket of open.slice()) {
        socket.send(
          JSON.stringify({ type: "disconnect", reason, debug_info: { host: "sandbox" } }),
        );
        if (reason !== "warning") leave(socket);
      }
    },
    cut(): void {
      for (const socket of open.slice()) socket.terminate();
    },
  };
}

const hello = (world: World, connections: number) => ({
  type: "hello",
  num_connections: connections,
  debug_info: { host: "sandbox", approximate_connection_time: 18_060 },
  connection_info: { app_id: world.app.id },
});
