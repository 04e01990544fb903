import { describe, expect, test } from "vitest";

import { effectiveTerms, withEdits } from "#domain/glossary/glossary.ts";
import { bookHome, seriesHome, workspaceHome } from "#domain/glossary/quote-terms.ts";
import { markOf } from "#domain/glossary/term-review.ts";
import { linesOnly, lookAtTerms, saveTerms } from "#features/glossary/edit-terms.ts";
import { layersOf } from "#features/shared/term-layers.ts";

import { testAppContext, anOffer } from "../../support/app-context.ts";

const place = { workspace: "T1", channel: "C1" };
const file = { name: "One.txt" };

test("a book inherits what its series and its workspace decided, and its own word stands above", async () => {
  const { ctx } = testAppContext();
  const write = (home: string, ...edits: readonly (readonly [string, string])[]) =>
    ctx.terms.change(home, (base) =>
      withEdits(
        base,
        "de",
        edits.map(([source, target]) => ({ source, target })),
        "UANA",
      ),
    );
  await write(workspaceHome("T1"), ["Aaron", "W"], ["Maia", "W"], ["Ilse", "W"]);
  await write(seriesHome("T1", "Clocks"), ["Maia", "S"], ["Ilse", "S"]);
  await write(bookHome("T1", "One"), ["Ilse", "B"]);
  await ctx.terms.change(bookHome("T1", "One"), (base) => ({
    ...base,
    series: "clocks",
  }));

  const inSeries = effectiveTerms(await layersOf(ctx, { place, file, book: "One" }), "de");
  const alone = effectiveTerms(await layersOf(ctx, { place, file, book: "Two" }), "de");

  const told = inSeries.map(({ source, target, layer }) => [source, target, layer]);
  expect(told).toEqual([
    ["Aaron", "W", "workspace"],
    ["Ilse", "B", "book"],
    ["Maia", "S", "series"],
  ]);
  expect(alone.map(({ target }) => target)).toEqual(["W", "W", "W"]);
});

test("each edit of terms leaves one line in the audit log: who, which glossary, how many, and no word of it", async () => {
  const { ctx, events } = testAppContext();
  const quote = anOffer({ book: "The Lighthouse" });
  await ctx.quoteStore.add(quote);
  const where = { ...quote.place, person: "U0ANA", quoteId: quote.id, target: "de" };
  const write = (...added: readonly (readonly [string, string])[]) =>
    saveTerms(
      ctx,
      { ...where, layer: "book" },
      {
        rows: [],
        added: added.map(([source, target]) => ({ source, target })),
        untouched: "leave",
      },
    );

  await write(["Aaron", "Aharon"], ["Maia", "Maja"]);
  await write(["Aaron", "Aron"], ["Maia", ""]);
  await write(["Aaron", "Aron"]);

  const told = events.filter(({ kind }) => kind === "terms");
  expect(told).toEqual([
    { kind: "terms", quoteId: quote.id, by: "U0ANA", why: twoAdded },
    { kind: "terms", quoteId: quote.id, by: "U0ANA", why: oneEach },
  ]);
  expect(JSON.stringify(told)).not.toMatch(/Aaron|Lighthouse/u);
});

const twoAdded: unknown = expect.stringMatching(
  /^book [\da-f]{16}, de: 2 added, 0 changed, 0 removed, 0 confirmed$/u,
);
const oneEach: unknown = expect.stringMatching(
  /^book [\da-f]{16}, de: 0 added, 1 changed, 1 removed, 0 confirmed$/u,
);

describe("a series of another conversation", () => {
  const joins = async (person: string) => {
    const { ctx } = testAppContext({
      people: { isIn: async (channel, id) => channel === "C-BEN" || id === "U0MAIA" },
    });
    const put = async (channel: string, requester: string, name: string) => {
      const base = anOffer();
      const quote = {
        ...base,
        id: channel,
        place: { ...base.place, channel },
        request: { ...base.request, by: requester },
      };
      await ctx.quoteStore.add(quote);
      const where = { person: requester, quoteId: quote.id, target: "de", layer: "book" } as const;
      const series = { shown: markOf(""), name };
      return await saveTerms(ctx, where, { ...linesOnly([]), series });
    };
    await put("C-MAIA", "U0MAIA", "Clock Saga");
    await ctx.terms.change(seriesHome("T1", "Clock Saga"), (base) =>
      withEdits(base, "de", [{ source: "Aaron", target: "Aron" }], "U0MAIA"),
    );
    const saved = await put("C-BEN", person, "clock saga");
    const seen = await lookAtTerms(ctx, {
      person,
      quoteId: "C-BEN",
      target: "de",
      layer: "book",
    });
    return { status: saved.status, seen: JSON.stringify(seen) };
  };

  test("takes no book of an outsider, who reads none of its terms", async () => {
    const { status, seen } = await joins("U0BEN");

    expect(status).toBe("not-your-series");
    expect(seen).not.toContain("Aron");
  });

  test.each([
    ["of a member of the first one", "U0MAIA"],
    ["of an approver", "U0ANA"],
  ])("takes a book %s", async (_, person) => {
    const { status, seen } = await joins(person);

    expect(status).toBe("saved");
    expect(seen).toContain("Aron");
  });
});
