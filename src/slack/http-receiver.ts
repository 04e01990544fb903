import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

import { createBodyReader } from "#http/body-reader.ts";
import { knowCaller } from "#http/connections.ts";
import type { Clock } from "#lib/clock.ts";

import { type Delivery, type Intake, isFields } from "./intake.ts";

export type HttpReceiver = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

type HttpReceiverOptions = Pick<Clock, "now" | "sleep"> & {
  readonly signingSecret: string;
  readonly intake: Intake;
  /** True for the first caller on any replica, and false for all others for some time (ms). */
  readonly first: (name: string, forMs: number) => Promise<boolean>;
  readonly onFault: (error: unknown) => void;
  /** Called for a request without a signature of now. */
  readonly onRefused: () => void;
};

/**
 * Takes requests that Slack signed, refuses byte-for-byte replays, and answers as soon as they are
 * recorded. It listens on no port itself: the bot's one server passes the requests to it.
 */
export function createHttpReceiver(deps: HttpReceiverOptions): HttpReceiver {
  const { signingSecret: secret, intake, now, onRefused } = deps;
  const readBody = createBodyReader({ most: mostBytes, room: roomBytes, sleep: deps.sleep });
  const refuse = (response: ServerResponse): void => {
    onRefused();
    turnAway(response, 401);
  };
  return async (request, response) => {
    // Slack has not named the bot yet. It sends its events again.
    if (!intake.isOpen()) return turnAway(response, 503);
    const headers = readSignature(request);
    if (!isTimely(headers, now())) return refuse(response);
    const body = await readBody(request);
    if (typeof body === "number") return turnAway(response, body);
    if (!isSigned({ ...headers, body }, { secret, now: now() })) return refuse(response);
    knowCaller(request);
    const delivery = readDelivery(body, request.headers["content-type"]);
    if (delivery === undefined) return end(response, 400);
    if (delivery["type"] === "url_verification") {
      return send(response, { challenge: delivery["challenge"] });
    }
    if (!(await isFirst(deps, headers, delivery))) return end(response, 200);
    await take(deps, response, delivery);
  };
}

/**
 * False for the same signed bytes again. Events are known by their ids: see the intake. A second click
 * has another signature, and the record refuses it; it does so too if the store fails here.
 */
async function isFirst(
  { first }: HttpReceiverOptions,
  { signature }: SignatureHeaders,
  delivery: Body,
): Promise<boolean> {
  if (delivery["type"] === "event_callback") return true;
  const name = createHash("sha256").update(signature).digest("base64url");
  return await first(`request.${name}`, (oldestSeconds + earliestSeconds) * 1000).catch(() => true);
}

type Body = Delivery["body"];

async function take(
  { intake, onFault, sleep }: HttpReceiverOptions,
  response: ServerResponse,
  body: Body,
): Promise<void> {
  const isEvent = body["type"] === "event_callback";
  const answered = new AbortController();
  const answer = (reply?: unknown): void => {
    if (!response.headersSent) send(response, reply);
    // Otherwise each timer would keep its request for the rest of the time.
    answered.abort("answered");
  };
  // A person waits at most three seconds. The result of a slow click is in a message of its own.
  if (!isEvent) void sleep(slowMs, answered.signal).then(() => answer());
  try {
    await intake.take({ body, answer: async (reply) => answer(reply) });
    answer();
  } catch (error) {
    onFault(error);
    if (!response.headersSent) end(response, isEvent ? 500 : 200);
  }
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

/** Closes the connection: the rest of the body is not read. */
function turnAway(response: ServerResponse, status: number): void {
  end(response.setHeader("connection", "close"), status);
}

/** Reads the signature and its time from the headers, before the body is read. */
function readSignature({ headers }: IncomingMessage): SignatureHeaders {
  const headerOf = (name: string): string => {
    const value = headers[name];
    // Node joins a header that is sent twice by a comma, and Slack's own have none.
    return typeof value === "string" && !value.includes(",") ? value : "";
  };
  return {
    timestamp: headerOf("x-slack-request-timestamp"),
    signature: headerOf("x-slack-signature"),
  };
}

const slowMs = 2500;

/** Events come as JSON, commands as form fields, interactions as JSON in the field `payload`. */
export function readDelivery(body: Buffer, contentType: string | undefined): Body | undefined {
  const text = body.toString("utf8");
  const type = contentType?.split(";")[0]?.trim().toLowerCase();
  if (type === "application/json") return readJson(text);
  if (type !== "application/x-www-form-urlencoded") return undefined;
  const fields = new URLSearchParams(text);
  const payload = fields.get("payload");
  return payload === null ? Object.fromEntries(fields) : readJson(payload);
}

function readJson(text: string): Body | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

type SignatureHeaders = { readonly timestamp: string; readonly signature: string };

/**
 * Returns true when Slack signed this, now. Unlike Bolt's own check it also refuses timestamps from
 * the future. A string key is an order of magnitude cheaper than a Buffer key on Node 24.
 */
export function isSigned(
  { timestamp, signature, body }: SignatureHeaders & { readonly body: Buffer },
  { secret, now }: { readonly secret: string; readonly now: number },
): boolean {
  // Anyone can sign with an empty secret.
  if (secret === "" || !isTimely({ timestamp, signature }, now)) return false;
  const hmac = createHmac("sha256", secret).update(`v0:${timestamp}:`).update(body);
  const expected = Buffer.from(`v0=${hmac.digest("hex")}`);
  const actual = Buffer.from(signature);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** Returns true for a well-formed signature of now, whoever wrote it. */
function isTimely({ timestamp, signature }: SignatureHeaders, now: number): boolean {
  if (!/^\d{1,12}$/u.test(timestamp) || !/^v0=[0-9a-f]{64}$/u.test(signature)) return false;
  const age = Math.floor(now / 1000) - Number(timestamp);
  return age <= oldestSeconds && age >= -earliestSeconds;
}

/** Slack: signatures older than five minutes are refused. A clock may run a minute ahead of ours. */
const oldestSeconds = 300;
const earliestSeconds = 60;

/** Slack sends hardly more than 64 kB. */
const mostBytes = 1024 * 1024;
const roomBytes = 16 * 1024 * 1024;

/** For the log: a request that was not signed as Slack signs them. */
export const refusedWords =
  "a request to /slack/events was refused: if it was Slack’s, correct SLACK_SIGNING_SECRET (Basic Information) or the clock (NTP)";
