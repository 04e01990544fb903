import { z } from "zod";

import { temporaryFolder } from "./measure/bot.ts";
import { openChild } from "./measure/child.ts";
import { type Benchmark, type Row, shown } from "./measure/row.ts";
import { spreadOf } from "./measure/spread.ts";

const many = 10_000;
const few = 100;

export const glossary: Benchmark = {
  name: "glossary",
  about:
    "A book with ten thousand terms beside one with a hundred, on SQLite: how long somebody waits who opens the form, searches it, corrects a term, sees the card drawn anew, or approves with a glossary that was just changed. The longest of each round in ms; Slack waits three seconds for a form, a person less.",
  run: async ({ rounds }) => {
    await using folder = await temporaryFolder();
    const of = async (terms: number) => {
      await using child = await openChild("glossary");
      return foundShape.parse(await child.ask({ terms, rounds, folder: folder.path }));
    };
    return rowsOf(await of(few), await of(many));
  },
};

const foundShape = z.object({
  shownMs: z.number(),
  searchedMs: z.number(),
  editedMs: z.number(),
  lookedUpMs: z.number(),
  frozenMs: z.number(),
});

type Found = z.infer<typeof foundShape>;

function rowsOf(small: Found, large: Found): readonly Row[] {
  const row = (what: string, of: (found: Found) => number): Row => ({
    what: `${what}, with ${many.toLocaleString("en")} terms, in ms`,
    ours: shown([of(large)], "ms"),
    beside: `${shown([of(small)], "ms")} with ${few}`,
    figure: spreadOf([of(large)]),
    goal: { atMost: 1000 },
  });
  return [
    row("the form is shown", (found) => found.shownMs),
    row("it is searched", (found) => found.searchedMs),
    row("a term is corrected", (found) => found.editedMs),
    row("the card is drawn anew", (found) => found.lookedUpMs),
    row("it is frozen for an approval", (found) => found.frozenMs),
  ];
}
