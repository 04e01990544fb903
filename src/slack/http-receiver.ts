import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

import type { App, Receiver } from "@slack/bolt";

import { type Intake, type LateWatch, createLateWatch } from "./intake.ts";

export type HttpReceiver = Receiver & {
  /** Answers one request to `/slack/events`. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
};

type Deps = {
  readonly signingSecret: string;
  readonly intake: Intake;
  /**
   * Returns true to the first caller on any replica, and false to all others for some time (ms).
   */
  readonly first: (name: string, forMs: number) => Promise<boolean>;
  /** Wall clock, ms. */
  readonly now: () => number;
  /** Monotonic clock, ms. */
  readonly tick: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly onFault: (error: unknown) => void;
};

/**
 * Takes requests that Slack signed, refuses byte-for-byte replays, and answers as soon as they are
 * recorded. It listens on no port itself: the bot's one server passes the requests to it.
 */
export function createHttpReceiver(deps: Deps): HttpReceiver {
  const seen = createReplayMemory(deps.now);
  const late = createLateWatch(deps, slowMs);
  const bodies = createRequestBodies();
  return {
    init: (app: App) => deps.intake.init(app),
    start: async () => {},
    stop: async () => {},
    handle: async (request, response) => {
      // Slack has not named the bot yet. It sends its events again.
      if (!deps.intake.isOpen()) return turnAway(response, 503);
      const claim = readClaim(request);
      if (!isTimely(claim, deps.now())) return turnAway(response, 401);
      const { signature } = claim;
      const read = await bodies.read(request, (body): Read => {
        if (body.status !== "read") return body;
        const check = { secret: deps.signingSecret, now: deps.now() };
        if (!isSigned({ ...claim, body: body.bytes }, check)) return { status: "forged" };
        if (seen.has(signature)) return { status: "seen" };
        const delivery = readDelivery(body.bytes, request.headers["content-type"]);
        return delivery === undefined ? { status: "unreadable" } : { status: "delivery", delivery };
      });
      if (read.status === "too-large" || read.status === "too-many") {
        return turnAway(response, statuses[read.status]);
      }
      if (read.status !== "delivery") return end(response, statuses[read.status]);
      const { delivery } = read;
      if (delivery["type"] === "url_verification") {
        return send(response, { challenge: delivery["challenge"] });
      }
      seen.add(signature);
      if (!(await isFirst(deps, signature, delivery))) return end(response, statuses.seen);
      const taken = await take({ ...deps, late }, { request, response, body: delivery });
      if (!taken) seen.forget(signature);
    },
  };
}

/**
 * Returns false for a replay. Events are known by their ids: see the intake. Without the store
 * nothing can be done twice.
 */
async function isFirst(
  { first }: Pick<Deps, "first">,
  signature: string,
  delivery: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  if (delivery["type"] === "event_callback") return true;
  const name = createHash("sha256").update(signature).digest("base64url");
  return await first(`request.${name}`, (oldestSeconds + earliestSeconds) * 1000).catch(() => true);
}

type Read =
  | Exclude<RequestBody, { status: "read" }>
  | { readonly status: "forged" | "seen" | "unreadable" }
  | { readonly status: "delivery"; readonly delivery: Readonly<Record<string, unknown>> };

const statuses = { "too-large": 413, "too-many": 503, forged: 401, seen: 200, unreadable: 400 };

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
  // A person waits at most three seconds. The result of a slow click is in a message of its own.
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

/** Remembers the signatures of the last ten minutes, twice as long as Slack's are valid. */
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

/** Closes the connection, because the rest of the body is not read. */
function turnAway(response: ServerResponse, status: number): void {
  end(response.setHeader("connection", "close"), status);
}

/** Reads the signature and its time from the headers, before the body is read. */
function readClaim(request: IncomingMessage): Claim {
  return {
    timestamp: header(request, "x-slack-request-timestamp") ?? "",
    signature: header(request, "x-slack-signature") ?? "",
  };
}

/**
 * Returns undefined for a header that is sent twice: Node joins the two by a comma, and Slack's own
 * have none.
 */
function header({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" && !value.includes(",") ? value : undefined;
}

const slowMs = 2500;
const replayMs = 600_000;

/** Events come as JSON, commands as form fields, interactions as JSON in the field `payload`. */
export function readDelivery(
  body: Buffer,
  contentType: string | undefined,
): Readonly<Record<string, unknown>> | undefined {
  const text = body.toString("utf8");
  const type = contentType?.split(";")[0]?.trim().toLowerCase();
  if (type === "application/json") return readJson(text);
  if (type !== "application/x-www-form-urlencoded") return undefined;
  const fields = new URLSearchParams(text);
  const payload = fields.get("payload");
  return payload === null ? Object.fromEntries(fields) : readJson(payload);
}

function readJson(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `x-slack-request-timestamp` and `x-slack-signature`, as they came. */
type Claim = { readonly timestamp: string; readonly signature: string };

type SignedRequest = Claim & { readonly body: Buffer };

/**
 * Returns true when Slack signed this, now. Unlike Bolt's own check it also refuses timestamps from
 * the future. A string key is an order of magnitude cheaper than a Buffer key on Node 24.
 */
export function isSigned(
  { timestamp, signature, body }: SignedRequest,
  { secret, now }: { readonly secret: string; readonly now: number },
): boolean {
  // Anyone can sign with an empty secret.
  if (secret === "" || !isTimely({ timestamp, signature }, now)) return false;
  const hmac = createHmac("sha256", secret).update(`v0:${timestamp}:`).update(body);
  const expected = Buffer.from(`v0=${hmac.digest("hex")}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Returns true for a well-formed signature of now, whoever wrote it. */
function isTimely({ timestamp, signature }: Claim, now: number): boolean {
  if (!/^\d{1,12}$/u.test(timestamp) || !/^v0=[0-9a-f]{64}$/u.test(signature)) return false;
  const age = Math.floor(now / 1000) - Number(timestamp);
  return age <= oldestSeconds && age >= -earliestSeconds;
}

/** Slack: signatures older than five minutes are refused. A clock may run a minute ahead of ours. */
const oldestSeconds = 300;
const earliestSeconds = 60;

type RequestBody =
  | { readonly status: "read"; readonly bytes: Buffer }
  /** Larger than anything Slack sends. */
  | { readonly status: "too-large" }
  /** Others fill the room; Slack sends it again. */
  | { readonly status: "too-many" };

/**
 * Reads raw bodies. Their signatures are not checked yet, so those that are read at one time share
 * little memory. The rest of a refused body is not read.
 */
function createRequestBodies() {
  let held = 0;
  return {
    /** @throws the errors of `use`, and when the request ends before its body. */
    read: async <T>(request: IncomingMessage, use: (body: RequestBody) => T): Promise<T> => {
      const mine = { chunks: new Array<Buffer>(), length: 0 };
      const take = (chunk: Buffer): Exclude<RequestBody["status"], "read"> | undefined => {
        if (mine.length + chunk.length > mostBytes) return "too-large";
        if (held + chunk.length > mostHeld) return "too-many";
        mine.chunks.push(chunk);
        mine.length += chunk.length;
        held += chunk.length;
        return undefined;
      };
      try {
        const refused = await readThrough(request, take);
        return use(
          refused === undefined ? { status: "read", bytes: joined(mine) } : { status: refused },
        );
      } finally {
        held -= mine.length;
      }
    },
  };
}

/** Resolves at the end, or early with the reason for which `take` refused a chunk. */
function readThrough<Why>(
  request: IncomingMessage,
  take: (chunk: Buffer) => Why | undefined,
): Promise<Why | undefined> {
  return new Promise((resolve, reject) => {
    request.on("data", (chunk: Buffer) => {
      const why = take(chunk);
      if (why === undefined) return;
      request.pause().removeAllListeners("data");
      resolve(why);
    });
    request.on("end", () => resolve(undefined));
    request.on("error", reject);
  });
}

/** Nearly every delivery comes in one piece, which need not be copied. */
function joined({
  chunks,
  length,
}: {
  readonly chunks: Buffer[];
  readonly length: number;
}): Buffer {
  const [only] = chunks;
  return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks, length);
}

const mostBytes = 4 * 1024 * 1024;
const mostHeld = 16 * 1024 * 1024;
