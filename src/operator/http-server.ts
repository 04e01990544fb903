import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";

import type { Metrics } from "./metrics.ts";

export type Routes = {
  readonly slack:
    | ((request: IncomingMessage, response: ServerResponse) => Promise<void>)
    | undefined;
  /** Resolves when the desk can work; rejects with the reason, in a sentence, when it cannot. */
  readonly ready: () => Promise<void>;
  readonly metrics: Metrics;
};

/** The bot's one HTTP port: Slack's requests (in HTTP mode) and the operator's three pages. */
export function createHttpServer(routes: Routes): Server {
  return createServer((request, response) => {
    answer(routes, request, response).catch(() => {
      if (!response.headersSent) say(response, 500, "internal error\n");
      else response.destroy();
    });
  });
}

async function answer(routes: Routes, request: IncomingMessage, response: ServerResponse) {
  const path = request.url?.split("?")[0] ?? "";
  if (path === "/slack/events" && request.method === "POST" && routes.slack !== undefined) {
    return await routes.slack(request, response);
  }
  if (request.method !== "GET" && request.method !== "HEAD")
    return say(response, 404, "not found\n");
  switch (path) {
    case "/healthz":
      return say(response, 200, "ok\n");
    case "/readyz":
      return await ready(routes, response);
    case "/metrics":
      response.setHeader("content-type", routes.metrics.contentType);
      return say(response, 200, await routes.metrics.text());
    default:
      return say(response, 404, "not found\n");
  }
}

async function ready(routes: Routes, response: ServerResponse): Promise<void> {
  try {
    await routes.ready();
    say(response, 200, "ready\n");
  } catch (error) {
    say(response, 503, `${error instanceof Error ? error.message : "not ready"}\n`);
  }
}

function say(response: ServerResponse, status: number, text: string): void {
  if (!response.hasHeader("content-type")) {
    response.setHeader("content-type", "text/plain; charset=utf-8");
  }
  response.statusCode = status;
  response.end(text);
}

/** 0 for one that does not listen. */
export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
