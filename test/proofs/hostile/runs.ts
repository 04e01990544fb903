import { patience } from "../../patience.ts";

const times = Math.max(0.01, Number(process.env["FUZZ_RUNS"] ?? "1") || 1);
const seed = Number(process.env["FUZZ_SEED"]);

/**
 * Returns the number of cases that a fuzzer tries: `usual`, or FUZZ_RUNS times as many. FUZZ_SEED
 * repeats the cases of an earlier run.
 */
export function runs(usual: number): { readonly numRuns: number; readonly seed?: number } {
  const numRuns = Math.ceil(usual * times);
  return Number.isInteger(seed) ? { numRuns, seed } : { numRuns };
}

/** The time limit of a fuzzer, in ms. */
export const fuzzMs = Math.max(1, times) * patience.timeout;
