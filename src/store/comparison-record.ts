import { z } from "zod";

import { maybe } from "../core/stored.ts";

const count = z.number();
const size = z.object({ chapters: count, paragraphs: count });
const chapter = z.object({ number: count, source: count, result: count });

/** What a finished translation proved to have of its source. */
export const comparing = z.union([
  z.enum(["due", "again", "none"]),
  z.object({
    source: size,
    result: size,
    missing: count,
    place: maybe(z.object({ after: count, chapter: maybe(chapter) })),
    same: count,
    terms: maybe(z.object({ looked: count, unused: count, missing: z.array(z.string()) })),
  }),
]);
