import type { Printer } from "./printing.ts";

/** A step of the play that did not hold; the cause says why. */
export class StepFailed extends Error {
  override readonly name = "StepFailed";
  readonly title: string;

  constructor(title: string, cause: unknown) {
    super(`This step did not hold: ${title}`, { cause });
    this.title = title;
  }
}

export type Step = <T>(title: string, run: () => Promise<T>) => Promise<T>;

/** Announces each step, takes it and leaves a moment to read. Throws StepFailed. */
export function createSteps(printer: Pick<Printer, "step">, pause: () => Promise<void>): Step {
  return async (title, run) => {
    printer.step(title);
    try {
      const result = await run();
      await pause();
      return result;
    } catch (error) {
      throw new StepFailed(title, error);
    }
  };
}

/** Throws with the sentence unless it holds. */
export function hold(holds: unknown, sentence: string): asserts holds {
  if (!holds) throw new Error(sentence);
}
