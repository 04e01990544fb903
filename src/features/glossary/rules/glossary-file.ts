import { csvOf, xml, xmlFile } from "../../../core/csv-and-xml.ts";
import { digestOf } from "../../../core/fields.ts";
import type { Term } from "../../../core/partner.ts";
import { type Edit, type Effective, surestFirst, termsInGlossary, tidy } from "./glossary.ts";

export function glossaryCsv(terms: readonly Term[]): string {
  const rows = terms.map(({ source, target, confidence }) => [source, target, confidence]);
  return csvOf(["source", "target", "confidence"], rows);
}

/**
 * Contract, Partner glossary: an object that maps source terms to preferred translations. If a term
 * has several translations, the one with the highest confidence is kept.
 */
export function glossaryJson(terms: readonly Term[]): string {
  const surest = new Map(
    surestFirst(terms)
      .toReversed()
      .map(({ source, target }) => [source, target]),
  );
  // fromEntries keeps the place of the first of several translations.
  const pairs = terms.map(({ source }) => [source, surest.get(source)] as const);
  // Object.fromEntries defines own properties, so that a term named __proto__ is only a term.
  return `${JSON.stringify(Object.fromEntries(pairs), undefined, 2)}\n`;
}

/** The languages of a glossary; `und` if unknown. */
type Languages = { readonly source: string; readonly target: string };

/** TBX-Basic of 2008 (TBX 2), which most tools read, or of ISO 30042:2019 (TBX 3). */
function glossaryTbx(version: 2 | 3, terms: readonly Term[], languages: Languages): string {
  const [concept, language, word] =
    version === 2 ? ["termEntry", "langSet", "tig"] : ["conceptEntry", "langSec", "termSec"];
  const sides = ["source", "target"] as const;
  const entries = terms.map((term, n) => {
    const words = sides.map(
      (side) =>
        xml`<${language} xml:lang="${languages[side]}"><${word}><term>${term[side]}</term></${word}></${language}>`,
    );
    return xml`<${concept} id="c${n + 1}">${words}</${concept}>\n`;
  });
  const from = xml`<fileDesc><sourceDesc><p>Galley</p></sourceDesc></fileDesc>`;
  const body = xml`<text><body>\n${entries}</body></text>`;
  const file =
    version === 2
      ? xml`<martif type="TBX-Basic" xml:lang="${languages.source}">
<martifHeader>${from}<encodingDesc><p type="XCSURI">TBXBasicXCSV02.xcs</p></encodingDesc></martifHeader>
${body}
</martif>
`
      : xml`<tbx type="TBX-Basic" style="dca" xml:lang="${languages.source}" xmlns="urn:iso:std:iso:30042:ed-2">
<tbxHeader>${from}</tbxHeader>
${body}
</tbx>
`;
  return xmlFile(file);
}

export const glossaryFormatNames = ["csv", "json", "tbx", "tbx3"] as const;
export type GlossaryFormat = (typeof glossaryFormatNames)[number];

type Format = {
  readonly name: string;
  readonly ending: string;
  readonly write: (terms: readonly Term[], languages: Languages) => string;
};

export const glossaryFormats: Readonly<Record<GlossaryFormat, Format>> = {
  csv: { name: "CSV", ending: "csv", write: glossaryCsv },
  json: { name: "JSON", ending: "json", write: glossaryJson },
  tbx: { name: "TBX 2", ending: "tbx", write: (...given) => glossaryTbx(2, ...given) },
  tbx3: { name: "TBX 3", ending: "v3.tbx", write: (...given) => glossaryTbx(3, ...given) },
};

/** One row of an imported table: its line in the file, counted from 1, and its cells. */
export type Row = { readonly line: number; readonly cells: readonly string[] };

export type TermFile =
  | { readonly status: "read"; readonly edits: readonly Edit[] }
  | { readonly status: "no-table" | "full" | "unavailable" }
  /** Lines without a term and its one short translation. */
  | { readonly status: "faulty"; readonly lines: readonly number[] };

/** The rows read of one file: the column names, and one term above the limit. */
export const rowsRead = termsInGlossary + 2;

/**
 * Returns the terms of a table. If the first row names the columns, they may be in any order, among
 * others; else the first column is the term and the second its translation. A single fault refuses
 * the whole file.
 */
export function termsOfRows(rows: readonly Row[]): TermFile {
  if (rows.length >= rowsRead) return { status: "full" };
  const filled = rows.filter(({ cells }) => cells.some((cell) => tidy(cell) !== ""));
  const heads = (filled[0]?.cells ?? []).map((cell) => tidy(cell).toLowerCase());
  const columns = [sourceHead, targetHead].map((name) =>
    heads.findIndex((head) => name.test(head)),
  );
  const isNamed = !columns.includes(-1);
  const [from = 0, to = 1] = isNamed ? columns : [];
  const edits = new Map<string, Edit>();
  const lines: number[] = [];
  for (const { line, cells } of isNamed ? filled.slice(1) : filled) {
    const edit = { source: bare(cells[from]), target: bare(cells[to]) };
    const before = edits.get(edit.source) ?? edit;
    const isFaulty = !isName(edit.source) || !isName(edit.target) || before.target !== edit.target;
    if (isFaulty) lines.push(line);
    else edits.set(edit.source, edit);
  }
  if (lines.length > 0) return { status: "faulty", lines };
  return edits.size === 0 ? { status: "no-table" } : { status: "read", edits: [...edits.values()] };
}

export function termChanges(
  standing: readonly Effective[],
  edits: readonly Edit[],
): { readonly fresh: number; readonly changed: number; readonly same: number } {
  const now = new Map(standing.map(({ source, target }) => [source, target]));
  const fresh = edits.filter(({ source }) => !now.has(source)).length;
  const same = edits.filter(({ source, target }) => now.get(source) === target).length;
  return { fresh, changed: edits.length - fresh - same, same };
}

/** Returns a mark of the terms in a preview, so that no others are imported. */
export function editsMark(edits: readonly Edit[]): string {
  return digestOf(edits.map(({ source, target }) => [source, target]));
}

/** Our own files put a ' before a cell that a spreadsheet would take for a formula. */
function bare(cell = ""): string {
  return tidy(tidy(cell).replace(/^'(?=\s*[=+\-@＝＋－＠])/u, ""));
}

function isName(text: string): boolean {
  return text !== "" && text.length <= termChars;
}

/** No name is longer; a sentence here means that the columns were mistaken. */
const termChars = 300;

const sourceHead =
  /^(?:source|source term|term|name|original|word|原文|术语|源|原語|用語|원문|용어|quelle|begriff|terme|término|termo|origen)$/u;
const targetHead =
  /^(?:target|target term|translation|translated|preferred|译文|翻译|目标|訳文|訳語|번역|ziel|übersetzung|traduction|cible|traducción|tradução|destino)$/u;
