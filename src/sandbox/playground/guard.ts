import type { IncomingMessage } from "node:http";

/** Nothing but the page's own files runs or is loaded; everything drawn on it came from outside. */
export const safetyHeaders: readonly (readonly [string, string])[] = [
  [
    "content-security-policy",
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
  ["x-content-type-options", "nosniff"],
  ["referrer-policy", "no-referrer"],
  ["cross-origin-resource-policy", "same-origin"],
  ["cross-origin-opener-policy", "same-origin"],
  ["cache-control", "no-store"],
];

/**
 * The page answers to its own name alone (another one is DNS rebinding), and takes deeds only from
 * itself: a site that happens to be open in the same browser must not approve anything.
 */
export function isOurs({ headers, method, socket }: IncomingMessage): boolean {
  const { host = "", origin } = headers;
  const port = socket.localPort ?? 0;
  const isOurName = [`127.0.0.1:${port}`, `localhost:${port}`].includes(host);
  const isRead = method === "GET" || method === "HEAD";
  return isOurName && (isRead || origin === `http://${host}`);
}
