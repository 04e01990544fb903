import { createHash } from "node:crypto";

import { type Edit, type Effective, termsInGlossary, tidy } from "./glossary.ts";

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

/**
 * Removes the ' that our own files put before a cell that a spreadsheet would take for a formula.
 */
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
