import { z } from "zod";

import type { Row } from "../../features/glossary/rules/term-rows.ts";
import { textOf } from "./text-of.ts";

/**
 * `{"Aaron": "亚伦"}`, `[{"source": "Aaron", "target": "亚伦"}]` or `[["Aaron", "亚伦"]]`, each also under
 * `terms` or `glossary`. The line of a row is its place in the list. Undefined for anything else.
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
    return file.safeParse(inside?.terms ?? inside?.glossary ?? given).data;
  } catch {
    return undefined;
  }
}

const wrapped = z.object({ terms: z.unknown(), glossary: z.unknown() }).partial();

const named = z
  .object({ source: z.string(), target: z.string() })
  .transform(({ source, target }) => [source, target]);

const file = z.union([
  z.array(z.union([named, z.tuple([z.string(), z.string()])])),
  // Entries, not a record: a term named __proto__ is only a term.
  z
    .custom<object>((given) => typeof given === "object" && given !== null && !Array.isArray(given))
    .transform((given) => Object.entries(given))
    .pipe(z.array(z.tuple([z.string(), z.string()]))),
]);
