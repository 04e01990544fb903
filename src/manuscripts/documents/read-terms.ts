import { CsvError, parse } from "csv-parse/sync";
import { z } from "zod";

import {
  type TermFile,
  termsOfRows,
  type TableRow,
  rowsRead,
} from "#domain/glossary/glossary-file.ts";
import { sameLanguage } from "#domain/settings/setup.ts";
import { byMark } from "#manuscripts/text/decode.ts";

import { attributeOf, piecesOf, readMarkup } from "./markup.ts";

export type TermTable = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The ending of its name, without the dot. */
  readonly ending: string;
  /** The language of the translations, where a table has several. */
  readonly target: string;
};

/**
 * Reads the terms of a table: CSV, JSON or TBX. It reads no more rows than a table may have.
 */
export async function readTerms({ bytes, ending, target }: TermTable): Promise<TermFile> {
  const rows = ending === "tbx" ? await tbxRows(bytes, target) : rowsIn(textOf(bytes), ending);
  return rows === undefined ? { status: "no-table" } : termsOfRows(rows);
}

function rowsIn(text: string | undefined, ending: string): readonly TableRow[] | undefined {
  if (text === undefined) return undefined;
  return ending === "json" ? jsonRows(text) : csvRows(text);
}

/** Returns the rows of a table with commas, semicolons or tabs; undefined when it is none. */
function csvRows(text: string): readonly TableRow[] | undefined {
  try {
    const result: unknown = parse(text, {
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: rowsRead,
      max_record_size: mostInRow,
    });
    return records.parse(result).map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}

/** Returns the separator that is most frequent in the first line, outside of quotation marks. */
function delimiterOf(text: string): string {
  const [first = ""] = text.replaceAll(/"[^"]*"/gu, "").split(/\r?\n/u, 1);
  const counted = [",", ";", "\t"].map((sign) => ({ sign, count: first.split(sign).length }));
  return counted.toSorted((one, other) => other.count - one.count)[0]?.sign ?? ",";
}

const mostInRow = 100_000;

const records = z.array(
  z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }),
);

/**
 * Reads `{"Aaron": "亚伦"}`, `[{"source": "Aaron", "target": "亚伦"}]` or `[["Aaron", "亚伦"]]`, each
 * also under `terms` or `glossary`. The line of a row is its place in the list.
 */
function jsonRows(text: string): readonly TableRow[] | undefined {
  try {
    const content: unknown = JSON.parse(text);
    const inside = wrapped.safeParse(content).data;
    const list = pairs.safeParse(listed(inside?.terms ?? inside?.glossary ?? content)).data;
    return list?.map((cells, n) => ({ line: n + 1, cells }));
  } catch {
    return undefined;
  }
}

const wrapped = z.object({ terms: z.unknown(), glossary: z.unknown() }).partial();

const pairRecord = z
  .object({ source: z.string(), target: z.string() })
  .transform(({ source, target }) => [source, target]);

const pairs = z.array(z.union([z.tuple([z.string(), z.string()]), pairRecord]));

/** Cuts the list to the rows that are read: a schema's complaint about one row takes a kilobyte. */
function listed(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, rowsRead);
  const isObject = typeof value === "object" && value !== null;
  // Entries, not a record: a term named __proto__ is only a term.
  return isObject ? Object.entries(value).slice(0, rowsRead) : value;
}

/**
 * Reads the terms of a TBX file (ISO 30042), one row for each concept: its first term in the target
 * language, beside its first term in any other. The line of a row is the place of its concept.
 */
async function tbxRows(bytes: Uint8Array, target: string): Promise<readonly TableRow[]> {
  let terms: (readonly [language: string, term: string])[] = [];
  let [language, term, line, inTerm] = ["", "", 0, false];
  const termIn = (isLanguage: (language: string) => boolean) =>
    terms.find(([spoken]) => isLanguage(spoken))?.[1];
  const rowStream = readMarkup<TableRow>(piecesOf(bytes), "xml", (rows) => ({
    open: (name, attributes) => {
      if (concepts.has(name)) terms = [];
      if (languages.has(name)) language = attributeOf(attributes, "lang") ?? "";
      if (name === "term") [term, inTerm] = ["", true];
    },
    close: (name) => {
      if (name === "term") {
        terms.push([language, term]);
        inTerm = false;
      }
      if (!concepts.has(name)) return;
      const source = termIn((one) => !sameLanguage(one, target));
      const exact = termIn((one) => one.toLowerCase() === target.toLowerCase());
      const translation = exact ?? termIn((one) => sameLanguage(one, target));
      rows.push({ line: (line += 1), cells: [source ?? "", translation ?? ""] });
    },
    text: (piece) => {
      if (inTerm) term += piece;
    },
  }));
  const result: TableRow[] = [];
  for await (const row of rowStream) {
    result.push(row);
    if (result.length === rowsRead) break;
  }
  return result;
}

// Element names of TBX 2 and TBX 3.
const concepts: ReadonlySet<string> = new Set(["termEntry", "conceptEntry"]);
const languages: ReadonlySet<string> = new Set(["langSet", "langSec"]);

/** Decodes UTF-8, or UTF-16 as spreadsheets write it; undefined when it is neither. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder(byMark(bytes) ?? "utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
