export type Novel = { readonly name: string; readonly text: string };

/** Makes random novels: words and sentences have ordinary lengths, and frequent words come often. */
export function madeNovels(): readonly Novel[] {
  return scripts.flatMap(([script, letters, space], index) =>
    [1, 2, 3, 4].map((n) => ({
      name: `${script} ${n}`,
      text: novelOf({ letters: Array.from(letters), space, chance: chances(17 * index + n) }),
    })),
  );
}

/** Returns random numbers from 0 up to, but without, 1: the same for the same seed (xorshift). */
export function chances(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const scripts = [
  ["Latin", "etaoinshrdlucmfwypvbgéü", " "],
  ["Cyrillic", "оеаинтсрвлкмдпуяызбгчйё", " "],
  ["Chinese", "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能", ""],
] as const;

type Making = {
  readonly letters: readonly string[];
  readonly space: string;
  readonly chance: () => number;
};

/** About 400,000 characters. */
function novelOf(making: Making): string {
  const vocabulary = Array.from({ length: 8000 }, () => wordOf(making));
  const chapters = Array.from({ length: 30 }, (_, number) => {
    const paragraphs = Array.from({ length: 40 }, () => paragraphOf(vocabulary, making));
    return `Chapter ${number + 1}\n\n${paragraphs.join("\n\n")}\n\n`;
  });
  return chapters.join("");
}

function paragraphOf(vocabulary: readonly string[], { space, chance }: Making): string {
  const sentences = Array.from({ length: 1 + Math.floor(6 * chance()) }, () => {
    const words = Array.from(
      { length: 3 + Math.floor(22 * chance()) },
      () => vocabulary[Math.floor(vocabulary.length * chance() ** 4)] ?? "",
    );
    return `${words.join(space)}${space === "" ? "。" : "."}`;
  });
  return sentences.join(space);
}

function wordOf({ letters, space, chance }: Making): string {
  const length = 1 + Math.floor((space === "" ? 2 : 9) * chance());
  return Array.from({ length }, () => letters[Math.floor(letters.length * chance())] ?? "").join(
    "",
  );
}
