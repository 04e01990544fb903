import type { IncomingMessage } from "node:http";
import { setImmediate as letDataIn } from "node:timers/promises";

import { sleep, withTimeout } from "#lib/clock.ts";

/** The body of a known caller came too slowly. */
export class SlowBodyError extends Error {
  override readonly name = "SlowBodyError";
}

export type Pace = {
  /** Time for which a sender may pause. */
  readonly graceMs: number;
  readonly leastBytesPerSecond: number;
};

/**
 * Yields a body that comes steadily; the time in which nobody reads it does not count. The connection
 * stays open for the response.
 *
 * @throws SlowBodyError
 */
export async function* readSteadily(
  request: IncomingMessage,
  { graceMs, leastBytesPerSecond }: Pace = { graceMs: 10_000, leastBytesPerSecond: 8192 },
): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false });
  let restMs = graceMs;
  for (;;) {
    const from = performance.now();
    // Bytes that came while this process was busy count.
    const late = () => letDataIn(undefined);
    const next = await withTimeout(chunks.next(), { sleep, ms: restMs, late });
    if (next === undefined) throw new SlowBodyError("the body came too slowly");
    if (next.done === true) return;
    const earned = (next.value.length / leastBytesPerSecond) * 1000;
    restMs = Math.min(graceMs, Math.max(0, restMs - (performance.now() - from)) + earned);
    yield next.value;
  }
}
