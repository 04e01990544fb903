import { z } from "zod";

import { type ReadonlyOf, maybe } from "../../../core/fields.ts";

export const firstWishes = ["translation", "preview", "glossary", "estimate"] as const;
export type FirstWish = (typeof firstWishes)[number];

/**
 * What the one who asks would like, beside the language. It is shown to those who decide, and decides
 * nothing by itself.
 */
export const wishSchema = z.object({
  /** What should be bought first; `estimate`: nothing yet, only the price is asked for. */
  first: maybe(z.enum(firstWishes)),
  note: maybe(z.string()),
  /** A calendar day, `2026-11-27`. */
  dueOn: maybe(z.string()),
});
export type Wish = ReadonlyOf<typeof wishSchema>;

/** Code points of a note. */
export const noteChars = 500;

/** Code points of a book's name. */
export const bookChars = 75;

/** The same wish without what was left empty; undefined when nothing is wished for. */
export function wishOf({ first, note, dueOn }: Wish): Wish | undefined {
  const words = note?.trim();
  const wish = { first, note: words === "" ? undefined : words, dueOn };
  const isEmpty = Object.values(wish).every((part) => part === undefined);
  return isEmpty ? undefined : wish;
}

/**
 * A day is over once it has ended everywhere on earth: nobody is told that their own today has passed.
 * Time zones reach 12 hours behind UTC. `now` in ms.
 */
export function isPastDay(day: string, now: number): boolean {
  return Date.parse(`${day}T00:00:00Z`) + 36 * 3_600_000 <= now;
}
