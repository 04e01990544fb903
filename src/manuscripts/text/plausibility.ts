import { type Writing, writings } from "./writings.ts";

/** How much a text looks like one that somebody wrote. */
export type Plausibility = {
  /** 1: as running text is in the language that suits it best; 0 and less: nobody's. */
  readonly score: number;
  /** The same, and more than 1 where every letter is a common one: to compare two good ones. */
  readonly fit: number;
  /** How many characters it was judged by. */
  readonly weight: number;
};

/** Judges a text by its characters beyond ASCII: which they are, and what they stand beside. */
export function plausibilityOf(text: string): Plausibility {
  const seen = profile(text);
  const weight = seen.letters + seen.marks;
  if (seen.letters === 0) {
    const fit = seen.marks === 0 ? 0 : 0.9 - (2 * seen.broken) / weight;
    return { score: fit, fit, weight };
  }
  const fit = Math.max(...writings.map((writing) => scoreIn(writing, seen)));
  return { score: Math.min(1, fit), fit, weight };
}

type Profile = {
  readonly counts: ReadonlyMap<string, number>;
  /** Characters beyond ASCII that are no quotation marks, dashes and the like; and those that are. */
  readonly letters: number;
  readonly marks: number;
  /** Controls, private and unassigned characters, capitals and signs within a word. */
  readonly broken: number;
  /** Characters beside a plain Latin letter, and those in a run of three without one. */
  readonly amongLatin: number;
  readonly inRuns: number;
};

function scoreIn(writing: Writing, seen: Profile): number {
  let sum = 0;
  for (const [character, count] of seen.counts) sum += count * writing.weigh(character);
  const misplaced = writing.base === "latin" ? seen.inRuns : seen.amongLatin;
  const faults = 2 * seen.broken + misplaced;
  return (sum - faults) / seen.letters / writing.usual;
}

function profile(text: string): Profile {
  const counts = new Map<string, number>();
  let [letters, marks, broken, amongLatin, inRuns, run] = [0, 0, 0, 0, 0, 0];
  let before = " ";
  const characters = Array.from(text);
  for (const [index, character] of characters.entries()) {
    const after = characters[index + 1] ?? " ";
    if (character < "\u0080") {
      run = 0;
    } else if (typographic.has(character)) {
      marks += 1;
      run = 0;
      if (!joining.has(character) && isLetter(before) && isLetter(after)) broken += 1;
    } else {
      letters += 1;
      run += 1;
      counts.set(character, (counts.get(character) ?? 0) + 1);
      if (isBroken(character, before, after)) broken += 1;
      if (plainLetter.test(before) || plainLetter.test(after)) amongLatin += 1;
      if (run >= 3) inRuns += 1;
    }
    before = character;
  }
  return { counts, letters, marks, broken, amongLatin, inRuns };
}

function isBroken(character: string, before: string, after: string): boolean {
  if (nobodys.test(character)) return true;
  if (isLetter(character)) return capital.test(character) && small.test(before);
  return !combining.test(character) && isLetter(before) && isLetter(after);
}

function isLetter(character: string): boolean {
  return letter.test(character);
}

const typographic = new Set("“”‘’„‚‹›«»–—…•·\u00a0№°§©®™€£¡¿ªº");
/** What may stand between two letters. */
const joining = new Set("’–—…·\u00a0");
const plainLetter = /[A-Za-z]/u;
const letter = /\p{L}/u;
const capital = /\p{Lu}/u;
const small = /\p{Ll}/u;
const combining = /\p{M}/u;
const nobodys = /[\p{Cc}\p{Co}\p{Cn}]/u;
