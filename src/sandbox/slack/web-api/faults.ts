/** What can go wrong with one call of a Web API method. */
export type ApiFault =
  /** 429; the header's text, or no header at all. */
  | { readonly fault: "rate-limited"; readonly retryAfter: string | undefined }
  | { readonly fault: "500-before" }
  /** Done, and answered with a 500 all the same. */
  | { readonly fault: "500-after" }
  /** Done, and the connection closed before the answer. */
  | { readonly fault: "lost-reply" }
  | { readonly fault: "slow"; readonly ms: number }
  /** Any `ok: false` in Slack's words. */
  | { readonly fault: "refused"; readonly error: string }
  /** A read that misses every message newer than the moment when the fault was set. */
  | { readonly fault: "stale" };

export type SetFault = ApiFault & { readonly setAt: string };

/** Faults waiting for the next calls of a method (`*` for any). */
export function createApiFaults(ts: () => string) {
  const waiting: { readonly method: string; readonly fault: SetFault }[] = [];

  return {
    add(method: string, fault: ApiFault, times: number): void {
      const setAt = ts();
      for (let n = 0; n < times; n += 1) waiting.push({ method, fault: { ...fault, setAt } });
    },
    take(method: string): SetFault | undefined {
      const index = waiting.findIndex((one) => one.method === method || one.method === "*");
      return index < 0 ? undefined : waiting.splice(index, 1)[0]?.fault;
    },
    clear(): void {
      waiting.length = 0;
    },
  };
}

export type ApiFaults = ReturnType<typeof createApiFaults>;
