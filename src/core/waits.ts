/** What is due at `at`, a while after a moment that was noted; times in ms. */
export type Wait = { readonly at: number; readonly from: number };

/** What waits for nothing. */
export const atOnce: Wait = { from: 0, at: 0 };

export function after(from: number, ms: number): Wait {
  return { from, at: from + ms };
}

/**
 * Whether a noted time lies in the future: the clock that it was noted by was ahead, and has been set right
 * since, or is another replica's. How long ago it really was, nobody can tell.
 */
export function isInFuture(noted: number, now: number): boolean {
  return noted > now + driftMs;
}

/**
 * Replicas that keep NTP differ by milliseconds; this leaves room for worse. It is small beside a minute of
 * quiet, and lengthens the window for sending again by no more than itself.
 */
const driftMs = 5000;
