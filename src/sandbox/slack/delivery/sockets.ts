import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

import { type WebSocket, WebSocketServer } from "ws";

import { fieldsOf, parsedJson, textOf } from "#sandbox/slack/json.ts";
import type { World } from "#sandbox/slack/world.ts";

import { type Attempt, type Outgoing, type Receipt, failure } from "./outgoing.ts";

const CONNECTIONS_MAX = 10;

export type Sockets = ReturnType<typeof createSockets>;
type Acks = ReturnType<typeof createAcks>;

/** Serves Socket Mode: each payload goes to one open socket in turn, and waits for its ack. */
export function createSockets({ world, deadlineMs }: { world: World; deadlineMs: number }) {
  const acks = createAcks(deadlineMs);
  const connections = createConnections(world, acks);
  const server = new WebSocketServer({ noServer: true });
  const tickets = new Set<string>();
  let isOn = false;

  return {
    /** True once the app has requested a socket: from then on nothing goes over HTTP. */
    isOn: () => isOn,
    /** Sends events and clicks over HTTP again. */
    switchOff(): void {
      isOn = false;
    },
    connections: () => connections.open.length,
    /** Returns the address of a new socket, valid for one connection. */
    ticketUrl(): string {
      isOn = true;
      const ticket = world.ids.id("");
      tickets.add(ticket);
      return `${world.origin().replace(/^http/, "ws")}/link/?ticket=${ticket}`;
    },
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      const { searchParams } = new URL(request.url ?? "", "http://slack");
      const hasRoom = connections.open.length < CONNECTIONS_MAX;
      const isWelcome = tickets.delete(searchParams.get("ticket") ?? "") && hasRoom;
      if (isWelcome) server.handleUpgrade(request, socket, head, connections.greet);
      else socket.on("error", () => undefined).end("HTTP/1.1 403 Forbidden\r\n\r\n");
    },
    async send(outgoing: Outgoing, attempt: Attempt): Promise<Receipt> {
      const socket = connections.open.shift();
      if (socket === undefined) return failure("connection_failed");
      connections.open.push(socket);
      const id = world.ids.id("e-");
      socket.send(JSON.stringify(envelope(outgoing, attempt, id)));
      return acks.wait(id);
    },
    /** Sends every socket a `disconnect`, as Slack does every few hours; a warned one still receives. */
    disconnect(reason: "warning" | "refresh_requested" | "link_disabled"): void {
      for (const socket of connections.open.slice()) {
        const debug_info = { host: "sandbox" };
        socket.send(JSON.stringify({ type: "disconnect", reason, debug_info }));
        if (reason !== "warning") connections.leave(socket);
      }
    },
    /** Sends every socket a frame as it is, whatever it is. */
    sendFrame(frame: string): void {
      for (const socket of connections.open) socket.send(frame);
    },
    /** Cuts every socket without a word. */
    cut(): void {
      for (const socket of connections.open.slice()) socket.terminate();
      acks.abandon();
    },
  };
}

function createConnections(world: World, acks: Acks) {
  const open: WebSocket[] = [];
  const tell = () => world.changes.announce({ kind: "sockets", connections: open.length });

  function leave(socket: WebSocket): void {
    if (open.includes(socket)) open.splice(open.indexOf(socket), 1);
    tell();
  }

  function greet(socket: WebSocket): void {
    open.push(socket);
    // A killed bot resets its sockets; each ends with "close" all the same.
    socket.on("error", () => undefined);
    socket.on("close", () => leave(socket));
    socket.on("message", (raw: Buffer) => acks.hear(raw));
    const hello = {
      type: "hello",
      num_connections: open.length,
      debug_info: { host: "sandbox", approximate_connection_time: 18_060 },
      connection_info: { app_id: world.app.id },
    };
    socket.send(JSON.stringify(hello));
    tell();
  }

  return { open, greet, leave };
}

/** Holds the envelopes that wait for their ack, each as long as Slack would wait. */
function createAcks(deadlineMs: number) {
  const waiting = new Map<string, (receipt: Receipt) => void>();
  return {
    hear(raw: Buffer): void {
      const ack = fieldsOf(parsedJson(raw.toString()));
      const receipt: Receipt = { status: "acknowledged", body: ack["payload"] };
      waiting.get(textOf(ack["envelope_id"]))?.(receipt);
    },
    /** Fails all waiting envelopes: no ack can come any more. */
    abandon(): void {
      for (const resolve of waiting.values()) resolve(failure("connection_failed"));
    },
    async wait(envelopeId: string): Promise<Receipt> {
      const { promise, resolve } = Promise.withResolvers<Receipt>();
      waiting.set(envelopeId, resolve);
      const signal = AbortSignal.timeout(deadlineMs);
      signal.addEventListener("abort", () => resolve(failure("http_timeout")));
      const receipt = await promise;
      waiting.delete(envelopeId);
      return receipt;
    },
  };
}

const envelopeTypes = {
  event: "events_api",
  interactive: "interactive",
  command: "slash_commands",
} as const;

const envelope = ({ kind, payload }: Outgoing, { number, reason }: Attempt, id: string) => ({
  envelope_id: id,
  type: envelopeTypes[kind],
  payload,
  accepts_response_payload: kind !== "event",
  ...(kind === "event" ? { retry_attempt: number, retry_reason: reason ?? "" } : {}),
});
