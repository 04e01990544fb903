import type { AppContext } from "#domain/context.ts";
import type { Layer } from "#domain/glossary/glossary.ts";
import {
  type Belonging,
  seriesHome,
  termHome,
  workspaceHome,
} from "#domain/glossary/quote-terms.ts";

/** The terms of a manuscript's book, and those it inherits, innermost first. */
export async function layersOf(
  { terms }: AppContext,
  belonging: Belonging,
): Promise<readonly [StoredLayer, ...StoredLayer[]]> {
  const { workspace } = belonging.place;
  const readLayer = async (name: Layer["name"], home: string) => ({
    name,
    home,
    base: await terms.read(home),
  });
  const [book, outermost] = await Promise.all([
    readLayer("book", termHome(belonging)),
    readLayer("workspace", workspaceHome(workspace)),
  ]);
  const { series } = book.base;
  const between =
    series === undefined ? [] : [await readLayer("series", seriesHome(workspace, series))];
  return [book, ...between, outermost];
}

type StoredLayer = Layer & { readonly home: string };
