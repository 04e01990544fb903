import { digestOf } from "../../../core/digest.ts";
import { titleOf } from "../../../core/file-names.ts";
import type { Term } from "../../../core/partner.ts";
import type { Quote } from "../../../core/quote.ts";
import type { Task } from "../../../core/task.ts";
import type { Layer } from "./glossary.ts";

/** The key of a term base: the workspace's Slack id, and the manuscript's book or title. */
export type Belonging = {
  readonly place: Pick<Quote["place"], "workspace" | "channel">;
  readonly file: Pick<Quote["file"], "name">;
  readonly book: string | undefined;
  readonly termHome?: Quote["termHome"];
};

/**
 * Returns the name of the term base of a manuscript's book. Without a named book, its title counts
 * as the book within its conversation, because others may have a manuscript of that name.
 */
export function termHome({ place, file, book = "", termHome: kept }: Belonging): string {
  const { workspace, channel } = place;
  if (kept !== undefined) return kept;
  return book.trim() === ""
    ? `${workspace}/channel/${channel}/${digestOf(folded(titleOf(file)))}`
    : bookHome(workspace, book);
}

/** Returns the term base of a named book: a hash, which a record without names may keep. */
export function bookHome(workspace: string, book: string): string {
  return `${workspace}/book/${digestOf(folded(book))}`;
}

export function workspaceHome(workspace: string): string {
  return `${workspace}/workspace`;
}

export function seriesHome(workspace: string, series: string): string {
  return `${workspace}/series/${folded(series)}`;
}

/** Returns the layer of a term base, from its name. */
export function layerOf(home: string): Layer["name"] {
  const kind = home.split("/")[1];
  return kind === "workspace" || kind === "series" ? kind : "book";
}

/** Returns the run's extracted terms that are not yet in the glossary of the manuscript's book. */
export function unkeptTerms({ state }: Pick<Task, "state">): readonly Term[] | undefined {
  const { terms = [], termsKept } = state.status === "completed" ? state.result : {};
  return terms.length === 0 || termsKept === true ? undefined : terms;
}

/** Folds a book's name: case, width and blanks make no difference. */
function folded(name: string): string {
  return name.normalize("NFKC").replaceAll(/\s+/gu, " ").trim().toLowerCase();
}
