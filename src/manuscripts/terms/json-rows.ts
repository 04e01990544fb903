import { z } from "zod";

import { type Row, rowsRead } from "../../features/glossary/rules/term-rows.ts";
import { textOf } from "./text-of.ts";

/**
 * Reads `{"Aaron": "亚伦"}`, `[{"source": "Aaron", "target": "亚伦"}]` or `[["Aaron", "亚伦"]]`, each
 * also under `terms` or `glossary`. The line of a row is its place in the list. Returns undefined
 * for anything else.
 */
export function jsonRows(bytes: Uint8Array): readonly Row[] | undefined {
  const text = textOf(bytes);
  const pairs = text === undefined ? undefined : pairsIn(text);
  return pairs?.map((cells, n) => ({ line: n + 1, cells }));
}

function pairsIn(text: string): readonly (readonly string[])[] | undefined {
  try {
    const given: unknown = JSON.parse(text);
    const inside = wrapped.safeParse(given).data;
    return pairs.safeParse(listed(inside?.terms ?? inside?.glossary ?? given)).data;
  } catch {
    return undefined;
  }
}

const wrapped = z.object({ terms: z.unknown(), glossary: z.unknown() }).partial();

const named = z
  .object({ source: z.string(), target: z.string() })
  .transform(({ source, target }) => [source, target]);

const pairs = z.array(z.union([z.tuple([z.string(), z.string()]), named]));

/** Cuts the list to the rows that are read: a schema's complaint about one row takes a kilobyte. */
function listed(given: unknown): unknown {
  if (Array.isArray(given)) return given.slice(0, rowsRead);
  const isObject = typeof given === "object" && given !== null;
  // Entries, not a record: a term named __proto__ is only a term.
  return isObject ? Object.entries(given).slice(0, rowsRead) : given;
}
