type Way = {
  /** Changes a paragraph as an engine does that returns signs in its own way. */
  readonly change: (paragraph: string) => string;
  /** Runs of a paragraph that nobody could restore. */
  readonly dropped?: (paragraph: string) => number;
};

/** Ways in which signs come back. */
export const ways: Readonly<Record<string, Way>> = {
  "as they were sent": { change: (text) => text },
  "with one run of each paragraph dropped": {
    change: (text) => text.replace(pair, "$2"),
    dropped: (text) => (pair.test(text) ? 1 : 0),
  },
  "as full-width stars": { change: (text) => text.replaceAll("*", "＊") },
  "with one sign for all": { change: (text) => text.replaceAll(/\*+/gu, "*") },
  "as underscores": { change: (text) => text.replaceAll("*", "_") },
  escaped: { change: (text) => text.replaceAll("*", String.raw`\*`) },
  "with blanks inside": { change: (text) => text.replaceAll(pairs, "$1 $2 $1") },
  "as tags": {
    change: (text) =>
      text.replaceAll(pairs, (_, signs: string, words: string) =>
        signs === "**" ? `<strong>${words}</strong>` : `<em>${words}</em>`,
      ),
  },
};

/** A run has words; the stars of a scene break have none. */
const pair = /(\*+)([^*]*[\p{L}\p{N}][^*]*)\1/u;
const pairs = /(\*+)([^*]*[\p{L}\p{N}][^*]*)\1/gu;
