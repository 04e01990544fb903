import { type Readable, addAbortSignal } from "node:stream";

import { z } from "zod";

import {
  BadRequestError,
  IdempotencyConflictError,
  NotFoundError,
  PartnerError,
  PaymentRequiredError,
  RateLimitedError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedReplyError,
  UnreachableError,
} from "#domain/errors.ts";
import { Agent, connectionFreed, keptMs, request } from "#lib/http.ts";

import type { Form } from "./multipart.ts";

export type TransportOptions = {
  readonly baseUrl: URL;
  readonly apiKey: string;
  /** Wall clock in ms, for a Retry-After that names a date. */
  readonly now: () => number;
  /** Receives the time in the Date header of each answer, ms; undefined when it has none. */
  readonly onDate: (theirs: number | undefined) => void;
  /** Returns a signal that aborts after this many ms. */
  readonly deadline: (ms: number) => AbortSignal;
  /** Longest wait for an answer in ms; 1 s for each 256 kB of a body is added. */
  readonly timeoutMs: number;
};

type PartnerRequest = {
  readonly path: string;
  readonly post?: { readonly idempotencyKey: string; readonly form: Form };
};

const LARGEST_REPLY_BYTES = 2 * 1024 * 1024;
const SLOWEST_BYTES_PER_MS = 256;

/**
 * Sends one request to the partner and returns its answer as parsed JSON. The status decides before
 * any of the body is read. Throws a PartnerError, or the error that cut the body short.
 */
export function createTransport(
  deps: TransportOptions,
): (question: PartnerRequest) => Promise<unknown> {
  // Only HTTP/1.1: there a body shorter than its Content-Length cannot be taken for a whole one.
  const dispatcher = new Agent({
    allowH2: false,
    connections: 16,
    keepAliveTimeout: keptMs,
    connect: { timeout: 5_000 },
    // The deadline replaces these two: a long body may take longer than they allow.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const base = deps.baseUrl.href.replace(/(?<!\/)\/+$/u, "");
  return async function exchange({ path, post }) {
    await connectionFreed();
    const bodyBytes = post?.form.contentLength ?? 0;
    const deadline = deps.deadline(Math.ceil(deps.timeoutMs + bodyBytes / SLOWEST_BYTES_PER_MS));
    const over = new AbortController();
    const body =
      post && watch(post.form.stream(AbortSignal.any([deadline, over.signal])), deadline);
    try {
      const reply = await request(`${base}${path}`, {
        dispatcher,
        method: post ? "POST" : "GET",
        headers: headersFor(deps.apiKey, post),
        body: body?.stream ?? null,
        signal: deadline,
      });
      deps.onDate(readDate(reply.headers["date"]));
      return await readReply(reply, deps);
    } catch (error) {
      if (error instanceof PartnerError) throw error;
      if (body?.sent.cut !== undefined) throw body.sent.cut.error;
      const cause = redact(error, deps.apiKey);
      // A connection that breaks after the body has left may end with one of these codes, too.
      const hasLeft = body?.sent.hasLeft ?? !neverConnected.has(codeOf(error) ?? "");
      if (!hasLeft) {
        throw new UnreachableError("the partner was not reached", { cause });
      }
      throw deadline.aborted
        ? new UnavailableError("the partner did not answer in time", { cause })
        : new UnavailableError("the connection to the partner was lost", { cause });
    } finally {
      over.abort();
    }
  };
}

function headersFor(apiKey: string, post: PartnerRequest["post"]): Record<string, string> {
  return {
    authorization: `Bearer ${apiKey}`,
    accept: "application/json",
    "accept-encoding": "identity",
    ...(post !== undefined && {
      "content-type": post.form.contentType,
      "content-length": String(post.form.contentLength),
      "idempotency-key": post.idempotencyKey,
    }),
  };
}

type Sent = {
  /**
   * True once undici has requested the first bytes: it does so when connected, and writes no header
   * before.
   */
  hasLeft: boolean;
  /** The error that ended the body before the deadline did. */
  cut?: { readonly error: unknown };
};

function watch(stream: AsyncIterable<Uint8Array>, deadline: AbortSignal) {
  const progress: Sent = { hasLeft: false };
  async function* watched() {
    progress.hasLeft = true;
    try {
      yield* stream;
    } catch (error) {
      if (!deadline.aborted) progress.cut = { error };
      throw error;
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- undici takes any async iterable, and sends it faster than a Readable; its types say less
  return { stream: watched() as unknown as Readable, sent: progress };
}

type PartnerResponse = Awaited<ReturnType<typeof request>>;

async function readReply(
  reply: PartnerResponse,
  { now, apiKey, deadline }: TransportOptions,
): Promise<unknown> {
  if (reply.statusCode >= 200 && reply.statusCode < 300) {
    const bytes = await readUpTo(LARGEST_REPLY_BYTES, reply.body);
    const value = bytes === undefined ? undefined : parse(bytes);
    if (value === undefined) throw new UnexpectedReplyError("a JSON object of at most 2 MB");
    return value;
  }
  if (reply.statusCode !== 400) {
    // Read to its end in the background, so that the connection can be used again.
    reply.body.dump({ limit: LARGEST_REPLY_BYTES }).catch(() => undefined);
    throw refusal(reply, now());
  }
  // The refusal itself is in the status: its reason is read as far as the time allows.
  const body = addAbortSignal(deadline(reasonMs), reply.body);
  const bytes = await readUpTo(largestReason, body).catch(() => undefined);
  throw badRequest(bytes && parse(bytes), apiKey);
}

const reasonMs = 2000;
const largestReason = 16_384;

/** Returns undefined for a longer body. */
async function readUpTo(
  most: number,
  body: AsyncIterable<Uint8Array>,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns undefined for what is no JSON: the parser's own error quotes it. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
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
 * Copies an error for logs: name, code and message, without `secret`. All else is dropped: a client
 * library may keep headers in it.
 */
export function redact(error: unknown, secret: string): Error {
  const clean = (text: string): string => text.replaceAll(secret, "[secret]");
  const copy = new Error(clean(error instanceof Error ? error.message : String(error)));
  if (error instanceof Error) copy.name = clean(error.name);
  const code = codeOf(error);
  return code === undefined ? copy : Object.assign(copy, { code: clean(code) });
}

function codeOf(error: unknown): string | undefined {
  const isCoded = error instanceof Error && "code" in error && typeof error.code === "string";
  return isCoded ? String(error.code) : undefined;
}

/** Returns the fault for a status that is no success. Contract, Errors. */
function refusal({ statusCode, headers }: PartnerResponse, now: number): PartnerError {
  const message = `the partner answered ${statusCode}`;
  if (statusCode === 429) return new RateLimitedError(message, readRetryAfter(headers, now));
  // Not in the contract: redirects, other refusals and server failures say nothing for certain.
  const Fault = faults.get(statusCode) ?? UnavailableError;
  return new Fault(message);
}

const faults = new Map<number, new (message: string) => PartnerError>([
  [401, UnauthorizedError],
  [402, PaymentRequiredError],
  [404, NotFoundError],
  [409, IdempotencyConflictError],
]);

/** Not in the contract: the shape of the error body. Its words are for the log and for people. */
function badRequest(body: unknown, secret: string): BadRequestError {
  const { success, data } = errorBody.safeParse(body);
  const { code, message } = success ? (data.error ?? data) : {};
  const parts = [code, message].map((words) => clean(words, secret)).filter(Boolean);
  return new BadRequestError(["the partner answered 400", ...parts].join(": "), parts.at(-1));
}

const words = z.string().optional().catch(undefined);
const saying = z.object({ code: words, message: words });
const errorBody = saying.extend({ error: saying.optional().catch(undefined) });

/** One short line without our key. */
function clean(text: string | undefined, secret: string): string | undefined {
  const line = text?.replaceAll(secret, "[secret]").replaceAll(/[\s\p{C}]+/gu, " ");
  return line?.trim().slice(0, longestReason).replace(/\.$/u, "") || undefined;
}

/** UTF-16 units: enough for a sentence, and too little for a passage of a manuscript. */
const longestReason = 200;

/**
 * Returns the wait of a Retry-After header in ms, at most 15 minutes; undefined when it is
 * unreadable or past. The reply's own Date makes a wrong clock on either side harmless; without one
 * `now` serves. Seconds are tried first: "5" is also a date.
 */
export function readRetryAfter(
  headers: PartnerResponse["headers"],
  now: number,
): number | undefined {
  const value = String(headers["retry-after"] ?? "").trim();
  if (/^\d+(\.\d+)?$/u.test(value)) {
    return Math.min(Math.ceil(Number(value) * 1000), LONGEST_MS);
  }
  const wait = (readDate(value) ?? Number.NaN) - (readDate(headers["date"]) ?? now);
  return wait > 0 ? Math.min(wait, LONGEST_MS) : undefined;
}

/** Reads HTTP's three forms of a date; only two of them name their zone. */
function readDate(header: string | readonly string[] | undefined): number | undefined {
  const value = String(header ?? "");
  const form = /^[A-Z][a-z]{2,8},? [\w :-]+$/u.test(value);
  const time = form ? Date.parse(value.endsWith("GMT") ? value : `${value} GMT`) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

const LONGEST_MS = 15 * 60_000;
