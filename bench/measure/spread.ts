export type Spread = { readonly median: number; readonly min: number; readonly max: number };

/** Median, least and greatest of one figure over the rounds. */
export function spreadOf(values: readonly number[]): Spread {
  return { median: quantile(values, 0.5), min: Math.min(...values), max: Math.max(...values) };
}

/** Returns the ratio of ours to the other, round by round. */
export function ratioOf(ours: readonly number[], beside: readonly number[]): Spread {
  return spreadOf(ours.map((value, round) => value / (beside[round] ?? Number.NaN)));
}

/** @param q from 0 to 1 */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
