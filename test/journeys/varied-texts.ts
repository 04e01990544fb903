/** Writes English of a sort whose words hardly ever repeat, with quotes, apostrophes and dashes of a typewriter. */
export function diary(seed: number, paragraphs: number): string {
  const next = numbersOf(seed);
  const word = () =>
    Array.from({ length: 2 + (next() % 3) }, () => syllables[next() % 40]).join("");
  const words = (count: number) => Array.from({ length: count }, word).join(" ");
  return Array.from(
    { length: paragraphs },
    () =>
      `It was the ${words(3)} of the ${words(3)}, and the ${words(3)}'s ${words(2)} -- with the ${words(4)}. "He was ${words(3)} in the ${words(3)}," said the ${words(2)}.`,
  ).join("\n\n");
}

export function bookOf(chapters: readonly string[]): string {
  return chapters.map((text, n) => `Chapter ${n + 1}\n\n${text}`).join("\n\n");
}

/** The same seed gives the same numbers (mulberry32). */
function numbersOf(seed: number): () => number {
  let state = seed * 7919;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

const consonants = Array.from("bdfgklmnprstvw");
const syllables = Array.from(
  { length: 40 },
  (_, n) => `${consonants[n % consonants.length] ?? ""}${"aeiou"[n % 5] ?? ""}`,
);
