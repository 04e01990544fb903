import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { buffer, text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";

import { request as ask } from "#lib/http.ts";

import type { Column } from "./columns.ts";

/** A request as the wire sees it: `POST /tasks` and its whole body. */
export type Passing = { readonly line: string; readonly body: string };

type Order = {
  readonly column: Column;
  readonly on: (passing: Passing) => boolean;
  times: number;
};
type Carried = { readonly request: IncomingMessage; readonly response: ServerResponse };

/**
 * Opens an HTTP wire to `origin`. It carries everything unchanged except what it is told to
 * disturb.
 */
export async function openWire(origin: string) {
  const orders: Order[] = [];
  const passed: string[] = [];
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    carry({ request, response }).catch(() => request.socket.destroy());
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  };
  const port = await listen(0);
  const here = `http://127.0.0.1:${port}`;
  const shut = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };

  async function carry({ request, response }: Carried): Promise<void> {
    const asked = await buffer(request);
    const line = `${request.method} ${request.url}`;
    passed.push(line);
    const passing = { line, body: asked.toString("latin1") };
    const order = orders.find(({ on, times }) => times > 0 && on(passing));
    if (order !== undefined) order.times -= 1;
    const forward = () => forwarded(request, asked);
    await disturbed(order?.column, { forward, request, response });
  }

  async function forwarded(request: IncomingMessage, body: Buffer) {
    const { connection: _, "transfer-encoding": __, ...headers } = request.headers;
    const method = request.method === "POST" ? "POST" : "GET";
    const reply = await ask(`${origin}${request.url}`, {
      method,
      headers,
      body: method === "POST" ? body : null,
    });
    // The other side's own address becomes that of the wire.
    const said = (await text(reply.body)).replaceAll(origin, here);
    return { status: reply.statusCode, type: String(reply.headers["content-type"]), said };
  }

  return {
    origin: here,
    /** The request lines that it carried, in order. */
    passed,
    /** Applies the fault to the next `times` requests that match. */
    disturb: (column: Column, on: Order["on"], times = 1) =>
      void orders.push({ column, on, times }),
    heal: () => void orders.splice(0),
    /** Stops listening: connections are refused. */
    shut,
    open: () => listen(port),
    [Symbol.asyncDispose]: shut,
  };
}

type Reply = { readonly status: number; readonly type: string; readonly said: string };
type Case = Carried & { readonly forward: () => Promise<Reply> };

async function disturbed(column: Column | undefined, one: Case): Promise<void> {
  const { request, response, forward } = one;
  if (column === undefined || column === "refused") return send(response, await forward());
  if (isStatus(column)) return refuse(response, column);
  if (isNo(column)) return send(response, asJson({ ok: false, error: words[column] }));
  switch (column) {
    case "reset before":
      return void request.socket.destroy();
    case "reset after commit":
      await forward();
      return void request.socket.destroy();
    case "timeout":
      await forward();
      // No answer ever comes, and the caller gives up.
      return;
    case "slow": {
      const reply = await forward();
      await delay(100);
      return send(response, reply);
    }
    case "duplicate": {
      const reply = await forward();
      await forward();
      return send(response, reply);
    }
    case "redirect":
      return void response.writeHead(302, { location: "https://slack.example/login" }).end();
    case "late":
      throw new Error("what is late is another answer for each call: see the local Slack");
    case "HTML":
      await forward();
      return send(response, { status: 200, type: "text/html", said: "<html>Welcome</html>" });
    case "truncated": {
      const reply = await forward();
      return send(response, { ...reply, said: reply.said.slice(0, reply.said.length / 2) });
    }
    case "wrong type": {
      const reply = await forward();
      return send(response, { ...reply, said: JSON.stringify(mistyped(JSON.parse(reply.said))) });
    }
  }
}

type No = Extract<Column, `no: ${string}`>;

/** A word of each meaning: see `slack/answers.ts`. */
const words: Readonly<Record<No, string>> = {
  "no: gone": "no_such_subteam",
  "no: not here": "restricted_action",
  "no: not now": "message_limit_exceeded",
  "no: ours": "missing_scope",
  "no: unknown": "a_word_that_nobody_has_seen",
};

function isNo(column: Column): column is No {
  return column.startsWith("no: ");
}

function asJson(body: unknown): Reply {
  return { status: 200, type: "application/json", said: JSON.stringify(body) };
}

type Status = Extract<Column, `${number}` | `429 ${string}`>;

function isStatus(column: Column): column is Status {
  return /^\d/u.test(column);
}

function refuse(response: ServerResponse, column: Status): void {
  const [status = "", ...form] = column.split(" ");
  const wait = waits.get(form.join(" "))?.();
  if (wait !== undefined) response.setHeader("retry-after", wait);
  send(response, { status: Number(status), type: "text/plain", said: "" });
}

const waits: ReadonlyMap<string, () => string> = new Map([
  ["in seconds", () => "7"],
  ["by a date", () => new Date(Date.now() + 9000).toUTCString()],
  ["unreadable", () => "soon"],
]);

function send(response: ServerResponse, { status, type, said }: Reply): void {
  const body = Buffer.from(said);
  response.setHeader("content-type", type);
  response.writeHead(status, { "content-length": body.length }).end(body);
}

/** Keeps the shape, but turns texts into numbers, numbers into texts and lists into objects. */
function mistyped(value: unknown): unknown {
  if (typeof value === "string") return 7;
  if (typeof value === "number") return "seven";
  if (Array.isArray(value)) return { 0: "no list" };
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, mistyped(field)]));
}
