import type { Edit } from "./glossary.ts";

/**
 * Terms as people type them: `Aaron = 亚伦`, one a line, also with `→`, `=>`, `->` or `：`; nothing behind the
 * sign takes a term out. Undefined when any line that is not empty is no such pair: then it is prose.
 */
export function typedTerms(text: string): readonly Edit[] | undefined {
  const lines = linesOf(text);
  const edits = lines.map(pairIn).filter((edit) => edit !== undefined);
  return edits.length === 0 || edits.length < lines.length ? undefined : edits;
}

/** The first line that is no such pair. */
export function untypedLine(text: string): string {
  return linesOf(text).find((line) => pairIn(line) === undefined) ?? "";
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/u).filter((line) => line.trim() !== "");
}

function pairIn(line: string): Edit | undefined {
  const [source = "", target = "", ...more] = line.split(sign).map((side) => side.trim());
  const isPair = line.search(sign) >= 0 && more.length === 0 && source !== "";
  return isPair && isName(source) && isName(target) ? { source, target } : undefined;
}

/** A name, not a sentence: short, in no brackets of Slack's, and not said with emphasis. */
function isName(side: string): boolean {
  return side.length <= nameChars && !/[<>]|[!?;。！？；]$/u.test(side);
}

const sign = /\s*(?:=>|->|[=→＝：])\s*/u;

/** Of a term, and of its translation. */
export const nameChars = 120;
