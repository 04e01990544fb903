import { createHash } from "node:crypto";

import { csvOf, type Xml, declaration, xml } from "../../../core/files.ts";
import type { Term } from "../../../core/partner.ts";
import { type Edit, type Effective, termsInGlossary, tidy } from "./glossary.ts";

export function glossaryCsv(terms: readonly Term[]): string {
  const rows = terms.map(({ source, target, confidence }) => [source, target, confidence]);
  return csvOf(["source", "target", "confidence"], rows);
}

/**
 * Contract, Partner glossary: an object that maps source terms to preferred translations. If a term
 * has several translations, the one with the highest confidence is kept.
 */
export function glossaryJson(terms: readonly Term[]): string {
  const rising = terms.toSorted((one, other) => (one.confidence ?? -1) - (other.confidence ?? -1));
  const surest = new Map(rising.map(({ source, target }) => [source, target]));
  const inOrder = new Map(terms.map(({ source }) => [source, surest.get(source) ?? ""]));
  // Object.fromEntries defines own properties, so that a term named __proto__ is only a term.
  return `${JSON.stringify(Object.fromEntries(inOrder), undefined, 2)}\n`;
}

/** The languages of a glossary; `und` if unknown. */
type Languages = { readonly source: string; readonly target: string };

type Terms = readonly Pick<Term, "source" | "target">[];

/** TBX-Basic of 2008 (TBX 2), which most tools read. */
function glossaryTbx(terms: Terms, languages: Languages): string {
  const entries = concepts(
    terms,
    languages,
    (language, term) => xml`<langSet xml:lang="${language}"><tig>${term}</tig></langSet>`,
  ).map((words, n) => xml`<termEntry id="c${n + 1}">${words}</termEntry>\n`);
  const file = xml`<martif type="TBX-Basic" xml:lang="${languages.source}">
<martifHeader><fileDesc><sourceDesc><p>Galley</p></sourceDesc></fileDesc><encodingDesc><p type="XCSURI">TBXBasicXCSV02.xcs</p></encodingDesc></martifHeader>
<text><body>
${entries}</body></text>
</martif>
`;
  return `${declaration}${file.xml}`;
}

/** TBX-Basic of ISO 30042:2019 (TBX 3). */
function glossaryTbx3(terms: Terms, languages: Languages): string {
  const entries = concepts(
    terms,
    languages,
    (language, term) => xml`<langSec xml:lang="${language}"><termSec>${term}</termSec></langSec>`,
  ).map((words, n) => xml`<conceptEntry id="c${n + 1}">${words}</conceptEntry>\n`);
  const file = xml`<tbx type="TBX-Basic" style="dca" xml:lang="${languages.source}" xmlns="urn:iso:std:iso:30042:ed-2">
<tbxHeader><fileDesc><sourceDesc><p>Galley</p></sourceDesc></fileDesc></tbxHeader>
<text><body>
${entries}</body></text>
</tbx>
`;
  return `${declaration}${file.xml}`;
}

function concepts(
  terms: Terms,
  languages: Languages,
  word: (language: string, term: Xml) => Xml,
): readonly (readonly Xml[])[] {
  return terms.map(({ source, target }) => [
    word(languages.source, xml`<term>${source}</term>`),
    word(languages.target, xml`<term>${target}</term>`),
  ]);
}

export const glossaryFormats = {
  csv: { name: "CSV", ending: "csv", write: glossaryCsv },
  json: { name: "JSON", ending: "json", write: glossaryJson },
  tbx: { name: "TBX 2", ending: "tbx", write: glossaryTbx },
  tbx3: { name: "TBX 3", ending: "v3.tbx", write: glossaryTbx3 },
} as const;
export type GlossaryFormat = keyof typeof glossaryFormats;
export const glossaryFormatNames = [
  "csv",
  "json",
  "tbx",
  "tbx3",
] as const satisfies readonly GlossaryFormat[];

/** One row of an imported table: its line in the file, counted from 1, and its cells. */
export type Row = { readonly line: number; readonly cells: readonly string[] };

export type TermFile =
  | { readonly status: "read"; readonly edits: readonly Edit[] }
  | { readonly status: "refused"; readonly why: "no-table" | "too-large" | "unavailable" }
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
  if (rows.length >= rowsRead) return refused("too-large");
  const filled = rows.filter(({ cells }) => cells.some((cell) => tidy(cell) !== ""));
  const heads = (filled[0]?.cells ?? []).map((cell) => tidy(cell).toLowerCase());
  const [source, target] = [columnOf(heads, sourceHeads), columnOf(heads, targetHeads)];
  const isNamed = source >= 0 && target >= 0;
  const [from, to] = isNamed ? [source, target] : [0, 1];
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
  return edits.size === 0 ? refused("no-table") : { status: "read", edits: [...edits.values()] };
}

export function refused(why: Extract<TermFile, { status: "refused" }>["why"]): TermFile {
  return { status: "refused", why };
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
  const pairs = edits.map(({ source, target }) => [source, target]);
  return createHash("sha256").update(JSON.stringify(pairs)).digest("hex").slice(0, 16);
}

function columnOf(heads: readonly string[], names: ReadonlySet<string>): number {
  return heads.findIndex((head) => names.has(head));
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

const sourceHeads: ReadonlySet<string> = new Set(
  "source|source term|term|name|original|word|原文|术语|源|原語|用語|원문|용어|quelle|begriff|terme|término|termo|origen".split(
    "|",
  ),
);
const targetHeads: ReadonlySet<string> = new Set(
  "target|target term|translation|translated|preferred|译文|翻译|目标|訳文|訳語|번역|ziel|übersetzung|traduction|cible|traducción|tradução|destino".split(
    "|",
  ),
);
