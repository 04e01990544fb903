import { digestOf } from "../../../core/digest.ts";
import { titleOf } from "../../../core/file-names.ts";
import type { Term } from "../../../core/partner.ts";
import type { Quote } from "../../../core/quote.ts";
import type { Task } from "../../../core/task.ts";
import type { Layer } from "./glossary.ts";

/** What a home is asked for by: the workspace's Slack id, and what the manuscript belongs to. */
export type Belonging = {
  readonly place: Pick<Quote["place"], "workspace" | "channel">;
  readonly file: Pick<Quote["file"], "name">;
  readonly book: string | undefined;
  readonly termHome?: Quote["termHome"];
};

/**
 * Name of the term base that a manuscript's terms are kept in: its book's. Where nobody named one, its title
 * is the book, within its conversation: others may have a manuscript of that name.
 */
export function termHome({ place, file, book = "", termHome: kept }: Belonging): string {
  const { workspace, channel } = place;
  if (kept !== undefined) return kept;
  return book.trim() === ""
    ? `${workspace}/channel/${channel}/${digestOf(folded(titleOf(file)))}`
    : bookHome(workspace, book);
}

/** The same of a book that somebody named: a hash, which a record without names may keep. */
export function bookHome(workspace: string, book: string): string {
  return `${workspace}/book/${digestOf(folded(book))}`;
}

/** Name of the term base of a series, or of the whole workspace. */
export function outerHome(
  workspace: string,
  layer: { readonly name: "workspace" } | { readonly name: "series"; readonly series: string },
): string {
  switch (layer.name) {
    case "workspace":
      return `${workspace}/workspace`;
    case "series":
      return `${workspace}/series/${folded(layer.series)}`;
  }
}

/** Which layer a base is, by its name. */
export function layerOf(home: string): Layer["name"] {
  const kind = home.split("/")[1];
  return kind === "workspace" || kind === "series" ? kind : "book";
}

/** What it found, and what is not in the glossary of the manuscript's book yet. */
export function unkeptTerms({ state }: Pick<Task, "state">): readonly Term[] | undefined {
  const { terms = [], termsKept } = state.status === "completed" ? state.result : {};
  return terms.length === 0 || termsKept === true ? undefined : terms;
}

/** A book is the same however its name's case, width and blanks were typed. */
function folded(name: string): string {
  return name.normalize("NFKC").replaceAll(/\s+/gu, " ").trim().toLowerCase();
}
