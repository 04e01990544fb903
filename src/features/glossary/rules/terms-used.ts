import type { TermsUsed } from "../../../core/comparing.ts";
import type { Glossary } from "../../../core/partner.ts";
import { createTermCounts } from "./term-counts.ts";

/** Takes source and result piece by piece, each to its end. */
export function createTermCheck(glossary: Glossary) {
  const terms = Object.entries(glossary).map(([source, target]) => ({
    source,
    target: folded(target),
  }));
  const inSource = createTermCounts(terms.map(({ source }) => source));
  const inResult = createTermCounts(terms.map(({ target }) => target));
  return {
    source: inSource.add,
    result: (piece: string): void => inResult.add(folded(piece)),
    end: (): TermsUsed => {
      const [had, has] = [inSource.end(), inResult.end()];
      const looked = terms.filter(({ source, target }) => had.has(source) && target !== "");
      const missing = looked.filter(({ target }) => !has.has(target));
      return {
        looked: looked.length,
        unused: missing.length,
        missing: missing.slice(0, mostNamed).map(({ source }) => source),
      };
    },
  };
}

function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

const mostNamed = 10;
