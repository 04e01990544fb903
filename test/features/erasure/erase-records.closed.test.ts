import { expect, test } from "vitest";

import { eraseClosed } from "#features/erasure/erase-records.ts";

import { aPostedQuote, aQuote, hour, noon, aRequest } from "../../builders.ts";
import { testAppContext } from "../../support/app-context.ts";

const days90 = 90 * 24 * hour;

test("what was closed longest ago is cleared first, however much there is, and the rest is kept", async () => {
  const { ctx, clock } = testAppContext();
  const closed = Array.from({ length: 130 }, (_, n) =>
    aPostedQuote({
      id: `closed-${n}`,
      reading: { status: "refused", reason: "binary" },
      request: aRequest({ at: noon + n * hour }),
    }),
  );
  for (const quote of [...closed, aQuote({ id: "open" })]) await ctx.quoteStore.add(quote);
  clock.now = noon + 119 * hour + days90;

  await eraseClosed(ctx);

  const names = await Promise.all(
    ["closed-0", "closed-119", "closed-120", "open"].map(
      async (id) => (await ctx.quoteStore.find(id))?.file.name,
    ),
  );
  expect(names).toEqual(["", "", "The Lighthouse.txt", "The Lighthouse.txt"]);
  const left = await ctx.quoteStore.list("erasable", "all", { offset: 0, limit: 100 });
  expect(left.map(({ id }) => id)).toEqual(
    Array.from({ length: 10 }, (_, n) => `closed-${n + 120}`),
  );
});
