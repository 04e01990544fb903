import type { Inline } from "#domain/manuscript.ts";

/**
 * What may stand inside a paragraph besides plain words, by the way it is sent. A `run` has words of its
 * own, which are sent between signs; a `mark` has none, and a sign for it is sent and comes back.
 */
export const inlineKinds = {
  emphasis: "run",
  link: "run",
  field: "run",
  formula: "mark",
  picture: "mark",
  page: "mark",
  note: "mark",
} as const satisfies Readonly<Record<Inline["kind"], "run" | "mark">>;
export type InlineKind = Inline["kind"];

/** Elements of HTML, and of a page of an EPUB. What else emphasises is a matter of its style. */
export const htmlInline: ReadonlyMap<string, InlineKind> = tableOf({
  emphasis:
    "em i b strong cite dfn u ins s strike del sub sup mark code kbd samp var tt q abbr acronym",
  formula: "math",
  // A drawing (`svg`) is one as well, whose words are followed: see `createDrawings`.
  picture: "img object audio video iframe canvas",
});

/** Elements of WordprocessingML that stand inside a paragraph without words of their own. */
export const docxInline: ReadonlyMap<string, InlineKind> = tableOf({
  formula: "oMath",
  picture: "drawing pict object sym",
});

/** Elements of OpenDocument; how a span emphasises is a matter of its style. */
export const odtInline: ReadonlyMap<string, InlineKind> = tableOf({
  link: "a",
  field:
    "sequence sequence-ref reference-ref bookmark-ref note-ref chapter date time placeholder expression database-display variable-get variable-set user-defined user-field-get conditional-text text-input",
  picture: "frame custom-shape g line rect ellipse circle polygon polyline path connector control",
});

function tableOf(
  lists: Partial<Readonly<Record<InlineKind, string>>>,
): ReadonlyMap<string, InlineKind> {
  const rows = Object.entries(lists).flatMap(([kind, names]) =>
    names.split(" ").map((name) => [name, kind] as const),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
  return new Map(rows as (readonly [string, InlineKind])[]);
}
