import type { Layer } from "../domain/glossary.ts";
import { type Belonging, outerHome, termHome } from "../domain/term-home.ts";
import type { Desk } from "./deps.ts";

/**
 * What a manuscript's book has decided and what it inherits, outermost first, as `effectiveTerms` takes
 * it. Two reads, of which one waits for the other only where the book is in a series.
 *
 * @throws when the store cannot answer.
 */
export async function layersOf(
  { terms }: Pick<Desk, "terms">,
  belonging: Belonging,
): Promise<readonly Layer[]> {
  const { workspace } = belonging.place;
  const [outermost, book] = await Promise.all([
    terms.read(outerHome(workspace, { name: "workspace" })),
    terms.read(termHome(belonging)),
  ]);
  const { series } = book;
  const between =
    series === undefined
      ? undefined
      : await terms.read(outerHome(workspace, { name: "series", series }));
  return [
    { name: "workspace", base: outermost },
    ...(between === undefined ? [] : [{ name: "series", base: between } as const]),
    { name: "book", base: book },
  ];
}
