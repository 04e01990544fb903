import { emphasisSigns } from "../../../core/text-names.ts";

/** Words of a line, and the number of signs on each side of them: 0 to 3. */
export type Span = { readonly text: string; readonly signs: number };

/** Splits a line at Galley's signs. Returns it whole if they are not in pairs, or of both kinds. */
export function spansOf(line: string): readonly Span[] {
  const kinds = Array.from(emphasisSigns).filter((sign) => line.includes(sign));
  if (kinds.length !== 1) return [{ text: line, signs: 0 }];
  const spans: Span[] = [];
  let rest = 0;
  for (const { 0: match, 1: sign = "", 2: text = "", index } of line.matchAll(pair)) {
    spans.push({ text: line.slice(rest, index), signs: 0 }, { text, signs: sign.length });
    rest = index + match.length;
  }
  spans.push({ text: line.slice(rest), signs: 0 });
  const isWhole = spans.every(({ text }) => !kinds.some((sign) => text.includes(sign)));
  return isWhole ? spans.filter(({ text }) => text !== "") : [{ text: line, signs: 0 }];
}

/** Removes Galley's signs from a text of several lines. */
export function withoutEmphasis(text: string): string {
  const bare = (line: string) => spansOf(line).map((span) => span.text);
  return text
    .split("\n")
    .map((line) => bare(line).join(""))
    .join("\n");
}

const pair = /(\*{1,3}|_{1,3})(?![\s*_])([^*_]*)(?<!\s)\1/gu;
