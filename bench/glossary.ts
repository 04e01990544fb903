import { z } from "zod";

import { temporaryFolder } from "./measure/bot.ts";
import { openChild } from "./measure/child.ts";
import { type Benchmark, type Row, shown } from "./measure/row.ts";
import { spreadOf } from "./measure/spread.ts";

const many = 10_000;
const few = 100;

export const glossary: Benchmark = {
  name: "glossary",
  isPicture: true,
  about:
    "The longest wait of a user with a book of 10,000 terms on SQLite, compared with 100 terms.",
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
    what: what,
    ours: shown([of(large)], "ms"),
    beside: `${shown([of(small)], "ms")} with ${few}`,
    figure: spreadOf([of(large)]),
    goal: { atMost: 1000 },
  });
  return [
    row("showing the form", (found) => found.shownMs),
    row("searching it", (found) => found.searchedMs),
    row("correcting a term", (found) => found.editedMs),
    row("updating the card", (found) => found.lookedUpMs),
    row("freezing it for an approval", (found) => found.frozenMs),
  ];
}
