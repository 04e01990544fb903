import { answerQuestions } from "../measure/child-side.ts";

/** Measures the heap of one task that holds only the necessary facts, in bytes. */
answerQuestions((count) => {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const tasks = new Map<string, object>();
  for (let n = 0; n < Number(count); n += 1) {
    const id = `${n}`.padStart(32, "q");
    const seen = {
      since: Date.now() - n,
      lookedAt: Date.now(),
      characters: n,
      progress: undefined,
    };
    tasks.set(id, { id, key: `${n}`.padStart(64, "k"), at: Date.now(), ...seen });
  }
  globalThis.gc?.();
  return (process.memoryUsage().heapUsed - before) / tasks.size;
});
