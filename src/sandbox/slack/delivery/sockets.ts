import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

import { type WebSocket, WebSocketServer } from "ws";

import { fieldsOf, parsedJson, textOf } from "../json.ts";
import type { World } from "../world.ts";
import { failure, type Attempt, type Outgoing, type Receipt } from "./outgoing.ts";

export type Sockets = ReturnType<typeof createSockets>;

const CONNECTIONS_MAX = 10;
const envelopeTypes = {
  event: "events_api",
  interactive: "interactive",
  command: "slash_commands",
} as const;

/** Socket Mode: each payload goes to any one open socket, in turn, and waits for its envelope's ack. */
export function createSockets(deps: { world: World; deadlineMs: number }) {
  const server = new WebSocketServer({ noServer: true });
  const tickets = new Set<string>();
  const acks = createAcks(deps.deadlineMs);
  const { open, greet } = createConnections(deps.world, acks);
  let isOn = false;

  return {
    /** True once the app has asked for a socket: from then on nothing goes over HTTP. */
    isOn: () => isOn,
    /** Events and clicks go over HTTP again. */
    switchOff: (): void => void (isOn = false),
    connections: () => open.length,
    /** The address of a new socket, good for one connection. */
    ticketUrl(): string {
      isOn = true;
      const ticket = deps.world.ids.id("");
      tickets.add(ticket);
      return `${deps.world.origin().replace(/^http/, "ws")}/link/?ticket=${ticket}`;
    },
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      const isWelcome = tickets.delete(ticketOf(request)) && open.length < CONNECTIONS_MAX;
      if (isWelcome) server.handleUpgrade(request, socket, head, greet);
      else socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    },
    async send(outgoing: Outgoing, attempt: Attempt): Promise<Receipt> {
      const socket = open.shift();
      if (socket === undefined) return failure("connection_failed");
      open.push(socket);
      const id = deps.world.ids.id("e-");
      socket.send(JSON.stringify(envelope(outgoing, attempt, id)));
      return acks.wait(id);
    },
    /** Tells every socket to go: Slack does so every few hours, and the app connects anew. */
    disconnect(reason: "warning" | "refresh_requested" | "link_disabled"): void {
      const farewell = { type: "disconnect", reason, debug_info: { host: "sandbox" } };
      for (const socket of open) socket.send(JSON.stringify(farewell));
    },
    /** Cuts every socket without a word. */
    cut(): void {
      for (const socket of open.slice()) socket.terminate();
      acks.abandon();
    },
  };
}

const ticketOf = ({ url }: IncomingMessage): string =>
  new URL(url ?? "/", "http://slack").searchParams.get("ticket") ?? "";

function createConnections(world: World, acks: ReturnType<typeof createAcks>) {
  const open: WebSocket[] = [];
  const tell = () => world.changes.announce({ kind: "sockets", connections: open.length });
  return {
    open,
    greet: (socket: WebSocket): void => {
      open.push(socket);
      socket.on("close", () => {
        open.splice(open.indexOf(socket), 1);
        tell();
      });
      socket.on("message", (raw: Buffer) => acks.hear(raw));
      socket.send(JSON.stringify(hello(world, open.length)));
      tell();
    },
  };
}

const hello = (world: World, connections: number) => ({
  type: "hello",
  num_connections: connections,
  debug_info: { host: "sandbox", approximate_connection_time: 18_060 },
  connection_info: { app_id: world.app.id },
});

const envelope = ({ kind, payload }: Outgoing, { number, reason }: Attempt, id: string) => ({
  envelope_id: id,
  type: envelopeTypes[kind],
  payload,
  accepts_response_payload: kind !== "event",
  ...(kind === "event" ? { retry_attempt: number, retry_reason: reason ?? "" } : {}),
});

/** Envelopes that wait for their ack, each as long as Slack would wait. */
function createAcks(deadlineMs: number) {
  const waiting = new Map<string, (receipt: Receipt) => void>();
  return {
    hear(raw: Buffer): void {
      const ack = fieldsOf(parsedJson(raw.toString()));
      const receipt: Receipt = { status: "acknowledged", body: ack["payload"] };
      waiting.get(textOf(ack["envelope_id"]))?.(receipt);
    },
    /** No ack can come any more. */
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
