import { expect, test } from "vitest";

import { NotFoundError } from "#domain/errors.ts";
import { termHome } from "#domain/glossary/quote-terms.ts";
import { changeTask } from "#domain/quote.ts";
import { eraseNow } from "#features/erasure/erase-records.ts";

import { aCard, aTask, failed, hour, noon, vanished } from "../../builders.ts";
import { anOffer, runOut, testAppContext } from "../../support/app-context.ts";

const day = 24 * hour;

test.each([failed(), vanished])(
  "a book is erased a day after a run of it has $status, and not before",
  async (state) => {
    const galley = testAppContext({
      partner: { task: () => Promise.reject(new NotFoundError("404")) },
    });
    const task = aTask({ state });
    const quote = anOffer({ book: "Lighthouse", tasks: [task], card: aCard({ key: task.key }) });
    await galley.ctx.quoteStore.add(quote);
    const erase = () => eraseNow(galley.ctx, { kind: "book", name: "Lighthouse" }, "U0ADA");

    const early = await erase();
    await runOut(galley, quote.id);
    await galley.ctx.quoteStore.change(quote.id, (now) =>
      changeTask(now, task.key, (run) => ({ ...run, state: { ...state, lookedAt: noon + day } })),
    );
    galley.clock.now = noon + day + hour;

    expect([early, await erase()]).toMatchObject([
      { erased: 0, kept: 1 },
      { erased: 1, kept: 0 },
    ]);
  },
);

test("a manuscript that goes on with an erased book is no longer called after it", async () => {
  const { ctx } = testAppContext();
  const erased = anOffer({ book: "Lighthouse" });
  const other = anOffer({ id: "other", book: undefined, termHome: termHome(erased) });
  await ctx.quoteStore.add(erased);
  await ctx.quoteStore.add({ ...other, bookTitle: "Lighthouse" });

  await eraseNow(ctx, { kind: "book", name: "Lighthouse" }, "U0ADA");

  const goesOn = await ctx.quoteStore.find("other");
  expect(goesOn?.bookTitle).toBeUndefined();
  expect(goesOn?.file).toEqual(other.file);
});
