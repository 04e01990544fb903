import type { IncomingMessage, ServerResponse } from "node:http";

import type { App, Receiver } from "@slack/bolt";

import type { Intake } from "./intake.ts";
import { type LateWatch, createLateWatch } from "./late-watch.ts";
import { readBody, readDelivery } from "./request-body.ts";
import { isSigned } from "./signature.ts";

export type HttpReceiver = Receiver & {
  /** Answers one request to `/slack/events`. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
};

type Deps = {
  readonly signingSecret: string;
  readonly intake: Intake;
  /** Wall clock, ms. */
  readonly now: () => number;
  /** Monotonic clock, ms. */
  readonly tick: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly onFault: (error: unknown) => void;
};

/**
 * Takes what Slack signed, refuses what is replayed byte for byte, and answers as soon as it is recorded.
 * It listens on no port by itself: the bot's one server hands it the requests.
 */
export function createHttpReceiver(deps: Deps): HttpReceiver {
  const seen = createReplayMemory(deps.now);
  const late = createLateWatch(deps, slowMs);
  return {
    init: (app: App) => deps.intake.init(app),
    start: async () => {},
    stop: async () => {},
    handle: async (request, response) => {
      // Slack has not said yet who the bot is. It sends its events again.
      if (!deps.intake.isOpen()) return end(response.setHeader("connection", "close"), 503);
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
      const taken = await take({ ...deps, late }, { request, response, body: delivery });
      if (!taken) seen.forget(signature);
    },
  };
}

type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Readonly<Record<string, unknown>>;
};

type TakeDeps = Pick<Deps, "intake" | "onFault"> & { readonly late: LateWatch };

async function take(
  { intake, onFault, late }: TakeDeps,
  { request, response, body }: Exchange,
): Promise<boolean> {
  const isEvent = body["type"] === "event_callback";
  const answer = (reply?: unknown): void => {
    inTime();
    if (!response.headersSent) send(response, reply);
  };
  // A person waits at most three seconds. What becomes of a slow click is told in a message of its own.
  const inTime = isEvent ? () => undefined : late.begin(answer);
  const retryNum = Number(header(request, "x-slack-retry-num"));
  const retryReason = header(request, "x-slack-retry-reason");
  try {
    await intake.take({
      body,
      answer: async (reply) => answer(reply),
      ...(Number.isInteger(retryNum) && { retryNum }),
      ...(retryReason !== undefined && { retryReason }),
    });
    answer();
    return true;
  } catch (error) {
    onFault(error);
    inTime();
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

/** A header that is sent twice is none: Node joins the two by a comma, and Slack's own have none. */
function header({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" && !value.includes(",") ? value : undefined;
}

const slowMs = 2500;
const replayMs = 600_000;
