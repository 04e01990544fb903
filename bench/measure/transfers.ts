import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";

export type Transfer = {
  readonly kind: "read" | "send";
  /** Wall clock, ms. */
  readonly from: number;
  readonly until: number;
};

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

/** Records when large files left or reached any HTTP server of this process. */
export function watchLargeTransfers() {
  const all: Transfer[] = [];
  const waiting = new Set<() => void>();
  const note = (transfer: Transfer) => {
    all.push(transfer);
    if (transfer.kind === "send") for (const wake of waiting) wake();
  };
  subscribe("http.server.request.start", (message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node documents what this channel carries
    const { request, response } = message as Exchange;
    const { socket } = request;
    const from = Date.now();
    const before = { came: socket.bytesRead, left: socket.bytesWritten };
    response.on("close", () => {
      const until = Date.now();
      if (socket.bytesRead - before.came > large) note({ kind: "send", from, until });
      if (socket.bytesWritten - before.left > large) note({ kind: "read", from, until });
    });
  });
  return {
    all: (): readonly Transfer[] => all,
    /** Resolves when the next large file has been sent to one of our servers. */
    nextSend: () =>
      new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(wake);
          resolve();
        };
        waiting.add(wake);
      }),
  };
}

/** Bytes. */
const large = 10 * 1024 * 1024;
