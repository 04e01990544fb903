import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";

import { hasBody, limitConnections } from "#http/connections.ts";

// An import would read all that the module exports, and one of it loads Node's own HTTP client.
const { createServer } = process.getBuiltinModule("node:http");

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export type Routes = {
  readonly slack?: Answer | undefined;
  readonly pages?: Pages | undefined;
  /** All addresses beside these. */
  readonly others?: Answer | undefined;
  /** The longest time of one request, ms; `others` cuts bodies that are slower than it allows. */
  readonly longestMs?: number;
};

export type Pages = {
  /** Returns the reasons why Galley cannot work, one sentence each; none when it can. */
  readonly ready: () => Promise<readonly string[]>;
  /** What Galley works in spite of, one sentence each. */
  readonly notes?: () => readonly string[];
  readonly metrics: { readonly contentType: string; readonly text: () => Promise<string> };
};

/**
 * One HTTP port, for Slack's requests (in HTTP mode) or the service's callers, for the operator's
 * pages, or for both.
 */
export function createHttpServer(routes: Routes): Server {
  const { longestMs: requestTimeout = patience.requestTimeout } = routes;
  const server = createServer({ ...patience, requestTimeout }, (request, response) => {
    answer(routes, request, response).catch(() => {
      if (!response.headersSent) say(response, 500, "internal error\n");
      else response.destroy();
    });
  });
  // A reader that has stopped reading.
  server.setTimeout(longestPauseMs);
  limitConnections(server, limits);
  return server;
}

/** Ms: a request of Slack arrives whole, and Slack waits three seconds for its answer. */
const patience = {
  headersTimeout: 5000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1000,
};

const longestPauseMs = 120_000;

const limits = { most: 500, mostSlow: 32 };

async function answer(
  { slack, pages, others }: Routes,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (pathOf(request) === "/slack/events" && request.method === "POST" && slack !== undefined) {
    return await slack(request, response);
  }
  if (pages !== undefined && (await answerPage(pages, request, response))) return;
  if (others !== undefined) return await others(request, response);
  notRead(request, response);
  say(response, 404, "not found\n");
}

/** Nobody waits for a body that nobody reads. */
function notRead(request: IncomingMessage, response: ServerResponse): void {
  if (hasBody(request)) response.setHeader("connection", "close");
}

function pathOf({ url = "" }: IncomingMessage): string {
  return url.split("?")[0] ?? "";
}

/** Answers a request for one of the operator's pages; returns false for any other. */
async function answerPage(
  { ready, notes, metrics }: Pages,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const path = pathOf(request);
  if (!pagePaths.has(path)) return false;
  notRead(request, response);
  if (path === "/healthz") say(response, 200, "ok\n");
  else if (path === "/readyz") {
    const reasons = await ready();
    const lines = [...(reasons.length === 0 ? ["ready"] : reasons), ...(notes?.() ?? [])];
    say(response, reasons.length === 0 ? 200 : 503, `${lines.join("\n")}\n`);
  } else response.setHeader("content-type", metrics.contentType).end(await metrics.text());
  return true;
}

const pagePaths = new Set(["/healthz", "/readyz", "/metrics"]);

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(text);
}

/** Returns 0 for a server that does not listen. */
function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

type Addresses = {
  readonly host: string;
  readonly port: number;
  /** Of the operator's pages, if they have a port of their own. */
  readonly operatorPort: number | undefined;
};

/**
 * Creates the server for callers and the operator's pages, or one for each. In Socket Mode only the
 * pages are served.
 */
export function createServers(
  { host, port, operatorPort }: Addresses,
  { pages, ...front }: Routes & { readonly pages: Pages },
) {
  const isShared = operatorPort === undefined;
  const main = createHttpServer({ ...front, pages: isShared ? pages : undefined });
  const operator = isShared ? main : createHttpServer({ pages });
  const isFrontUsed = isShared || front.slack !== undefined || front.others !== undefined;
  const servers = new Set([main, operator]);
  return {
    /** Resolves with the ports when they are open. */
    listen: async () => {
      if (isFrontUsed) await listen(main, { host, port });
      if (!isShared) await listen(operator, { host, port: operatorPort });
      return { port: portOf(isFrontUsed ? main : operator), pagesPort: portOf(operator) };
    },
    /** Takes no new connection; running requests go on. */
    refuseConnections: (): void => {
      for (const server of servers) {
        server.close();
        server.closeIdleConnections();
      }
    },
    closeAllConnections: (): void => {
      for (const server of servers) server.closeAllConnections();
    },
  };
}

async function listen(server: Server, at: { readonly host: string; readonly port: number }) {
  server.listen(at);
  await once(server, "listening");
}
