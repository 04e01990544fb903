import { subscribe } from "node:diagnostics_channel";

/** HTTP requests of this process that have no whole answer yet. A connection that was upgraded has none. */
const open = new Set<unknown>();

const requestOf = (message: unknown): object | undefined =>
  typeof message === "object" &&
  message !== null &&
  "request" in message &&
  typeof message.request === "object" &&
  message.request !== null
    ? message.request
    : undefined;

subscribe("undici:request:create", (message) => {
  const request = requestOf(message);
  const isUpgrade = request !== undefined && "upgrade" in request && Boolean(request.upgrade);
  if (request !== undefined && !isUpgrade) open.add(request);
});
for (const end of ["undici:request:trailers", "undici:request:error"]) {
  subscribe(end, (message) => void open.delete(requestOf(message)));
}

/**
 * Returns a question for a loop: may the clock be put forward? While a request is open it may not, since
 * the answer would count as late, and on a slow machine no call would ever succeed. A request that hangs
 * ends by the clock alone: so one that stays open while the loop asks often holds nothing up.
 */
export function createQuiet(): () => boolean {
  let known: ReadonlySet<unknown> = new Set();
  let times = 0;
  return () => {
    const isSame =
      open.size > 0 && open.size === known.size && [...open].every((one) => known.has(one));
    times = isSame ? times + 1 : 0;
    if (!isSame) known = new Set(open);
    return open.size === 0 || times >= hangingAfter;
  };
}

const hangingAfter = 50;
