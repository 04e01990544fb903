import { effectiveTerms } from "../rules/glossary.ts";
import { type TermFile, editsMark, termChanges } from "../rules/term-rows.ts";
import { type TermDeps, type TermPlace, type TermsSaved, lookAtTerms, saveTerms } from "./terms.ts";

/** What a file would do to a glossary. */
export type Brought =
  | { readonly status: "not-known" | "may-not-edit" }
  | Extract<TermFile, { status: "refused" }>
  | {
      readonly status: "preview";
      readonly changes: ReturnType<typeof termChanges>;
      /** Names file and terms: see `takeBrought`. */
      readonly value: string;
    };

type Deps = TermDeps & {
  /** `target`: the language of the translations, where a file has several. */
  readonly readFile: (fileId: string, target: string) => Promise<TermFile>;
};

/** Reads a file, and compares it with what holds now; nothing is written. */
export async function lookAtTermFile(
  desk: Deps,
  place: TermPlace,
  fileId: string,
): Promise<Brought> {
  const seen = await lookAtTerms(desk, place);
  if (seen.status !== "terms") return { status: "not-known" };
  if (!seen.mayEdit) return { status: "may-not-edit" };
  const read = await desk.readFile(fileId, place.target);
  if (read.status === "refused") return read;
  const changes = termChanges(effectiveTerms(seen.layers, place.target), read.edits);
  const value = [place.quoteId, place.target, fileId, editsMark(read.edits)].join("/");
  return { status: "preview", changes, value };
}

/** Writes the terms of a file that somebody saw the preview of; another file by now writes nothing. */
export async function takeBrought(
  desk: Deps,
  place: Pick<TermPlace, "workspace" | "person" | "layer">,
  value: string,
): Promise<TermsSaved | { readonly status: "other-file" }> {
  const [quoteId = "", target = "", fileId = "", mark = ""] = value.split("/");
  const read = await desk.readFile(fileId, target);
  if (read.status === "refused" || editsMark(read.edits) !== mark) return { status: "other-file" };
  const typed = { rows: [], added: read.edits, untouched: "leave" } as const;
  return await saveTerms(desk, { ...place, quoteId, target }, typed);
}
