import { styleText } from "node:util";

export type Printer = ReturnType<typeof createPrinter>;

type Terminal = NodeJS.WritableStream & { readonly columns?: number };
type Style = Parameters<typeof styleText>[0];

/** Writes the play for a person to read; in colour only where a terminal shows it. */
export function createPrinter(out: Terminal, err: Terminal) {
  let steps = 0;
  const painted = (style: Style, text: string) => styleText(style, text, { stream: out });
  const line = (text = "") => void out.write(`${text}\n`);
  return {
    /** Columns that a card may take. */
    columns: Math.max(40, Math.min(80, (out.columns ?? 80) - indent.length)),
    line,
    title: (text: string) => line(painted("bold", text)),
    step: (title: string) => {
      steps += 1;
      line(`\n${painted(["bold", "cyan"], `${steps}. ${title}`)}`);
    },
    card: (drawing: string) => line(indented(drawing)),
    note: (text: string) => line(indented(painted("dim", text))),
    /** Writes names and their texts in two columns. */
    list: (rows: readonly (readonly [string, string])[]) => {
      const width = Math.max(...rows.map(([name]) => name.length));
      for (const [name, text] of rows) line(`${indent}${name.padEnd(width)}  ${text}`);
    },
    good: (text: string) => line(`\n${painted(["bold", "green"], text)}`),
    bad: (text: string, detail: string) => {
      const title = styleText(["bold", "red"], text, { stream: err });
      err.write(`\n${title}\n${indented(detail)}\n`);
    },
  };
}

const indent = "   ";

function indented(text: string): string {
  return text.replaceAll(/^/gmu, indent);
}

/** A step of the play that did not hold; the cause says why. */
export class StepFailedError extends Error {
  override readonly name = "StepFailedError";

  constructor(title: string, cause: unknown) {
    super(`This step did not hold: ${title}`, { cause });
  }
}

export type Step = <T>(title: string, run: () => Promise<T>) => Promise<T>;

/** Announces each step, takes it and leaves a moment to read. Throws StepFailedError. */
export function createSteps(printer: Pick<Printer, "step">, pause: () => Promise<void>): Step {
  return async (title, run) => {
    printer.step(title);
    try {
      const result = await run();
      await pause();
      return result;
    } catch (error) {
      throw new StepFailedError(title, error);
    }
  };
}

/** Throws with the sentence unless it holds. */
export function hold(holds: unknown, sentence: string): asserts holds {
  if (!holds) throw new Error(sentence);
}
