import { CsvError, parse } from "csv-parse/sync";
import { z } from "zod";

import { type Row, rowsRead } from "../../features/glossary/rules/term-rows.ts";
import { textOf } from "./text-of.ts";

/**
 * Returns the rows of a text table with commas, semicolons or tabs between the cells; undefined
 * when it is none.
 */
export function csvRows(bytes: Uint8Array): readonly Row[] | undefined {
  const text = textOf(bytes);
  if (text === undefined) return undefined;
  try {
    const read: unknown = parse(text, {
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: rowsRead,
      max_record_size: mostInRow,
    });
    return records.parse(read).map(({ record, info }) => ({ line: info.lines, cells: record }));
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
