import { expect, test } from "vitest";

import { homeView } from "#features/home/home-view.ts";
import { showHome } from "#features/home/show-home.ts";
import { shownOfFeatures } from "#features/index.ts";

import { noon } from "../../builders.ts";
import { shownText, testContext } from "../../support/context.ts";
import { portsWith } from "../../support/ports-with.ts";

const ana = { person: "U0ANA" };

test("with hundreds of manuscripts the page stays a page, and says that there are older ones", async () => {
  const ctx = await portsWith(320);
  const home = await showHome(ctx, ana);
  const hers = await showHome(ctx, { person: "U0MAIA" });

  const { blocks } = homeView({
    home,
    context: testContext,
    direct: "D1",
    from: 0,
    person: "U0ANA",
    links: new Map(),
    now: noon,
    parts: shownOfFeatures.homeParts,
  });
  const shown = shownText(blocks);
  expect(shown.match(/waiting for approval/gu)).toHaveLength(10);
  expect(shown).toContain("Show the next 10");
  expect(home.books).toHaveLength(100);
  expect(hers.mine[0]?.id).toBe("q319");
});

test("what waits for a decision and expires first comes first", async () => {
  const ctx = await portsWith(30);
  const late = ["q7", "q3"];
  for (const [n, id] of late.entries()) {
    await ctx.quoteStore.change(id, (quote) => ({ ...quote, expiresAt: n + 1 }));
  }

  const { waiting = [] } = await showHome(ctx, ana);

  expect(waiting.slice(0, 2).map(({ id }) => id)).toEqual(late);
});

test("somebody of another workspace decides on nothing here", async () => {
  const ctx = await portsWith(1);
  const people = { ...ctx.people, find: async (id: string) => ({ id, isMember: false }) };

  const { waiting, money } = await showHome({ ...ctx, people }, ana);

  expect([waiting, money]).toEqual([undefined, undefined]);
});
