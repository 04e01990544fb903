/** How many cases a fuzzer tries: so many on every run, more where FUZZ_RUNS is a number of times that. */
export function runs(usual: number): { readonly numRuns: number } {
  const times = Number(process.env["FUZZ_RUNS"] ?? "1");
  return { numRuns: Math.max(1, Math.round(usual * (Number.isFinite(times) ? times : 1))) };
}
