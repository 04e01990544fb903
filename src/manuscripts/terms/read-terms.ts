import { type TermFile, refused, termsOfRows } from "../../features/glossary/rules/term-rows.ts";
import { csvRows } from "./csv-rows.ts";
import { jsonRows } from "./json-rows.ts";
import { tbxRows } from "./tbx-rows.ts";

export type TermTable = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The ending of its name, without the dot. */
  readonly ending: string;
  /** The language of the translations, where a table has several. */
  readonly target: string;
};

/**
 * Reads the terms of a table: CSV, JSON or TBX. It reads no more rows than a table may have.
 *
 * Throws ManuscriptFault.
 */
export async function readTerms({ bytes, ending, target }: TermTable): Promise<TermFile> {
  const rows = await rowsOf({ bytes, ending, target });
  return rows === undefined ? refused([{ why: "unreadable" }]) : termsOfRows(rows);
}

function rowsOf({ bytes, ending, target }: TermTable) {
  switch (ending) {
    case "json":
      return jsonRows(bytes);
    case "tbx":
      return tbxRows(bytes, target);
    default:
      return csvRows(bytes);
  }
}
