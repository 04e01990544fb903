/** Asks once for what many want to know at the same moment; forgets after a minute, and every failure. */
export function remember<T>(ask: (id: string) => Promise<T>, now: () => number) {
  const known = new Map<string, { at: number; answer: Promise<T> }>();
  return async (id: string): Promise<T> => {
    const hit = known.get(id);
    if (hit !== undefined && now() - hit.at < freshMs) return hit.answer;
    const answer = ask(id);
    if (known.size >= rememberedAtMost) known.clear();
    known.set(id, { at: now(), answer });
    answer.catch(() => known.delete(id));
    return answer;
  };
}

const freshMs = 60_000;
const rememberedAtMost = 10_000;
