/**
 * Returns a memory in which an answer lives for `ms`. Simultaneous callers share one question, and
 * failures are forgotten. `asOf` "now" asks anew.
 *
 * @param now monotonic clock, ms.
 */
export function remember<T>({ now, ms }: { readonly now: () => number; readonly ms: number }) {
  const known = new Map<string, { readonly at: number; readonly answer: Promise<T> }>();
  return (name: string, ask: () => Promise<T>, asOf: "now" | "lately" = "lately"): Promise<T> => {
    for (const [old, { at }] of known) {
      if (now() - at < ms) break;
      known.delete(old);
    }
    const hit = known.get(name);
    if (asOf === "lately" && hit !== undefined) return hit.answer;
    const fresh = { at: now(), answer: ask() };
    // The oldest stands first.
    known.delete(name);
    known.set(name, fresh);
    fresh.answer.catch(() => known.get(name) === fresh && known.delete(name));
    return fresh.answer;
  };
}
