import { createHmac } from "node:crypto";

export const secret = "bench-signing-secret";

export type Delivery = { readonly type: string; readonly body: string };

/** Signs as Slack does: its clock in seconds, and the body as it is sent. */
export function signedHeaders({ type, body }: Delivery, key: string = secret) {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const hmac = createHmac("sha256", key).update(`v0:${timestamp}:${body}`).digest("hex");
  return {
    "content-type": type,
    "x-slack-request-timestamp": timestamp,
    "x-slack-signature": `v0=${hmac}`,
  };
}

export const form = "application/x-www-form-urlencoded";
