import type { Compared } from "#domain/delivery/compare.ts";
import type { Quote } from "#domain/quote.ts";
import type { Task } from "#domain/task.ts";

import { aManuscript, aTask, completed } from "../builders.ts";

type WithRun = (task: Task) => Quote;

/** Translations that were compared with their source, in full or in part. */
export function comparedQuotes(withRun: WithRun): Readonly<Record<string, Quote>> {
  return {
    "ready and whole": held(
      {
        result: { chapters: 42, paragraphs: 1310 },
        terms: { looked: 10, unused: 0, missing: [] },
      },
      withRun,
    ),
    "ready with forbidden terms": held(
      { result: { chapters: 42, paragraphs: 1310 }, forbidden: ["harbour", "Lantern House"] },
      withRun,
    ),
    "ready with paragraphs missing": held(
      {
        result: { chapters: 42, paragraphs: 1301 },
        missing: 9,
        place: { after: 420, chapter: 2 },
        terms: { looked: 10, unused: 1, missing: ["Lantern House"] },
      },
      withRun,
    ),
    "ready with a chapter missing": held(
      {
        result: { chapters: 41, paragraphs: 1270 },
        missing: 40,
        place: { after: 400, chapter: 2 },
        same: 3,
      },
      withRun,
    ),
    "ready with paragraphs joined": held(
      {
        result: { chapters: 42, paragraphs: 1290 },
        place: { after: 403, chapter: 2 },
      },
      withRun,
    ),
    "ready and not compared": withRun(
      aTask({
        state: completed({ charged: 12_345 }),
        delivery: { way: "link", comparison: "none" },
      }),
    ),
  };
}

/** Returns a quote with this comparison. Its source has 42 chapters, two of them with a title here. */
function held(found: Partial<Compared>, withRun: WithRun): Quote {
  const comparison = {
    source: { chapters: 42, paragraphs: 1310 },
    result: { chapters: 42, paragraphs: 1310 },
    missing: 0,
    same: 0,
    ...found,
  };
  const quote = withRun(
    aTask({ state: completed({ charged: 12_345 }), delivery: { way: "link", comparison } }),
  );
  const chapters = [
    { title: "Chapter One", start: 0, characters: 5000 },
    { title: "Chapter Two: The Lantern House", start: 5000, characters: 7345 },
  ];
  return { ...quote, reading: { status: "read", manuscript: aManuscript({ chapters }) } };
}
