import { type Xml, declaration, xml } from "../../../core/files.ts";
import { bilingualEpub } from "./bilingual-epub.ts";
import { type Bilingual, type NewPart, withoutEmphasis } from "./bilingual.ts";
import { wordTable } from "./word-table.ts";

export const formatIds = ["word", "epub", "tmx", "xliff12", "xliff21"] as const;
export type FormatId = (typeof formatIds)[number];

export const formats: Readonly<Record<FormatId, Format>> = {
  word: { ending: "bilingual.docx", write: wordTable },
  epub: { ending: "bilingual.epub", write: bilingualEpub },
  tmx: { ending: "tmx", write: (book) => tmx(plain(book)) },
  xliff12: { ending: "xlf", write: (book) => xliff12(plain(book)) },
  xliff21: { ending: "v2.xlf", write: (book) => xliff21(plain(book)) },
};

/** Removes the signs of emphasis: a translation memory keeps only words. */
function plain(book: Bilingual): Bilingual {
  if (!book.isMarked) return book;
  const pairs = book.pairs.map(({ at, source, target }) => ({
    at,
    source: withoutEmphasis(source),
    target: withoutEmphasis(target),
  }));
  return { ...book, pairs };
}

type Format = {
  readonly ending: string;
  /** Returns the file, or the parts of a zip file. */
  readonly write: (book: Bilingual) => string | readonly NewPart[];
};

/** Writes a translation memory, TMX 1.4b. Paragraphs without a translation are left out. */
export function tmx({ source, target, pairs }: Bilingual): string {
  const units = pairs
    .filter((pair) => pair.source !== "" && pair.target !== "")
    .map((pair) => xml`<tu>${variant(source, pair.source)}${variant(target, pair.target)}</tu>\n`);
  const memory = xml`<tmx version="1.4">
<header creationtool="Galley" creationtoolversion="1" segtype="paragraph" o-tmf="plain" adminlang="en" srclang="${source}" datatype="plaintext"/>
<body>
${units}</body>
</tmx>
`;
  return `${declaration}${memory.xml}`;
}

function variant(language: string, text: string): Xml {
  return xml`<tuv xml:lang="${language}"><seg>${text}</seg></tuv>`;
}

/** Writes XLIFF 1.2: one unit for each pair of paragraphs. */
export function xliff12({ name, source, target, pairs }: Bilingual): string {
  const units = pairs.map(
    (pair, n) => xml`<trans-unit id="${n + 1}" xml:space="preserve">
<source>${pair.source}</source>
${pair.target === "" ? [] : xml`<target>${pair.target}</target>\n`}</trans-unit>
`,
  );
  const file = xml`<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="${name}" source-language="${source}" target-language="${target}" datatype="plaintext">
<body>
${units}</body>
</file>
</xliff>
`;
  return `${declaration}${file.xml}`;
}

/** Writes the same as XLIFF 2.1, whose namespace still ends in 2.0. */
export function xliff21({ name, source, target, pairs }: Bilingual): string {
  const units = pairs.map(
    (pair, n) => xml`<unit id="${n + 1}"><segment>
<source xml:space="preserve">${pair.source}</source>
${pair.target === "" ? [] : xml`<target xml:space="preserve">${pair.target}</target>\n`}</segment></unit>
`,
  );
  const file = xml`<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="${source}" trgLang="${target}">
<file id="1" original="${name}">
${units}</file>
</xliff>
`;
  return `${declaration}${file.xml}`;
}
