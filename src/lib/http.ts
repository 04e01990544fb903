// The only import of undici: Node's own fetch and FormData must never be mixed with these (they
// differ in version, and a body silently goes out as text/plain).
export { Agent, fetch, FormData, request, Response } from "undici";

/**
 * How long an idle connection is kept where the other side names no time, ms: most close one after a
 * minute. A new one costs up to three round trips, and people click minutes apart.
 */
export const keptMs = 55_000;

/**
 * Await it before a request. undici frees the connection of an answer that was just read in the next turn
 * of the event loop: who asks again before opens another one, at two more round trips.
 */
export { setImmediate as connectionFreed } from "node:timers/promises";
