type Patience<Late> = {
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly ms: number;
  readonly late: () => Late;
};

/** Returns the answer, or what `late` returns after `ms`: a late answer is not waited for. */
export async function inTime<Answer, Late>(
  answer: Promise<Answer>,
  { sleep, ms, late }: Patience<Late>,
): Promise<Answer | Late> {
  const over = new AbortController();
  const tooLate = async (): Promise<Late> => {
    await sleep(ms, over.signal);
    return late();
  };
  try {
    return await Promise.race([answer, tooLate()]);
  } finally {
    over.abort();
  }
}
