/** The texts of an answer in the order of their numbers, or the fault in its form. */
type Parsed =
  | { readonly ok: true; readonly texts: readonly string[] }
  | { readonly ok: false; readonly fault: string };

/**
 * Returns numbers in order, with gaps: a model has to copy them, and one that counts by itself is
 * detected.
 */
export function numbersFor(texts: readonly string[]): readonly number[] {
  let number = 0;
  return texts.map((text) => (number += 1 + ((text.length + number) % 4)));
}

/**
 * Reads an answer. Every number must be there once, in order, with nothing beside them: otherwise
 * no paragraph of it can be trusted.
 */
export function readAnswer(answer: string, numbers: readonly number[]): Parsed {
  const texts: string[] = [];
  for (const line of withoutFrame(answer).split(/\r?\n/u)) {
    if (line.trim() === "") continue;
    const [, number, text = ""] = /^\[(\d+)\](.*)$/u.exec(line.trim()) ?? [];
    if (number === undefined) return wrong("a line did not begin with a number in brackets");
    const at = numbers.indexOf(Number(number));
    if (at < 0) return wrong(`number ${number} was not asked for`);
    if (at < texts.length) return wrong(`number ${number} came twice or out of order`);
    if (at > texts.length) return wrong(`number ${numbers[texts.length]} was missing`);
    texts.push(text.trim());
  }
  const missing = numbers[texts.length];
  return missing === undefined ? { ok: true, texts } : wrong(`number ${missing} was missing`);
}

function wrong(fault: string): Parsed {
  return { ok: false, fault };
}

/** Removes the thinking before an answer and the code fence around it. */
function withoutFrame(answer: string): string {
  const thought = answer.lastIndexOf("</think>");
  const spoken = thought < 0 ? answer : answer.slice(thought + "</think>".length);
  return /^\s*```\w*\n(.*?)\n?```\s*$/su.exec(spoken)?.[1] ?? spoken;
}
