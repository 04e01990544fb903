import { z } from "zod";

import { type ReadonlyOf, maybe } from "../../../core/fields.ts";

export const firstProducts = ["translation", "preview", "glossary", "estimate"] as const;
export type FirstProduct = (typeof firstProducts)[number];

/**
 * What the one who asks would like, beside the language. It is shown to those who decide, and decides
 * nothing by itself.
 */
export const requestDetailsSchema = z.object({
  /** What is asked for first; `estimate`: only the price. */
  first: maybe(z.enum(firstProducts)),
  note: maybe(z.string()),
  /** A calendar day, `2026-11-27`. */
  dueOn: maybe(z.string()),
});
export type RequestDetails = ReadonlyOf<typeof requestDetailsSchema>;

/** Code points of a note. */
export const noteChars = 500;

/** Code points of a book's name. */
export const bookChars = 75;

/** The same without empty fields; undefined when nothing is left. */
export function requestDetailsOf({
  first,
  note,
  dueOn,
}: RequestDetails): RequestDetails | undefined {
  const words = note?.trim();
  const details = { first, note: words === "" ? undefined : words, dueOn };
  const isEmpty = Object.values(details).every((part) => part === undefined);
  return isEmpty ? undefined : details;
}

/**
 * A day is over once it has ended everywhere on earth: nobody is told that their own today has passed.
 * Time zones reach 12 hours behind UTC. `now` in ms.
 */
export function isPastDay(day: string, now: number): boolean {
  return Date.parse(`${day}T00:00:00Z`) + 36 * 3_600_000 <= now;
}
