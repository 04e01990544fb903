import { type IncomingMessage, createServer } from "node:http";

import { listen, sendJson, shut } from "#sandbox/slack/http.ts";

import { type Playground, createScenarios } from "./controls.ts";
import { createLive } from "./live.ts";
import { answer, createAssets } from "./routes.ts";
import { samples } from "./samples.ts";

export type PageOptions = Omit<Playground, "samples"> & {
  /** 0 takes a free one. */
  readonly port: number;
  /** Samples to post without a file of one's own; the page's own by default. */
  readonly samples?: Playground["samples"];
  /** Hears of faults of the page itself. */
  readonly log: (message: string, error: unknown) => void;
};

const slackRetriesMs = 1000;

/**
 * Serves the playground page on this machine alone: the local Slack as people see it, and a drawer
 * for what the outside worlds hold. Rejects when the port is taken.
 */
export async function startPage(options: PageOptions) {
  const { log } = options;
  const ground: Playground = { samples, ...options };
  const assets = await createAssets();
  const scenarios = createScenarios(ground);
  const live = createLive(ground, log);
  const server = createServer((request, response) => {
    for (const [name, value] of safetyHeaders) response.setHeader(name, value);
    if (!isOurs(request)) return sendJson(response, 403, { reason: "Only from the page itself." });
    answer({ ground, scenarios, live, assets }, { request, response }).catch((error: unknown) => {
      log("the playground page failed to answer", error);
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { reason: "The page failed to answer; see the log." });
    });
  });
  const url = await listen(server, options.port);
  // Slack tries failed events again by itself; here that needs somebody who looks at the clock.
  const retries = setInterval(() => void ground.slack.deliveries.redeliverDue(), slackRetriesMs);
  const close = async () => {
    clearInterval(retries);
    live.close();
    await shut(server);
  };
  return { url, close, [Symbol.asyncDispose]: close };
}

/** Nothing but the page's own files runs or is loaded; everything drawn on it came from outside. */
const safetyHeaders: readonly (readonly [string, string])[] = [
  [
    "content-security-policy",
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
  ["x-content-type-options", "nosniff"],
  ["referrer-policy", "no-referrer"],
  ["cross-origin-resource-policy", "same-origin"],
  ["cross-origin-opener-policy", "same-origin"],
  ["cache-control", "no-store"],
];

/**
 * The page answers to its own name alone (another one is DNS rebinding), and takes deeds only from
 * itself: a site that happens to be open in the same browser must not approve anything.
 */
function isOurs({ headers, method, socket }: IncomingMessage): boolean {
  const { host = "", origin } = headers;
  const port = socket.localPort ?? 0;
  const isOurName = [`127.0.0.1:${port}`, `localhost:${port}`].includes(host);
  const isRead = method === "GET" || method === "HEAD";
  return isOurName && (isRead || origin === `http://${host}`);
}
