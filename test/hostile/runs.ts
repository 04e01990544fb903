import { patience } from "../patience.ts";

const times = Math.max(0.01, Number(process.env["FUZZ_RUNS"] ?? "1") || 1);

/** How many cases a fuzzer tries: so many on every run, FUZZ_RUNS times as many where that is set. */
export function runs(usual: number): { readonly numRuns: number } {
  return { numRuns: Math.ceil(usual * times) };
}

/** How long a fuzzer may take, in ms. */
export const fuzzMs = Math.max(1, times) * patience.timeout;
