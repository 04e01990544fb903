import type { Term } from "../task.ts";
import type { Candidate } from "./candidate.ts";
import { chineseTerms } from "./chinese.ts";
import { japaneseTerms } from "./japanese.ts";
import { koreanTerms } from "./korean.ts";
import { alphabeticTerms } from "./latin.ts";
import { romanise } from "./romanise.ts";

type Languages = { readonly language: string; readonly target: string };

const mostTerms = 60;
const writtenOtherwise = new Set(["zh", "ja", "ko", "ru", "uk", "el", "ar", "he", "th", "hi"]);

/** Names and recurring terms of a text, the surest first, with a preferred translation each. */
export function extractTerms(text: string, { language, target }: Languages): Term[] {
  const latinTarget = !writtenOtherwise.has(target.toLowerCase().split(/[-_]/)[0] ?? "");
  return candidatesOf(text, language)
    .sort((one, other) => other.confidence - one.confidence || other.count - one.count)
    .slice(0, mostTerms)
    .map(({ source, confidence }) => {
      return { source, target: latinTarget ? romanise(source) : source, confidence };
    });
}

function candidatesOf(text: string, language: string): Candidate[] {
  switch (language) {
    case "zh":
      return chineseTerms(text);
    case "ja":
      return japaneseTerms(text);
    case "ko":
      return koreanTerms(text);
    default:
      return alphabeticTerms(text, language);
  }
}
