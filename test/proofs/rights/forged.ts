import { createHmac } from "node:crypto";

import { request } from "#lib/http.ts";
import type { Fields } from "#sandbox/slack/json.ts";

import type { Scene } from "./scene.ts";

/** Changes to a request that is otherwise as Slack would send it. */
export type Forgery = {
  readonly type?: string;
  /** Seconds by which the signed time is ahead. */
  readonly ahead?: number;
  readonly timestamp?: string;
  /** The signed text, where it is not the body. */
  readonly signed?: string;
  /** Headers in place of the right signature. */
  readonly signature?: readonly string[];
};

/** Sends a body to the bot as Slack would, except for the forgery. Returns the HTTP status. */
export async function send(
  scene: Pick<Scene, "galley">,
  body: string,
  forgery: Forgery = {},
): Promise<number> {
  const { galley } = scene;
  const seconds = Math.floor(galley.clock.now() / 1000) + (forgery.ahead ?? 0);
  const timestamp = forgery.timestamp ?? String(seconds);
  const hmac = createHmac("sha256", galley.slack.signingSecret);
  hmac.update(`v0:${timestamp}:${forgery.signed ?? body}`);
  const signatures = forgery.signature ?? [`v0=${hmac.digest("hex")}`];
  const reply = await request(`${galley.origin()}/slack/events`, {
    method: "POST",
    body,
    headers: [
      "content-type",
      forgery.type ?? "application/x-www-form-urlencoded",
      "x-slack-request-timestamp",
      timestamp,
      ...signatures.flatMap((signature) => ["x-slack-signature", signature]),
    ],
  });
  await reply.body.dump();
  return reply.statusCode;
}

/** Returns the body of Ana's click on Approve, and keeps the click itself from arriving. */
export async function approval({ galley, card }: Scene): Promise<string> {
  const seen: Fields[] = [];
  galley.slack.faults.onDelivery("block_actions", { fault: "lost" });
  await galley.slack.people.ana.clicks(card, "quote.approve", {
    alters: (payload) => {
      seen.push(payload);
      return payload;
    },
  });
  return formOf(seen[0] ?? {});
}

export function formOf(payload: Fields): string {
  return `payload=${encodeURIComponent(JSON.stringify(payload))}`;
}
