import { createHmac } from "node:crypto";

import { request } from "#lib/http.ts";
import { type Fields, parsedJson, textOf } from "#sandbox/slack/json.ts";

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
  { kind, name, payload }: Outgoing,
  { url, attempt, signing }: { url: string; attempt: Attempt; signing: Signing },
): Sent {
  const isEvent = kind === "event";
  const json = JSON.stringify(payload);
  const fields = Object.entries(kind === "command" ? payload : { payload: json });
  const form = new URLSearchParams(
    fields.map(([key, value]): [string, string] => [key, textOf(value)]),
  );
  const body = isEvent ? json : form.toString();
  const { secret, seconds } = signing;
  const digest = createHmac("sha256", secret).update(`v0:${seconds}:${body}`).digest("hex");
  const { number, reason = "unknown_error" } = attempt;
  const again = { "x-slack-retry-num": String(number), "x-slack-retry-reason": reason };
  const headers = {
    "content-type": isEvent ? "application/json" : "application/x-www-form-urlencoded",
    "user-agent": "Slackbot 1.0 (+https://api.slack.com/robots)",
    "x-slack-request-timestamp": String(seconds),
    "x-slack-signature": `v0=${digest}`,
    ...(number === 0 ? {} : again),
  };
  return { name, url, headers, body };
}

/** Sends one delivery and waits for the answer as long as Slack would. */
export async function sendOverHttp(outgoing: Sent, deadlineMs: number): Promise<Receipt> {
  const signal = AbortSignal.timeout(deadlineMs);
  try {
    const { url, headers, body } = outgoing;
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
