import { once } from "node:events";
import { type Socket, connect, createServer } from "node:net";

import type { Column } from "./columns.ts";

type Order = { readonly column: Column; readonly word: string };

/**
 * Opens a TCP wire to a Redis. It disturbs one command when told to, and carries all else
 * unchanged.
 */
export async function openRedisWire(url: string) {
  const to = new URL(url);
  const sockets = new Set<Socket>();
  let order: Order | undefined;
  let isPage = false;
  let silent = 0;
  const server = createServer((near) => {
    if (isPage) return void near.on("error", () => undefined).end(page);
    if (silent > 0) {
      silent -= 1;
      return void sockets.add(near.on("error", () => undefined).resume());
    }
    const far = connect(Number(to.port), to.hostname);
    keep(sockets, near, far);
    let struck: Column | undefined;
    near.on("data", (bytes: Buffer) => {
      if (order !== undefined && bytes.includes(order.word)) {
        struck = order.column;
        order = undefined;
      }
      if (struck === "reset before") near.destroy();
      else far.write(bytes);
    });
    far.on("data", (bytes: Buffer) => {
      const column = struck;
      struck = column === "timeout" ? column : undefined;
      answer({ near, far }, bytes, column);
    });
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  };
  const port = await listen(0);
  const shut = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    /** Applies the fault to the next bytes towards Redis that contain this word. */
    disturb: (column: Column, word: string) => {
      order = { column, word };
    },
    /** Answers as a web server from now on. */
    turnIntoPage: () => {
      isPage = true;
      for (const socket of sockets) socket.destroy();
    },
    /**
     * Drops every connection. The next `unanswered` connections stay open and never get an answer.
     */
    lose: (unanswered: number) => {
      silent = unanswered;
      for (const socket of sockets) socket.destroy();
    },
    heal: async () => {
      isPage = false;
      if (!server.listening) await listen(port);
    },
    shut,
    [Symbol.asyncDispose]: shut,
  };
}

type Ends = { readonly near: Socket; readonly far: Socket };

function answer({ near, far }: Ends, bytes: Buffer, column: Column | undefined): void {
  if (column === "reset after commit") near.destroy();
  else if (column === "truncated") near.end(bytes.subarray(0, bytes.length / 2));
  else if (column === "slow") {
    // Later answers wait too, so that answers keep their order.
    far.pause();
    setTimeout(() => {
      near.write(bytes);
      far.resume();
    }, 100);
  } else if (column !== "timeout") near.write(bytes);
}

const page = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";

/** Ties both ends of a connection together, so that they close together. */
function keep(sockets: Set<Socket>, one: Socket, other: Socket): void {
  for (const [socket, peer] of [
    [one, other],
    [other, one],
  ] as const) {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      sockets.delete(socket);
      peer.destroy();
    });
  }
}
