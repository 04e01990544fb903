import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";

import { remember, type Clock } from "#clock.ts";
import { withTimeout } from "#clock.ts";

export type Routes = {
  readonly slack?:
    | ((request: IncomingMessage, response: ServerResponse) => Promise<void>)
    | undefined;
  readonly pages?: Pages | undefined;
};

export type Pages = {
  /** Returns the reasons why Galley cannot work, one sentence each; none when it can. */
  readonly ready: () => Promise<readonly string[]>;
  readonly metrics: { readonly contentType: string; readonly text: () => Promise<string> };
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
  if (pathOf(request) === "/slack/events" && request.method === "POST" && slack !== undefined) {
    return await slack(request, response);
  }
  const isAnswered = pages !== undefined && (await answerPage(pages, request, response));
  if (!isAnswered) say(response, 404, "not found\n");
}

function pathOf({ url = "" }: IncomingMessage): string {
  return url.split("?")[0] ?? "";
}

/** Answers a request for one of the operator's pages; returns false for any other. */
export async function answerPage(
  { ready, metrics }: Pages,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const path = pathOf(request);
  if (path === "/healthz") say(response, 200, "ok\n");
  else if (path === "/readyz") {
    const reasons = await ready();
    say(response, reasons.length === 0 ? 200 : 503, `${reasons.join("\n") || "ready"}\n`);
  } else if (path === "/metrics") {
    response.setHeader("content-type", metrics.contentType).end(await metrics.text());
  } else return false;
  return true;
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(text);
}

/** Returns 0 for a server that does not listen. */
export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/**
 * Returns the troubles with a thing that Galley depends on, one sentence each; none when all is
 * well.
 */
export type Check = () => Promise<readonly string[]> | readonly string[];

/**
 * Runs all checks at once, by the names of their subjects. Their answers are cached for a moment,
 * so that probes cost little. A check that hangs is reported in time.
 */
export function createReadiness(checks: Readonly<Record<string, Check>>, deps: Clock) {
  const recall = remember<readonly string[]>({ now: deps.tick, ms: 2000 });
  const askAll = async (): Promise<readonly string[]> => {
    const asked = Object.entries(checks).map(([name, check]) => ask(name, check, deps));
    return (await Promise.all(asked)).flat();
  };
  return () => recall("", askAll);
}

async function ask(name: string, check: Check, { sleep }: Clock): Promise<readonly string[]> {
  const late = () => [`${name} did not answer in time.`];
  try {
    return await withTimeout(Promise.resolve(check()), { sleep, ms: longestMs, late });
  } catch (error) {
    return [`${name} failed: ${error instanceof Error ? error.message : String(error)}.`];
  }
}

/** Shorter than the patience of a probe, which is often three seconds. */
const longestMs = 2500;
