import { patience } from "../patience.ts";

const times = Math.max(0.01, Number(process.env["FUZZ_RUNS"] ?? "1") || 1);
const seed = Number(process.env["FUZZ_SEED"]);

/**
 * How many cases a fuzzer tries: so many on every run, FUZZ_RUNS times as many where that is set. FUZZ_SEED makes
 * them the same as another time.
 */
export function runs(usual: number): { readonly numRuns: number; readonly seed?: number } {
  const numRuns = Math.ceil(usual * times);
  return Number.isInteger(seed) ? { numRuns, seed } : { numRuns };
}

/** How long a fuzzer may take, in ms. */
export const fuzzMs = Math.max(1, times) * patience.timeout;
