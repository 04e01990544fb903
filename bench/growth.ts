import { z } from "zod";

import { temporaryFolder } from "./measure/bot.ts";
import { openChild } from "./measure/child.ts";
import { type Benchmark, type Row, shown } from "./measure/row.ts";
import { ratioOf } from "./measure/spread.ts";

export const growth: Benchmark = {
  name: "growth",
  isPicture: true,
  about:
    "The cost of one quote or view with 10,000 quotes of one person in one channel, compared with 1,000. Times are CPU.",
  run: async ({ isLong }) => {
    const [few, many] = [1000, isLong ? 100_000 : 10_000];
    await using folder = await temporaryFolder();
    const of = async (count: number) => {
      await using child = await openChild("growth");
      return { count, ...foundShape.parse(await child.ask({ count, folder: folder.path })) };
    };
    return rowsOf(await of(few), await of(many));
  },
};

const foundShape = z.object({
  startMs: z.number(),
  statusMs: z.number(),
  homeMs: z.number(),
  sqliteBytes: z.number(),
  redisBytes: z.number().or(z.nan()),
});

type Found = z.infer<typeof foundShape> & { readonly count: number };

function rowsOf(few: Found, many: Found): readonly Row[] {
  const row = (what: string, unit: string, of: (found: Found) => number): Row => ({
    what: what,
    ours: shown([of(many)], unit),
    beside: shown([of(few)], unit),
    figure: ratioOf([of(many)], [of(few)]),
  });
  const linear = { goal: { atMost: 1.2 } };
  const still = { goal: { atMost: 1.5 } };
  return [
    { ...row("SQLite", "bytes", (found) => found.sqliteBytes), ...linear },
    { ...row("Redis", "bytes", (found) => found.redisBytes), ...linear },
    {
      ...row(
        "reading what is open at start, a quote",
        "ms",
        (found) => found.startMs / found.count,
      ),
      ...linear,
    },
    { ...row("`/translate status`", "ms", (found) => found.statusMs), ...still },
    { ...row("App Home", "ms", (found) => found.homeMs), ...still },
  ];
}
