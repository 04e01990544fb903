import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

import type { World } from "../world.ts";
import { createAcks } from "./acks.ts";
import { createConnections, type Farewell } from "./connections.ts";
import { createDoor } from "./door.ts";
import { failure, type Attempt, type Outgoing, type Receipt } from "./outgoing.ts";

export type Sockets = ReturnType<typeof createSockets>;

const envelopeTypes = {
  event: "events_api",
  interactive: "interactive",
  command: "slash_commands",
} as const;

/** Socket Mode: each payload goes to any one open socket, in turn, and waits for its envelope's ack. */
export function createSockets({ world, deadlineMs }: { world: World; deadlineMs: number }) {
  const acks = createAcks(deadlineMs);
  const connections = createConnections(world, acks);
  const door = createDoor({ newId: () => world.ids.id(""), ...connections });
  let isOn = false;

  return {
    /** True once the app has asked for a socket: from then on nothing goes over HTTP. */
    isOn: () => isOn,
    /** Events and clicks go over HTTP again. */
    switchOff(): void {
      isOn = false;
    },
    connections: connections.count,
    /** The address of a new socket, good for one connection. */
    ticketUrl(): string {
      isOn = true;
      return `${world.origin().replace(/^http/, "ws")}/link/?ticket=${door.ticket()}`;
    },
    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer): void =>
      door.upgrade(request, socket, head),
    async send(outgoing: Outgoing, attempt: Attempt): Promise<Receipt> {
      const socket = connections.next();
      if (socket === undefined) return failure("connection_failed");
      const id = world.ids.id("e-");
      socket.send(JSON.stringify(envelope(outgoing, attempt, id)));
      return acks.wait(id);
    },
    disconnect: (reason: Farewell): void => connections.dismiss(reason),
    /** Cuts every socket without a word. */
    cut(): void {
      connections.cut();
      acks.abandon();
    },
  };
}

const envelope = ({ kind, payload }: Outgoing, { number, reason }: Attempt, id: string) => ({
  envelope_id: id,
  type: envelopeTypes[kind],
  payload,
  accepts_response_payload: kind !== "event",
  ...(kind === "event" ? { retry_attempt: number, retry_reason: reason ?? "" } : {}),
});
