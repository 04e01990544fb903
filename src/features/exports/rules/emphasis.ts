import { emphasisSigns } from "../../../core/text-names.ts";

/** Words of a line, and how many signs were set around them: none, one, two or three. */
export type Span = { readonly text: string; readonly signs: number };

/** A line taken apart at Galley's signs. Where they do not come in pairs it is left as it stands. */
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

/** A text of several lines without Galley's signs. */
export function withoutEmphasis(text: string): string {
  const bare = (line: string) => spansOf(line).map((span) => span.text);
  return text
    .split("\n")
    .map((line) => bare(line).join(""))
    .join("\n");
}

const pair = /(\*{1,3}|_{1,3})(?![\s*_])([^*_]*)(?<!\s)\1/gu;
