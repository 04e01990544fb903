import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";

import type { Metrics } from "./metrics.ts";

export type Routes = {
  readonly slack?:
    | ((request: IncomingMessage, response: ServerResponse) => Promise<void>)
    | undefined;
  readonly pages?: Pages | undefined;
};

export type Pages = {
  /** Returns the reasons why Galley cannot work, one sentence each; none when it can. */
  readonly ready: () => Promise<readonly string[]>;
  readonly metrics: Metrics;
};

/** One HTTP port of the bot: for Slack's requests (in HTTP mode), for the operator's pages, or for both. */
export function createHttpServer(routes: Routes): Server {
  const server = createServer(patience, (request, response) => {
    answer(routes, request, response).catch(() => {
      if (!response.headersSent) say(response, 500, "internal error\n");
      else response.destroy();
    });
  });
  server.maxConnections = mostConnections;
  return server;
}

/** Ms: a request of Slack arrives whole, and Slack waits three seconds for its answer. */
const patience = {
  headersTimeout: 5000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1000,
};

const mostConnections = 500;

async function answer(
  { slack, pages }: Routes,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url?.split("?")[0] ?? "";
  if (path === "/slack/events" && request.method === "POST" && slack !== undefined) {
    return await slack(request, response);
  }
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead || pages === undefined) return say(response, 404, "not found\n");
  switch (path) {
    case "/healthz":
      return say(response, 200, "ok\n");
    case "/readyz":
      return await ready(pages, response);
    case "/metrics":
      response.setHeader("content-type", pages.metrics.contentType);
      return say(response, 200, await pages.metrics.text());
    default:
      return say(response, 404, "not found\n");
  }
}

async function ready(pages: Pages, response: ServerResponse): Promise<void> {
  const reasons = await pages.ready();
  if (reasons.length === 0) say(response, 200, "ready\n");
  else say(response, 503, reasons.map((reason) => `${reason}\n`).join(""));
}

function say(response: ServerResponse, status: number, text: string): void {
  if (!response.hasHeader("content-type")) {
    response.setHeader("content-type", "text/plain; charset=utf-8");
  }
  response.statusCode = status;
  response.end(text);
}

/** Returns 0 for a server that does not listen. */
export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
