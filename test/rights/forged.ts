import { createHmac } from "node:crypto";

import { request } from "../../src/http.ts";
import type { Fields } from "../../src/sandbox/slack/json.ts";
import type { Scene } from "./scene.ts";

/** What a forger changes of a request that is otherwise as Slack would send it. */
export type Forgery = {
  readonly type?: string;
  /** Seconds that the signed time lies ahead. */
  readonly ahead?: number;
  readonly timestamp?: string;
  /** What is signed, where that is not the body. */
  readonly signed?: string;
  /** Takes the place of the right signature; one that is sent twice is two. */
  readonly signature?: readonly string[];
};

/** Sends a body to the desk as Slack would, but for the forgery; answers the HTTP status. */
export async function send(scene: Scene, body: string, forgery: Forgery = {}): Promise<number> {
  const { house } = scene;
  const seconds = Math.floor(house.clock.now() / 1000) + (forgery.ahead ?? 0);
  const timestamp = forgery.timestamp ?? String(seconds);
  const hmac = createHmac("sha256", house.slack.signingSecret);
  hmac.update(`v0:${timestamp}:${forgery.signed ?? body}`);
  const signatures = forgery.signature ?? [`v0=${hmac.digest("hex")}`];
  const reply = await request(`${house.origin}/slack/events`, {
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

/** The body of Ana's click on Approve, which never arrives by itself. */
export async function approval({ house, card }: Scene): Promise<string> {
  const seen: Fields[] = [];
  house.slack.faults.onDelivery("block_actions", { fault: "lost" });
  await house.slack.people.ana.clicks(card, "quote.approve", {
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
