import { createHmac } from "node:crypto";

import { request } from "../../../http.ts";
import { type Fields, parsedJson, textOf } from "../json.ts";

/** A delivery from Slack to the bot. `name` is its name in the log and in the faults. */
export type Outgoing = {
  readonly kind: "event" | "interactive" | "command";
  readonly name: string;
  readonly payload: Fields;
};

export type Attempt = { readonly number: number; readonly reason: string | undefined };

/** The end of a delivery: the bot's answer, or in Slack's words the reason why there is none. */
export type Receipt =
  | { readonly status: "acknowledged"; readonly body: unknown }
  | {
      readonly status: "failed";
      readonly reason: "http_timeout" | "connection_failed" | "http_error";
      readonly httpStatus: number | undefined;
      /** The bot asked for no further try (`x-slack-no-retry: 1`). */
      readonly isFinal: boolean;
    };

export const failure = (reason: "http_timeout" | "connection_failed"): Receipt => ({
  status: "failed",
  reason,
  httpStatus: undefined,
  isFinal: false,
});

/** A request as it was sent, so that it can be sent again byte for byte. */
export type Sent = {
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

type Signing = { readonly secret: string; readonly seconds: number };

/** Writes and signs one delivery as Slack does: events as JSON, everything else as a form. */
export function written(
  outgoing: Outgoing,
  { url, attempt, signing }: { url: string; attempt: Attempt; signing: Signing },
): Sent {
  const isEvent = outgoing.kind === "event";
  const body = isEvent ? JSON.stringify(outgoing.payload) : formBody(outgoing);
  const type = isEvent ? "application/json" : "application/x-www-form-urlencoded";
  const headers = {
    "content-type": type,
    "user-agent": "Slackbot 1.0 (+https://api.slack.com/robots)",
    ...signed(body, signing),
    ...retryHeaders(attempt),
  };
  return { name: outgoing.name, url, headers, body };
}

/** Headers that prove a request to be Slack's: time (seconds) and an HMAC over it and the body. */
function signed(body: string, { secret, seconds }: Signing): Record<string, string> {
  const digest = createHmac("sha256", secret).update(`v0:${seconds}:${body}`).digest("hex");
  return { "x-slack-request-timestamp": String(seconds), "x-slack-signature": `v0=${digest}` };
}

function formBody({ kind, payload }: Outgoing): string {
  if (kind !== "command") return `payload=${encodeURIComponent(JSON.stringify(payload))}`;
  const fields = Object.entries(payload).map(([key, value]): [string, string] => [
    key,
    textOf(value),
  ]);
  return new URLSearchParams(fields).toString();
}

function retryHeaders({ number, reason }: Attempt): Record<string, string> {
  if (number === 0) return {};
  return { "x-slack-retry-num": String(number), "x-slack-retry-reason": reason ?? "unknown_error" };
}

/** Sends one delivery and waits for the answer as long as Slack would. */
export async function sendOverHttp(sent: Sent, deadlineMs: number): Promise<Receipt> {
  const signal = AbortSignal.timeout(deadlineMs);
  try {
    const { url, headers, body } = sent;
    const reply = await request(url, { method: "POST", headers, body, signal });
    const text = await reply.body.text();
    if (reply.statusCode >= 200 && reply.statusCode < 300) {
      return { status: "acknowledged", body: parsedJson(text) ?? text };
    }
    const isFinal = reply.headers["x-slack-no-retry"] === "1";
    return { status: "failed", reason: "http_error", httpStatus: reply.statusCode, isFinal };
  } catch {
    return failure(signal.aborted ? "http_timeout" : "connection_failed");
  }
}
