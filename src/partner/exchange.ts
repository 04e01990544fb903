import { type Readable, addAbortSignal } from "node:stream";

import { z } from "zod";

import {
  PartnerFault,
  Unavailable,
  UnexpectedReply,
  Unreachable,
  BadRequest,
  IdempotencyConflict,
  NotFound,
  PaymentRequired,
  RateLimited,
  Unauthorized,
} from "../core/faults.ts";
import { Agent, request } from "../http.ts";
import type { Form } from "./multipart.ts";

type ExchangeDeps = {
  readonly baseUrl: URL;
  readonly apiKey: string;
  readonly now: () => number;
  /** Receives the Date header of each answer, "" when it has none. */
  readonly onDate: (date: string) => void;
  readonly deadline: (ms: number) => AbortSignal;
};

type Question = {
  readonly path: string;
  readonly timeoutMs: number;
  readonly post?: { readonly idempotencyKey: string; readonly form: Form };
};

const LARGEST_REPLY_BYTES = 2 * 1024 * 1024;
const SLOWEST_BYTES_PER_MS = 256;

/**
 * Sends one request to the partner and returns its answer as parsed JSON. The status decides before
 * any of the body is read. Throws a PartnerFault, or the error that cut the body short.
 */
export function createExchange(deps: ExchangeDeps): (question: Question) => Promise<unknown> {
  // Only HTTP/1.1: there a body shorter than its Content-Length cannot be taken for a whole one.
  const dispatcher = new Agent({
    allowH2: false,
    connections: 16,
    connect: { timeout: 5_000 },
    // The deadline replaces these two: a long body may take longer than they allow.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const base = deps.baseUrl.href.replace(/(?<!\/)\/+$/u, "");
  return async function exchange({ path, timeoutMs, post }) {
    const bodyBytes = post?.form.contentLength ?? 0;
    const deadline = deps.deadline(Math.ceil(timeoutMs + bodyBytes / SLOWEST_BYTES_PER_MS));
    const over = new AbortController();
    const body =
      post && watch(post.form.stream(AbortSignal.any([deadline, over.signal])), deadline);
    try {
      const reply = await request(`${base}${path}`, {
        dispatcher,
        method: post ? "POST" : "GET",
        headers: headersFor(deps.apiKey, post),
        body: body ? asBody(body.stream) : null,
        signal: deadline,
      });
      deps.onDate(String(reply.headers["date"] ?? ""));
      return await readReply(reply, deps);
    } catch (error) {
      throw faultOf({ error, deadline, body, clean: (cause) => scrub(cause, deps.apiKey) });
    } finally {
      over.abort();
    }
  };
}

function headersFor(apiKey: string, post: Question["post"]): Record<string, string> {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    accept: "application/json",
    "accept-encoding": "identity",
  };
  return post === undefined
    ? headers
    : {
        ...headers,
        "content-type": post.form.contentType,
        "content-length": String(post.form.contentLength),
        "idempotency-key": post.idempotencyKey,
      };
}

function asBody(stream: AsyncIterable<Uint8Array>): Readable {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- undici takes any async iterable, and sends it faster than a Readable; its types say less
  return stream as unknown as Readable;
}

type Body = {
  readonly stream: AsyncIterable<Uint8Array>;
  /**
   * True once undici has requested the first bytes: it does so when connected, and writes no header
   * before.
   */
  readonly hasLeft: () => boolean;
  /** Returns the error that ended the body before the deadline did. */
  readonly cut: () => { readonly error: unknown } | undefined;
};

function watch(stream: AsyncIterable<Uint8Array>, deadline: AbortSignal): Body {
  let hasLeft = false;
  let cut: { readonly error: unknown } | undefined;
  async function* watched() {
    hasLeft = true;
    try {
      yield* stream;
    } catch (error) {
      cut = deadline.aborted ? undefined : { error };
      throw error;
    }
  }
  return { stream: watched(), hasLeft: () => hasLeft, cut: () => cut };
}

type Reply = Awaited<ReturnType<typeof request>>;

async function readReply(
  reply: Reply,
  { now, apiKey, deadline }: Pick<ExchangeDeps, "now" | "apiKey" | "deadline">,
): Promise<unknown> {
  if (reply.statusCode === 400) {
    const body = await readReason(reply.body, deadline(reasonMs));
    throw refusal(reply, now(), parseReason(body, apiKey));
  }
  const fault = refusal(reply, now());
  if (fault !== undefined) {
    // Read to its end in the background, so that the connection can be used again.
    reply.body.dump({ limit: LARGEST_REPLY_BYTES }).catch(() => undefined);
    throw fault;
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of reply.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > LARGEST_REPLY_BYTES) {
      throw new UnexpectedReply("a reply of at most 2 MB");
    }
    chunks.push(chunk);
  }
  return parse(Buffer.concat(chunks));
}

/** Reads the reason of a refusal as far as the time allows; the refusal itself is in the status. */
async function readReason(body: Reply["body"], over: AbortSignal): Promise<string> {
  let read = "";
  try {
    for await (const chunk of addAbortSignal(over, body)) {
      read += String(chunk);
      if (read.length > largestReason) break;
    }
  } catch {
    return "";
  }
  return read;
}

const reasonMs = 2000;
const largestReason = 16_384;

function parse(reply: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(reply));
  } catch {
    // The parser's own message quotes the reply.
    throw new UnexpectedReply("a JSON object", { cause: new Error("the reply is not JSON") });
  }
}

type Failure = {
  readonly error: unknown;
  readonly deadline: AbortSignal;
  readonly body: Body | undefined;
  readonly clean: (error: unknown) => Error;
};

function faultOf({ error, deadline, body, clean }: Failure): unknown {
  if (error instanceof PartnerFault) {
    return error;
  }
  const cut = body?.cut();
  if (cut !== undefined) {
    return cut.error;
  }
  const cause = clean(error);
  if (body?.hasLeft() === false || neverConnected.has(codeOf(error) ?? "")) {
    return new Unreachable("the partner was not reached", { cause });
  }
  return deadline.aborted
    ? new Unavailable("the partner did not answer in time", { cause })
    : new Unavailable("the connection to the partner was lost", { cause });
}

const neverConnected = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

/**
 * Copies an error and its causes for logs: names, codes, messages and stacks, without `secret`.
 * Other fields are dropped: a client library may keep headers in them.
 */
export function scrub(error: unknown, secret: string, depth = 0): Error {
  const clean = (text: string): string => text.replaceAll(secret, "[secret]");
  if (!(error instanceof Error)) {
    return new Error(clean(String(error)));
  }
  const copy = new Error(clean(error.message));
  copy.name = clean(error.name);
  copy.stack = clean(error.stack ?? "");
  if (error.cause !== undefined && depth < 5) {
    copy.cause = scrub(error.cause, secret, depth + 1);
  }
  const code = codeOf(error);
  return code === undefined ? copy : Object.assign(copy, { code: clean(code) });
}

function codeOf(error: unknown): string | undefined {
  const isCoded = error instanceof Error && "code" in error && typeof error.code === "string";
  return isCoded ? String(error.code) : undefined;
}

/** The partner's code and words for a refusal. */
type Reason = { readonly code: string | undefined; readonly message: string | undefined };

/**
 * Returns the fault for a reply's status; undefined for a 2xx. Contract, Errors. `reason` does not
 * change the fault: it is for the log and for people.
 */
function refusal(
  { statusCode, headers }: Pick<Reply, "statusCode" | "headers">,
  now: number,
  reason?: Reason,
): PartnerFault | undefined {
  if (statusCode >= 200 && statusCode < 300) {
    return undefined;
  }
  const said = [statusCode, reason?.code, reason?.message].filter(Boolean).join(": ");
  const message = `the partner answered ${said}`;
  switch (statusCode) {
    case 400:
      return new BadRequest(message, reason?.message ?? reason?.code);
    case 401:
      return new Unauthorized(message);
    case 402:
      return new PaymentRequired(message);
    case 404:
      return new NotFound(message);
    case 409:
      return new IdempotencyConflict(message);
    case 429: {
      const wait = { retryAfter: headers["retry-after"], date: headers["date"] };
      return new RateLimited(message, readRetryAfter(wait, now));
    }
    default:
      // Not in the contract: redirects, other refusals and server failures say nothing for certain.
      return new Unavailable(message);
  }
}

/** Not in the contract: the shape of the error body. Returns undefined for an unknown shape. */
function parseReason(body: string, secret: string): Reason | undefined {
  const { success, data } = errorBody.safeParse(parsed(body));
  const said = success ? (data.error ?? data) : {};
  const [code, message] = [said.code, said.message].map((words) => clean(words, secret));
  return code === undefined && message === undefined ? undefined : { code, message };
}

const words = z.string().optional().catch(undefined);
const saying = z.object({ code: words, message: words });
const errorBody = saying.extend({ error: saying.optional().catch(undefined) });

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** One short line without our key. */
function clean(text: string | undefined, secret: string): string | undefined {
  const line = text?.replaceAll(secret, "[secret]").replaceAll(/[\s\p{C}]+/gu, " ");
  return line?.trim().slice(0, longestReason).replace(/\.$/u, "") || undefined;
}

/** UTF-16 units: enough for a sentence, and too little for a passage of a manuscript. */
const longestReason = 200;

type Wait = {
  readonly retryAfter: string | string[] | undefined;
  /** The reply's own Date header, which makes a wrong clock on either side harmless. */
  readonly date: string | string[] | undefined;
};

/**
 * Returns the wait of a Retry-After header in ms, at most 15 minutes; undefined when it is
 * unreadable or past. `now` is the wall clock in ms. Seconds are tried first: "5" is also a date.
 */
export function readRetryAfter({ retryAfter, date }: Wait, now: number): number | undefined {
  const value = String(retryAfter ?? "").trim();
  if (/^\d+(\.\d+)?$/u.test(value)) {
    return Math.min(Math.ceil(Number(value) * 1000), LONGEST_MS);
  }
  const until = readDate(value);
  const wait = until === undefined ? 0 : until - (readDate(String(date ?? "")) ?? now);
  return wait > 0 ? Math.min(wait, LONGEST_MS) : undefined;
}

/** Reads HTTP's three forms of a date; only two of them name their zone. */
export function readDate(value: string): number | undefined {
  const form = /^[A-Z][a-z]{2,8},? [\w :-]+$/u.test(value);
  const time = form ? Date.parse(value.endsWith("GMT") ? value : `${value} GMT`) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

const LONGEST_MS = 15 * 60_000;
