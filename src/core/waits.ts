/** A wait that ends at `at` and counts from a recorded moment; times in ms. */
export type Wait = { readonly at: number; readonly from: number };

export const atOnce: Wait = { from: 0, at: 0 };

export function after(from: number, ms: number): Wait {
  return { from, at: from + ms };
}

/**
 * True when a recorded time lies in the future: its clock was ahead and has been corrected since,
 * or is another replica's. The true age of the record is unknown.
 */
export function isInFuture(noted: number, now: number): boolean {
  return noted > now + driftMs;
}

/**
 * Replicas with NTP differ by milliseconds; this leaves room for worse. It is small beside a minute
 * of quiet, and lengthens the window for resending by no more than itself.
 */
const driftMs = 5000;
