import type { FetchFunction } from "@slack/web-api";

import { request } from "../http.ts";

/**
 * What Slack's client and Bolt need of a `fetch`, at half of its price: Node's own makes streams that
 * nobody reads. Redirects are answers like any other.
 */
export const slackFetch: FetchFunction = async (
  url,
  { method = "GET", headers, body, signal } = {},
) => {
  if (typeof body !== "string") throw new TypeError("only text is sent to Slack like this");
  const reply = await request(url, {
    method,
    headers: { ...headers },
    body,
    signal: signal ?? null,
  });
  const text = await reply.body.text();
  return new Response(text === "" ? null : text, {
    status: reply.statusCode,
    headers: Object.entries(reply.headers).map(([name, value]) => [name, String(value)]),
  });
};
