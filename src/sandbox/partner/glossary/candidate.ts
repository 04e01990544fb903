/** A term that a text seems to use, with what speaks for it (0 to 1). */
export type Candidate = {
  readonly source: string;
  readonly count: number;
  readonly confidence: number;
};

/** Confidence grows with each time a term is met, slowly, and never reaches certainty. */
export function confidenceOf(evidence: number, count: number): number {
  const grown = evidence + 0.05 * Math.log2(Math.max(1, count));
  return Math.round(Math.min(0.98, Math.max(0.05, grown)) * 100) / 100;
}

export function countInto(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
