import { createHash } from "node:crypto";

import {
  type Edit,
  type Effective,
  type Layer,
  type Origin,
  type TermBase,
  effectiveTerms,
  tidy,
  withEdits,
} from "./glossary.ts";
import { isUnreviewed } from "./term-page.ts";

/** One row of a form, with marks of the term and translation as they were when it was drawn. */
export type TypedRow = {
  /** `markOf` the source term. */
  readonly term: string;
  /** `markOf` the translation that was shown. */
  readonly shown: string;
  /** The translation in the field now; empty deletes the term. */
  readonly target: string;
};

export type TypedTerms = {
  readonly rows: readonly TypedRow[];
  readonly added: readonly Edit[];
  /** Whether rows that were shown and left unchanged count as reviewed. */
  readonly untouched: "confirm" | "leave";
};

/** A typed translation that was not saved: somebody else was first, or another layer decides it. */
export type Unsaved = {
  readonly source: string;
  readonly typed: string;
  readonly why: "changed" | "inherited";
};

export type Applied = {
  readonly base: TermBase;
  readonly edits: readonly Made[];
  readonly confirmed: number;
  readonly unsaved: readonly Unsaved[];
};

/** A saved edit, with the translation before it; undefined if there was none. */
export type Made = Edit & { readonly was: string | undefined };

/** Returns the numbers of saved edits, which are safe to log. */
export function countsOf(edits: readonly Made[]) {
  const kinds = edits.map(({ was, target }) => {
    const is = tidy(target);
    if (was === undefined) return is === "" ? "nothing" : "added";
    if (is === "") return "removed";
    return is === was ? "nothing" : "changed";
  });
  const count = (kind: (typeof kinds)[number]) => kinds.filter((one) => one === kind).length;
  return { added: count("added"), changed: count("changed"), removed: count("removed") };
}

type Person = Extract<Origin, { by: "person" }>;

/**
 * Applies typed changes to the innermost layer. Two people who change different terms both keep
 * their changes; if they change the same term, the second is told so.
 */
export function applyTyped(
  layers: readonly Layer[],
  language: string,
  typed: TypedTerms,
  origin: Person,
): Applied {
  const own = layers.at(-1);
  if (own === undefined) throw new Error("there is no glossary to write to");
  const standing = effectiveTerms(layers, language);
  const read = rowsToRead(typed, standing).map(({ row, term }) => ({
    edit: { source: term?.source ?? "", target: tidy(row.target) },
    says: saidBy(row, term, own),
  }));
  const editsOf = (wanted: "edit" | "untouched") =>
    read.flatMap(({ edit, says }) => (says === wanted ? [edit] : []));
  const confirmed = typed.untouched === "leave" ? [] : editsOf("untouched");
  const edits = [...editsOf("edit"), ...typed.added];
  const written = [...edits, ...confirmed];
  const now = new Map(standing.map(({ source, target }) => [source, target]));
  return {
    base: written.length === 0 ? own.base : withEdits(own.base, language, written, origin),
    edits: edits.map((edit) => ({ ...edit, was: now.get(tidy(edit.source)) })),
    confirmed: confirmed.length,
    unsaved: read.flatMap(({ edit: { source, target: typed }, says: why }) =>
      why === "changed" || why === "inherited" ? [{ source, typed, why }] : [],
    ),
  };
}

/** Skips the marks for a file, which has no rows but thousands of terms. */
function rowsToRead({ rows, added }: TypedTerms, standing: readonly Effective[]) {
  if (rows.length === 0) return [];
  const byMark = new Map(standing.map((term) => [markOf(term.source), term]));
  // A term may be in a row as well as in a line: the written line wins.
  const writtenOut = new Set(added.map(({ source }) => markOf(source)));
  return rows
    .filter(({ term }) => !writtenOut.has(term))
    .map((row) => ({ row, term: byMark.get(row.term) }));
}

/** Returns a short stable mark of a text, because block ids may not hold a whole term. */
export function markOf(text: string): string {
  return createHash("sha256").update(tidy(text)).digest("hex").slice(0, 16);
}

/** Returns undefined for a row that says nothing new. */
function saidBy(
  row: TypedRow,
  term: Effective | undefined,
  own: Layer,
): "edit" | "untouched" | Unsaved["why"] | undefined {
  const target = tidy(row.target);
  const isTouched = markOf(target) !== row.shown;
  if (term === undefined) return isTouched && target !== "" ? "changed" : undefined;
  const isStill = markOf(term.target) === row.shown;
  const isInherited = term.layer !== own.name;
  if (!isTouched) {
    return isStill && !isInherited && isUnreviewed(term) ? "untouched" : undefined;
  }
  if (target === term.target) return undefined;
  if (!isStill) return "changed";
  return target === "" && isInherited ? "inherited" : "edit";
}

/**
 * Parses terms as people type them: `Aaron = 亚伦`, one on each line, also with `→`, `=>`, `->` or
 * `：`. Nothing behind the sign deletes a term. Returns undefined for prose: some non-empty line is
 * no such pair, or the text is too long to be typed.
 */
export function typedTerms(text: string): readonly Edit[] | undefined {
  if (text.length > typedChars) return undefined;
  const lines = linesOf(text);
  const edits = lines.map(pairIn).filter((edit) => edit !== undefined);
  return edits.length === 0 || edits.length < lines.length ? undefined : edits;
}

export function untypedLine(text: string): string {
  return linesOf(text).find((line) => pairIn(line) === undefined) ?? "";
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/u).filter((line) => line.trim() !== "");
}

function pairIn(line: string): Edit | undefined {
  const [source = "", target = "", ...more] = line.split(sign).map((side) => side.trim());
  const isPair = line.search(sign) >= 0 && more.length === 0 && source !== "";
  return isPair && isName(source) && isName(target) ? { source, target } : undefined;
}

/** True for a name, not a sentence: short, without Slack's angle brackets or a final mark. */
function isName(side: string): boolean {
  return side.length <= nameChars && !/[<>]|[!?;。！？；]$/u.test(side);
}

const sign = /=>|->|[=→＝：]/u;

/** The limit for a term, and for its translation. */
export const nameChars = 120;

/** Slack: a field of a form holds 3,000 characters, a message up to 40,000. */
const typedChars = 4000;
