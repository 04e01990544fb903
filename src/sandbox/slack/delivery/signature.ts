import { createHmac } from "node:crypto";

/** Headers that prove a request to be Slack's: time (seconds) and an HMAC over it and the body. */
export function signed(body: string, secret: string, seconds: number): Record<string, string> {
  const digest = createHmac("sha256", secret).update(`v0:${seconds}:${body}`).digest("hex");
  return { "x-slack-request-timestamp": String(seconds), "x-slack-signature": `v0=${digest}` };
}
