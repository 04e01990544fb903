import type { IncomingMessage, ServerResponse } from "node:http";

import type { App, Receiver } from "@slack/bolt";

import type { Intake } from "./intake.ts";
import { readBody, readDelivery } from "./request-body.ts";
import { isSigned } from "./signature.ts";

export type HttpReceiver = Receiver & {
  /** Answers one request to `/slack/events`. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
};

type Deps = {
  readonly signingSecret: string;
  readonly intake: Intake;
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onFault: (error: unknown) => void;
};

/**
 * Takes what Slack signed, refuses what is replayed byte for byte, and answers as soon as it is recorded.
 * It listens on no port by itself: the bot's one server hands it the requests.
 */
export function createHttpReceiver(deps: Deps): HttpReceiver {
  const seen = createReplayMemory(deps.now);
  return {
    init: (app: App) => deps.intake.init(app),
    start: async () => {},
    stop: async () => {},
    handle: async (request, response) => {
      const body = await readBody(request);
      // The rest of it is not waited for, so that nothing else may come over this connection.
      if (body === undefined) return end(response.setHeader("connection", "close"), 413);
      const timestamp = header(request, "x-slack-request-timestamp");
      const signature = header(request, "x-slack-signature");
      const check = { secret: deps.signingSecret, now: deps.now() };
      if (signature === undefined || !isSigned({ timestamp, signature, body }, check)) {
        return end(response, 401);
      }
      if (seen.has(signature)) return end(response, 200);
      const delivery = readDelivery(body, request.headers["content-type"]);
      if (delivery === undefined) return end(response, 400);
      if (delivery["type"] === "url_verification") {
        return send(response, { challenge: delivery["challenge"] });
      }
      seen.add(signature);
      const taken = await take(deps, { request, response, body: delivery });
      if (!taken) seen.forget(signature);
    },
  };
}

type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Readonly<Record<string, unknown>>;
};

async function take(deps: Deps, { request, response, body }: Exchange): Promise<boolean> {
  const isEvent = body["type"] === "event_callback";
  const answered = new AbortController();
  const answer = async (reply?: unknown) => {
    // Without a reason of ours an exception would be made for each click.
    answered.abort("answered");
    if (!response.headersSent) send(response, reply);
  };
  // A person waits at most three seconds. What becomes of a slow click is told in a message of its own.
  if (!isEvent) void deps.sleep(slowMs, answered.signal).then(() => answer());
  const retryNum = Number(header(request, "x-slack-retry-num"));
  const retryReason = header(request, "x-slack-retry-reason");
  try {
    await deps.intake.take({
      body,
      answer,
      ...(Number.isInteger(retryNum) && { retryNum }),
      ...(retryReason !== undefined && { retryReason }),
    });
    await answer();
    return true;
  } catch (error) {
    deps.onFault(error);
    answered.abort("failed");
    if (!response.headersSent) end(response, isEvent ? 500 : 200);
    return false;
  }
}

/** Signatures taken in the last ten minutes: twice as long as Slack's own are valid. */
function createReplayMemory(now: () => number) {
  const seen = new Map<string, number>();
  return {
    has: (signature: string) => seen.has(signature),
    add: (signature: string) => {
      for (const [old, at] of seen) {
        if (now() - at < replayMs) break;
        seen.delete(old);
      }
      seen.set(signature, now());
    },
    forget: (signature: string) => seen.delete(signature),
  };
}

function send(response: ServerResponse, reply: unknown): void {
  if (reply === undefined || reply === "") return end(response, 200);
  const isText = typeof reply === "string";
  const body = isText ? reply : JSON.stringify(reply);
  response.writeHead(200, {
    "content-type": isText ? "text/plain; charset=utf-8" : "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status, { "content-length": 0 });
  response.end();
}

/** A header that is sent twice is none. */
function header(request: IncomingMessage, name: string): string | undefined {
  const values = request.headersDistinct[name];
  return values?.length === 1 ? values[0] : undefined;
}

const slowMs = 2500;
const replayMs = 600_000;
