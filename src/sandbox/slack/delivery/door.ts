import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

import { type WebSocket, WebSocketServer } from "ws";

const CONNECTIONS_MAX = 10;

type Deps = {
  readonly newId: () => string;
  readonly count: () => number;
  readonly greet: (socket: WebSocket) => void;
};

/** Lets sockets in: by a ticket that is good for one connection, and ten at most. */
export function createDoor({ newId, count, greet }: Deps) {
  const server = new WebSocketServer({ noServer: true });
  const tickets = new Set<string>();

  return {
    ticket(): string {
      const ticket = newId();
      tickets.add(ticket);
      return ticket;
    },
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      const isWelcome = tickets.delete(ticketOf(request)) && count() < CONNECTIONS_MAX;
      if (isWelcome) server.handleUpgrade(request, socket, head, greet);
      else socket.on("error", () => undefined).end("HTTP/1.1 403 Forbidden\r\n\r\n");
    },
  };
}

const ticketOf = ({ url }: IncomingMessage): string =>
  new URL(url ?? "/", "http://slack").searchParams.get("ticket") ?? "";
