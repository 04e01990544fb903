import { describe, expect, test } from "vitest";

import { awaitsCoverage, bookHash } from "#domain/coverage.ts";
import { withEdits } from "#domain/glossary/glossary.ts";
import { awaitsTerms, bookHome, ownBookHome, termHome } from "#domain/glossary/quote-terms.ts";
import type { Quote } from "#domain/quote.ts";
import { initialSettings, noDefaults } from "#domain/settings/settings.ts";
import { showBook } from "#features/books/show-book.ts";
import { lookAtTerms } from "#features/glossary/edit-terms.ts";
import { freezeTerms } from "#features/glossary/update-book-terms.ts";
import {
  type AskOutcome,
  askForQuotes,
  receivePosted,
} from "#features/intake/submit-manuscript.ts";
import { advanceQuote } from "#worker/advance-quote.ts";

import { aGlossaryTask, aTask, aTerm, completed, noon, running, opening } from "../../builders.ts";
import { type TestPorts, testAppContext, manuscript, runOut } from "../../support/app-context.ts";

const manuscripts = [{ id: "F1", name: "a.txt", ts: "1.1", thread: "1.1" }];
const posting = {
  isAsked: true,
  channel: "C0BOOKS",
  requester: "U0MAIA",
  manuscripts,
};
const two = {
  ...posting,
  manuscripts: [...manuscripts, { id: "F2", name: "b.txt", ts: "1.1", thread: "1.1" }],
};

async function quotesOf({ ctx }: TestPorts): Promise<readonly Quote[]> {
  const page = { offset: 0, limit: 100 };
  return (await ctx.quoteStore.list("channel", "T1/C0BOOKS", page)).toSorted((one, other) =>
    `${one.file.id} ${one.target}`.localeCompare(`${other.file.id} ${other.target}`),
  );
}

describe("manuscripts that were posted", () => {
  test("get the languages, preview length and book that the channel has by default", async () => {
    const galley = testAppContext();
    const [previewChars, book] = [900, "The Salt Clock"];
    const own = { ...noDefaults, previewChars, book, targets: ["de", "es"] };
    await galley.ctx.settings.change("T1", () => ({
      ...initialSettings,
      channels: { C0BOOKS: own },
    }));

    await receivePosted(galley.ctx, posting);

    expect(await quotesOf(galley)).toMatchObject([
      { target: "de", book, request: { previewChars } },
      { target: "es", book, request: { previewChars } },
    ]);
  });

  test("get a preview of a million characters at most: it is held in memory to be measured", async () => {
    const galley = testAppContext();
    const defaults = { ...initialSettings.defaults, previewChars: 50_000_000 };
    await galley.ctx.settings.change("T1", () => ({ ...initialSettings, defaults }));

    await receivePosted(galley.ctx, posting);

    expect(await quotesOf(galley)).toMatchObject([{ request: { previewChars: 1_000_000 } }]);
  });

  test("are taken for as many languages as there is room for, and the sum names the others", async () => {
    const galley = testAppContext();
    const many = Array.from({ length: 10 }, (_, n) => ({
      id: `F${n}`,
      name: "a.txt",
      ts: "1.1",
      thread: "1.1",
    }));

    await askForQuotes(galley.ctx, {
      ...posting,
      manuscripts: many,
      targets: ["fr", "de", "es"],
    });

    const quotes = await quotesOf(galley);
    expect(quotes).toHaveLength(20);
    expect(quotes[1]?.request.batch?.total?.leftOut).toEqual(["es"]);
  });
});

describe("the total of several cards", () => {
  test("is said once all have counted, once, and by one of them", async () => {
    const galley = testAppContext();
    await receivePosted(galley.ctx, two);
    const ids = (await quotesOf(galley)).map(({ id }) => id);
    const [first = ""] = ids;

    for (const id of ids) await advanceQuote(galley.ctx, id, { kind: "read", at: 0 });
    for (const id of ids) await advanceQuote(galley.ctx, id, { kind: "show-card", at: 0 });
    for (const id of ids) await advanceQuote(galley.ctx, id, { kind: "tell-batch-total", at: 0 });
    for (const id of ids)
      await advanceQuote(galley.ctx, id, { kind: "say", notice: "batch-total", at: 0 });
    for (const id of ids)
      await advanceQuote(galley.ctx, id, { kind: "say", notice: "batch-total", at: 0 });

    const credits = manuscript.characters;
    expect(galley.thread.posts).toHaveLength(1);
    expect((await galley.ctx.quoteStore.find(first))?.request.batch?.total?.parts).toMatchObject([
      { fileId: "F1", count: { status: "priced", credits } },
      { fileId: "F2", count: { status: "priced", credits } },
    ]);
    expect(galley.woken).toContain(first);
  });

  test("is updated when a card counts otherwise", async () => {
    const galley = testAppContext();
    await receivePosted(galley.ctx, two);
    const [first, second] = (await quotesOf(galley)).map(({ id }) => id);
    for (let turn = 0; turn < 2; turn += 1) {
      await runOut(galley, first ?? "");
      await runOut(galley, second ?? "");
    }

    await galley.ctx.quoteStore.change(second ?? "", (quote) => ({ ...quote, language: "fr" }));
    await runOut(galley, second ?? "");
    await runOut(galley, first ?? "");

    expect(galley.thread.posts.filter(({ notice }) => notice === "batch-total")).toHaveLength(1);
    expect(galley.thread.calls).toContain("updatePost");
    expect(
      (await galley.ctx.quoteStore.find(first ?? ""))?.request.batch?.total?.parts[1]?.count,
    ).toMatchObject({
      status: "needs-language",
      credits: 0,
    });
  });
});

test("a file for several languages that cannot be taken is refused aloud once", async () => {
  const galley = testAppContext({
    people: { find: async (id) => ({ id, isMember: false }) },
  });
  await askForQuotes(galley.ctx, { ...posting, targets: ["de", "fr"] });

  for (const { id } of await quotesOf(galley)) await runOut(galley, id);

  expect(galley.thread.posts.filter(({ notice }) => notice === "refused")).toHaveLength(1);
});

describe("asking for languages", () => {
  const ask = { ...posting, targets: ["de"] };

  test("again with a note puts it on the card that stands, for the one who asked", async () => {
    const { ctx } = testAppContext();
    const id = onlyId(await askForQuotes(ctx, ask));
    const details = { first: "preview", note: "by hand", dueOn: undefined } as const;

    await askForQuotes(ctx, { ...ask, details, requester: "U0BEN" });
    const untouched = await ctx.quoteStore.find(id);
    await askForQuotes(ctx, { ...ask, details, previewChars: 900 });

    expect(untouched?.request.details).toBeUndefined();
    expect((await ctx.quoteStore.find(id))?.request).toMatchObject({
      details: { first: "preview", note: "by hand" },
      previewChars: 900,
    });
  });

  test("again with a book looks up the approvals and the terms of that book", async () => {
    const galley = testAppContext();
    const id = onlyId(await askForQuotes(galley.ctx, ask));
    await runOut(galley, id);
    const stands = async () => {
      const quote = await galley.ctx.quoteStore.find(id);
      return quote && [awaitsCoverage(quote), awaitsTerms(quote)];
    };

    expect(await stands()).toEqual([false, false]);
    await askForQuotes(galley.ctx, { ...ask, book: "The Salt Clock" });
    expect(await stands()).toEqual([true, true]);
  });

  test("again with a note changes nothing that is bought", async () => {
    const { ctx } = testAppContext();
    const id = onlyId(await askForQuotes(ctx, ask));
    await ctx.quoteStore.change(id, (quote) => ({ ...quote, tasks: [aTask({ target: "de" })] }));

    await askForQuotes(ctx, { ...ask, book: "The Salt Clock" });

    expect((await ctx.quoteStore.find(id))?.book).toBeUndefined();
  });

  test("of a card that somebody has made about another language quotes it anew, once", async () => {
    const { ctx } = testAppContext();
    const id = onlyId(await askForQuotes(ctx, ask));
    await ctx.quoteStore.change(id, (quote) => ({ ...quote, target: "es" }));

    const again = await askForQuotes(ctx, ask);

    expect(again).toMatchObject({ quoted: [{ target: "de" }], standing: [] });
    expect(onlyId(again)).not.toBe(id);
    expect(await askForQuotes(ctx, ask)).toMatchObject({
      quoted: [],
      standing: [{ id: onlyId(again) }],
    });
  });

  test.each<readonly [string, (quote: Quote) => Quote]>([
    ["expired", (quote) => ({ ...quote, decision: { status: "expired", at: noon } })],
    [
      "was declined",
      (quote) => ({ ...quote, decision: { status: "declined", by: "U1", at: noon } }),
    ],
    ["was refused", (quote) => ({ ...quote, reading: { status: "refused", reason: "gone" } })],
    ["was erased", erased],
  ])("after it %s opens the same card again, for the one who asks now", async (_, close) => {
    const { ctx } = testAppContext();
    const id = onlyId(await askForQuotes(ctx, ask));
    await ctx.quoteStore.change(id, close);

    const again = await askForQuotes(ctx, { ...ask, requester: "U0BEN" });

    const file = { name: "a.txt" };
    const open = { id, request: { by: "U0BEN" }, file, decision: { status: "open" } };
    expect(again).toMatchObject({ quoted: [open], standing: [] });
    expect(await askForQuotes(ctx, ask)).toMatchObject({ quoted: [], standing: [{ id }] });
  });

  test("after it expired opens nothing for a guest", async () => {
    const people = { find: async (id: string) => ({ id, isMember: false }) };
    const { ctx } = testAppContext({ people });
    const id = onlyId(await askForQuotes(ctx, ask));
    const expired = { status: "expired", at: noon } as const;
    await ctx.quoteStore.change(id, (quote) => ({ ...quote, decision: expired }));

    const again = await askForQuotes(ctx, { ...ask, requester: "U0GUEST" });

    expect(again).toMatchObject({
      quoted: [],
      standing: [{ id, request: { by: "U0MAIA" }, decision: expired }],
    });
  });

  test.each([
    ["runs", aTask({ kind: "preview", slice: opening(3000), state: running() })],
    ["is done", aTask({ kind: "preview", slice: opening(3000), state: completed() })],
  ])("after it expired, while a preview of it %s, opens none", async (_, task) => {
    const { ctx } = testAppContext();
    const expired = { status: "expired", at: noon } as const;
    const id = onlyId(await askForQuotes(ctx, ask));
    await ctx.quoteStore.change(id, (quote) => ({ ...quote, decision: expired, tasks: [task] }));

    expect(await askForQuotes(ctx, ask)).toMatchObject({
      quoted: [],
      standing: [{ id, decision: expired }],
    });
  });

  test("beyond the cards of a person and day is refused as a whole", async () => {
    const { ctx } = testAppContext();
    const targets = ["de", "es", "fr", "it", "ja"];
    const asked = (n: number) => ({
      ...posting,
      targets,
      manuscripts: Array.from({ length: 4 }, (_, at) => ({
        id: `F${n}.${at}`,
        name: "a.txt",
        ts: "1.1",
        thread: "1.1",
      })),
    });
    for (let n = 0; n < 10; n += 1) await askForQuotes(ctx, asked(n));

    const refused = await askForQuotes(ctx, asked(10));

    expect(refused).toMatchObject({ status: "too-many" });
    expect((await ctx.limits.read("U0MAIA.cards"))?.now).toHaveLength(200);
  });

  test("that Galley does not offer quotes nothing", async () => {
    const { ctx, woken } = testAppContext();

    expect(await askForQuotes(ctx, { ...posting, targets: ["tlh"] })).toEqual({
      status: "not-offered",
    });
    expect(woken).toEqual([]);
  });
});

function erased(quote: Quote): Quote {
  return {
    ...quote,
    file: { ...quote.file, name: "" },
    decision: { status: "expired", at: noon },
    erasedAt: noon,
  };
}

function onlyId(outcome: AskOutcome): string {
  return outcome.status === "taken" ? (outcome.quoted[0]?.id ?? "") : "";
}

describe("a book of another conversation", () => {
  const book = "The Salt Clock";
  const elsewhere = { ...posting, channel: "C0OPEN", targets: ["de"], book: "the salt  clock" };
  const isIn = async (channel: string, id: string) => channel === "C0OPEN" || id === "U0MAIA";
  const privateHome = bookHome("T1", book);

  async function withPrivateTerms() {
    const galley = testAppContext({ people: { isIn } });
    await askForQuotes(galley.ctx, { ...posting, targets: ["de"], book });
    await galley.ctx.terms.change(privateHome, (base) =>
      withEdits(base, "de", [{ source: "Maia", target: "Geheim" }], "U0MAIA"),
    );
    return galley;
  }

  test.each(["U0BEN", "U0STRANGER"])(
    "is another one for an outsider who names it: %s",
    async (requester) => {
      const galley = await withPrivateTerms();
      const { ctx } = galley;
      const id = onlyId(await askForQuotes(ctx, { ...elsewhere, requester }));
      const before = await ctx.terms.read(privateHome);
      const extraction = aGlossaryTask({
        target: "de",
        state: completed({ terms: [aTerm("It", "Es", 0.9)] }),
      });
      await ctx.quoteStore.change(id, (quote) => ({ ...quote, tasks: [extraction] }));
      await runOut(galley, id);
      const quote = await ctx.quoteStore.find(id);
      if (quote === undefined) throw new Error("the card is gone");

      const frozen = await freezeTerms(ctx, quote);
      const seen = await lookAtTerms(ctx, {
        person: "U0ANA",
        quoteId: id,
        layer: "book",
        target: "de",
      });
      const page = await showBook(ctx, {
        person: requester,
        name: elsewhere.book,
        channel: elsewhere.channel,
      });

      expect(JSON.stringify([frozen, seen, page])).not.toContain("Geheim");
      expect([frozen.count, page?.terms]).toEqual([1, [{ language: "de", count: 1 }]]);
      expect(await ctx.terms.read(privateHome)).toEqual(before);
      expect(bookHash(termHome(quote))).not.toBe(bookHash(privateHome));
    },
  );

  test.each(["U0MAIA", "U0ANA"])(
    "is the same for a member, and for an approver: %s",
    async (requester) => {
      const { ctx } = await withPrivateTerms();
      const id = onlyId(await askForQuotes(ctx, { ...elsewhere, requester }));
      const quote = await ctx.quoteStore.find(id);

      expect(quote && termHome(quote)).toBe(privateHome);
    },
  );

  test("is another one also where an outsider names it on a card that stands, or is opened again", async () => {
    const { ctx, clock } = await withPrivateTerms();
    const outsider = { ...elsewhere, requester: "U0BEN" };
    const { book: _, ...unnamed } = outsider;
    const id = onlyId(await askForQuotes(ctx, unnamed));

    await askForQuotes(ctx, outsider);
    const standing = await ctx.quoteStore.find(id);
    await ctx.quoteStore.change(id, (quote) => ({
      ...quote,
      decision: { status: "expired", at: clock.now },
    }));
    await askForQuotes(ctx, outsider);
    const reopened = await ctx.quoteStore.find(id);

    expect(reopened?.decision.status).toBe("open");
    expect([standing?.termHome, reopened?.termHome]).toEqual(
      Array.from({ length: 2 }, () => ownBookHome({ workspace: "T1", channel: "C0OPEN" }, book)),
    );
  });
});
