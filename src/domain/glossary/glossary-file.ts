import { digestOf } from "#domain/fields.ts";

import { type Edit, type Effective, termsInGlossary, tidy } from "./glossary.ts";

/** The formats of a glossary, each with its name and the ending of its file. */
export const glossaryFiles = {
  csv: { name: "CSV", ending: "csv" },
  json: { name: "JSON", ending: "json" },
  tbx: { name: "TBX", ending: "tbx" },
  tbx3: { name: "TBX 3", ending: "v3.tbx" },
} as const;
export type GlossaryFormat = keyof typeof glossaryFiles;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
export const glossaryFormats = Object.keys(glossaryFiles) as readonly GlossaryFormat[];

export type TableRow = { readonly line: number; readonly cells: readonly string[] };

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
export function termsOfRows(rows: readonly TableRow[]): TermFile {
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
  /^(?:source|source term|term|name|original|word|原文|术语|術語|源|原語|用語|원문|용어|quelle|begriff|terme|término|termo|origen)$/u;
const targetHead =
  /^(?:target|target term|translation|translated|preferred|译文|翻译|目标|譯文|翻譯|訳文|訳語|翻訳|번역|ziel|übersetzung|traduction|cible|traducción|tradução|destino)$/u;
