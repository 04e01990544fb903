/** The formats of a text beside its translation, each with the ending of its file. */
export const formatEndings = {
  word: "bilingual.docx",
  epub: "bilingual.epub",
  tmx: "tmx",
  xliff12: "xlf",
  xliff21: "v2.xlf",
} as const;

export type FormatId = keyof typeof formatEndings;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
export const formatIds = Object.keys(formatEndings) as readonly FormatId[];
