import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { buffer } from "node:stream/consumers";

import { Agent, request } from "#lib/http.ts";

/**
 * `before`: the call never arrives. `after`: its reply is lost. `replied`: the kill follows the
 * reply.
 */
export type CallStrike = {
  readonly name: string;
  readonly nth: number;
  readonly when: "before" | "after" | "replied";
};

/**
 * Opens a gate before one of the outside worlds. It passes every call until the one to be struck.
 *
 * @param nameOf returns the name of a call from its method and path
 */
export async function openGate(deps: {
  readonly origin: string;
  readonly nameOf: (method: string, path: string) => string;
  readonly kill: () => void;
}) {
  const { origin, nameOf, kill } = deps;
  const dispatcher = new Agent();
  const state = { seen: new Map<string, number>(), strike: undefined as CallStrike | undefined };
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });

  const isMeant = (name: string): CallStrike | undefined => {
    const nth = (state.seen.get(name) ?? 0) + 1;
    state.seen.set(name, nth);
    return state.strike?.name === name && state.strike.nth === nth ? state.strike : undefined;
  };

  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = "GET", url = "/" } = incoming;
    const strike = isMeant(nameOf(method, url.split("?")[0] ?? ""));
    if (strike?.when === "before") return end(kill, outgoing);
    const reply = await request(`${origin}${url}`, {
      dispatcher,
      method: method === "POST" ? "POST" : "GET",
      headers: headersOf(incoming),
      body: method === "POST" ? await buffer(incoming) : null,
    });
    const body = Buffer.from(await reply.body.arrayBuffer());
    if (strike?.when === "after") return end(kill, outgoing);
    outgoing.writeHead(reply.statusCode, replyHeaders(reply.headers));
    outgoing.end(here(body, reply.headers["content-type"]));
    if (strike === undefined) return;
    await once(outgoing, "close");
    kill();
  };

  /** The worlds name their own address in replies; the bot must come back through the gate. */
  const here = (body: Buffer, type: unknown): Buffer =>
    String(type).includes("json")
      ? Buffer.from(body.toString("utf8").replaceAll(origin, address))
      : body;

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  const port = typeof bound === "object" ? bound?.port : undefined;
  const address = `http://127.0.0.1:${port ?? 0}`;

  return {
    address,
    /** Counts calls from here on, and strikes at most once. */
    arm: (strike: CallStrike | undefined) => {
      state.seen.clear();
      state.strike = strike;
    },
    /** Returns the number of calls by name since `arm`. */
    seen: (): ReadonlyMap<string, number> => state.seen,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await dispatcher.destroy();
    },
  };
}

function end(kill: () => void, outgoing: ServerResponse): void {
  kill();
  outgoing.destroy();
}

const hopByHop = new Set(["connection", "keep-alive", "transfer-encoding", "content-length"]);

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      hopByHop.has(name) || value === undefined ? [] : [[name, [value].flat().join(", ")]],
    ),
  );
}

function replyHeaders(headers: Record<string, string | string[] | undefined>) {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      hopByHop.has(name) || value === undefined ? [] : [[name, value]],
    ),
  );
}
