import { z } from "zod";

/** Serves the child's end of `openChild`: answers each question, and adds its own use of CPU and memory. */
export function answerQuestions(answer: (question: unknown) => unknown): void {
  process.on("message", (message) => {
    const { question } = asked.parse(message);
    void reply(question === "meter" ? () => undefined : () => answer(question));
  });
  say({ value: "ready" });
}

async function reply(answer: () => unknown): Promise<void> {
  try {
    say({ value: await answer() });
  } catch (error) {
    say({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

function say(said: { readonly value?: unknown; readonly fault?: string }): void {
  const { user, system } = process.cpuUsage();
  const { maxRSS } = process.resourceUsage();
  const meter = {
    cpuMs: (user + system) / 1000,
    rssMb: process.memoryUsage.rss() / 2 ** 20,
    peakMb: maxRSS / 1024,
  };
  process.send?.({ ...said, meter });
}

const asked = z.object({ question: z.unknown() });
