import type { Ports } from "./ports.ts";

/** Lets other work run whenever `work` yields, so that clicks are acknowledged meanwhile. */
export async function unhurried<T>(
  { sleep }: Pick<Ports, "sleep">,
  work: Generator<void, T>,
): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    await sleep(0);
  }
}
