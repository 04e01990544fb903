import { describe, expect, test } from "vitest";

import { ManuscriptError } from "#domain/errors.ts";
import { readManuscript } from "#features/intake/read-manuscript.ts";

import { aPostedQuote, opening } from "../../builders.ts";
import { testAppContext, manuscript, noNames } from "../../support/app-context.ts";

describe("reading a manuscript", () => {
  const readWith = async (options: Parameters<typeof testAppContext>[0]) => {
    const { ctx } = testAppContext(options);
    const { quote } = await ctx.quoteStore.add(aPostedQuote());
    return { ctx, quote, read: () => readManuscript(ctx, quote) };
  };

  test("keeps its measures and asks for its language, in one write", async () => {
    const { read } = await readWith({});

    const { reading, tasks } = await read();

    expect(reading).toMatchObject({ status: "read", manuscript: { characters: 4400 } });
    expect(tasks).toMatchObject([{ kind: "language", slice: opening(2000), approval: undefined }]);
  });

  test("measures each opening that may be sent", async () => {
    const asked: unknown[] = [];
    const { read } = await readWith({
      manuscripts: {
        read: async (id, wanted) => {
          asked.push(id, wanted);
          return { manuscript, names: noNames };
        },
      },
    });

    await read();

    const wanted = { openings: [2000], sample: 30_000, preview: 3000, isMarked: true };
    expect(asked).toMatchObject(["F1", wanted]);
  });

  test("that was interrupted is tried again, not refused", async () => {
    const fail = async () => {
      throw new ManuscriptError("interrupted");
    };
    const { ctx, quote, read } = await readWith({ manuscripts: { read: fail } });

    await expect(read()).rejects.toThrow("interrupted");
    expect(await ctx.quoteStore.find(quote.id)).toEqual(quote);
  });
});
