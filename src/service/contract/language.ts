import { eld } from "eld/extrasmall";

/** Returns the language of a text as a code; `und` when the detection is unreliable. */
export function detectLanguage(text: string): string {
  const found = eld.detect(text);
  return found.isReliable() ? found.language : "und";
}

/** Languages in more scripts than the one that the library has learned. */
const inTwoScripts = new Set(["sr", "ku", "pa"]);
const known = new Set(Object.values(eld.info().Languages));
/** Relatives such as Russian and Ukrainian come this near to each other's score. */
const nearlyAsLikely = 0.9;

/** Returns the language of a text that is surely not in the expected one. */
export function languageInsteadOf(expected: string, text: string): string | undefined {
  if (!known.has(expected) || inTwoScripts.has(expected)) return undefined;
  const found = eld.detect(text);
  const { [found.language]: best = 0, [expected]: right = 0 } = found.getScores();
  return found.isReliable() && right < best * nearlyAsLikely ? found.language : undefined;
}
