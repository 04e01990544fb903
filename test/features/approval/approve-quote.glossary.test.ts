import { describe, expect, test } from "vitest";

import type { AppContext } from "#domain/context.ts";
import { chooseStrategy } from "#domain/estimate/card-changes.ts";
import { withEdits } from "#domain/glossary/glossary.ts";
import { withTerms, termHome, workspaceHome } from "#domain/glossary/quote-terms.ts";
import { offerTag } from "#domain/offer.ts";
import type { Quote } from "#domain/quote.ts";
import { approveQuote } from "#features/approval/approve-quote.ts";
import { lookUpTerms, redrawCards, watchTerms } from "#features/glossary/update-book-terms.ts";
import { changeQuote } from "#features/shared/rights.ts";
import { createForm } from "#partner/multipart.ts";

import { aGlossaryTask, aTerm, completed, setup } from "../../builders.ts";
import { type TestPorts, testAppContext, anOffer, runOut } from "../../support/app-context.ts";
import { approves } from "../../support/approved.ts";
import { aFaultyStore } from "../../support/faulty-store.ts";

/** Sets up a book with one decided term, and a card that shows it. */
async function aGlossary(
  options: Parameters<typeof testAppContext>[0] = {},
  changes: Partial<Quote> = {},
) {
  const galley = testAppContext(options);
  const { quote } = await galley.ctx.quoteStore.add(anOffer({ book: "Lighthouse", ...changes }));
  await decide(galley.ctx, quote, "It", "Il");
  await galley.ctx.quoteStore.change(quote.id, (before) => withTerms(before, undefined));
  const shown = await lookUpTerms(galley.ctx, quote);
  const click = {
    quoteId: quote.id,
    workspace: "T1",
    channel: "C0BOOKS",
    person: "U0ANA",
    product: "translation",
    offer: offerTag(shown, setup),
  } as const;
  return { ...galley, quote: shown, click };
}

function decide(ctx: AppContext, quote: Quote, source: string, target: string) {
  return ctx.terms.change(termHome(quote), (base) =>
    withEdits(base, "fr", [{ source, target }], "U0ANA"),
  );
}

async function approved(galley: TestPorts, click: Parameters<typeof approveQuote>[1]) {
  const outcome = await approveQuote(galley.ctx, click);
  if (outcome.status !== "approved") throw new Error(outcome.status);
  return outcome.task;
}

async function bodyOf(create: Parameters<typeof createForm>[0]): Promise<string> {
  const chunks: Uint8Array[] = [];
  const form = createForm({ ...create, beforeLastBytes: async () => undefined }, "file");
  for await (const chunk of form.stream(new AbortController().signal)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe("an approved run", () => {
  test("goes with the glossary that its approver saw, whatever was decided since", async () => {
    const galley = await aGlossary();
    const { key } = await approved(galley, galley.click);
    await decide(galley.ctx, galley.quote, "It", "Elle");

    await runOut(galley, galley.quote.id);

    expect(galley.partner.arrived).toMatchObject([
      { key, glossary: { It: "Il" }, strategy: "merge" },
    ]);
  });

  test("is sent again with the very same bytes", async () => {
    const galley = await aGlossary();
    await approved(galley, galley.click);
    galley.partner.script.push("answer-lost");
    const first = await runOut(galley, galley.quote.id);
    await decide(galley.ctx, galley.quote, "rained", "a plu");

    const bodies = await Promise.all(galley.partner.arrived.map(bodyOf));

    expect(first).toHaveLength(1);
    expect(bodies).toHaveLength(2);
    expect(bodies[0]).toContain('{"It":"Il"}');
    expect(new Set(bodies).size).toBe(1);
    expect(galley.partner.tasks.size).toBe(1);
  });

  test("goes without one where somebody chose that", async () => {
    const galley = await aGlossary({}, { glossary: { strategy: "without" } });
    await approved(galley, galley.click);

    await runOut(galley, galley.quote.id);

    expect(galley.partner.arrived.map(({ glossary }) => glossary)).toEqual([undefined]);
  });

  test("never leaves without its glossary: one that is lost stops it, and nothing is bought", async () => {
    const galley = await aGlossary();
    const { key } = await approved(galley, galley.click);
    const glossaries = { ...galley.ctx.glossaries, find: async () => undefined };

    await runOut({ ...galley, ctx: { ...galley.ctx, glossaries } }, galley.quote.id);

    const quote = await galley.ctx.quoteStore.find(galley.quote.id);
    expect(quote?.tasks.find((task) => task.key === key)?.state).toMatchObject({
      status: "rejected",
      reason: "terms-gone",
    });
    // The manuscript is there: it can be approved again, with the terms of now.
    expect((await approves(galley, galley.quote.id)).status).toBe("approved");
    expect(galley.partner.arrived).toEqual([]);
  });
});

describe("an extraction", () => {
  const extraction = (galley: Awaited<ReturnType<typeof aGlossary>>) =>
    approveQuote(galley.ctx, { ...galley.click, product: "glossary" });

  test("goes with the terms of all layers that its approver saw", async () => {
    const galley = await aGlossary();
    const { ctx, quote } = galley;
    const home = workspaceHome("T1");
    await ctx.terms.change(home, (base) =>
      withEdits(base, "fr", [{ source: "rained", target: "pleuvait" }], "U0ANA"),
    );
    await redrawCards(ctx, home);
    const shown = await lookUpTerms(ctx, quote);
    const offer = offerTag(shown, setup);

    await approved(galley, { ...galley.click, product: "glossary", offer });
    await runOut(galley, quote.id);

    const sent = { It: "Il", rained: "pleuvait" };
    expect(galley.partner.arrived).toMatchObject([{ glossary: sent, strategy: "merge" }]);
  });

  test("is not bought on a card whose terms changed since, nor a second time after a change", async () => {
    const galley = await aGlossary();
    await decide(galley.ctx, galley.quote, "It", "Elle");
    const early = await extraction(galley);
    const shown = await lookUpTerms(galley.ctx, galley.quote);
    const click = { ...galley.click, product: "glossary", offer: offerTag(shown, setup) } as const;

    const first = await approveQuote(galley.ctx, click);
    await decide(galley.ctx, galley.quote, "It", "Lui");
    const second = await approveQuote(galley.ctx, click);

    expect([early, first, second].map(({ status }) => status)).toEqual([
      "stale",
      "approved",
      "already-approved",
    ]);
  });
});

describe("a click on a card whose glossary changed since", () => {
  test("buys nothing, and lets the card be drawn anew", async () => {
    const galley = await aGlossary();
    await decide(galley.ctx, galley.quote, "It", "Elle");

    const outcome = await approveQuote(galley.ctx, galley.click);

    const quote = await galley.ctx.quoteStore.find(galley.quote.id);
    expect(outcome.status).toBe("stale");
    expect(quote?.glossary?.terms).toBeUndefined();
    expect(quote?.tasks).toEqual([]);
  });

  test("still says that it was approved before", async () => {
    const galley = await aGlossary();
    await approved(galley, galley.click);
    await decide(galley.ctx, galley.quote, "It", "Elle");

    expect((await approveQuote(galley.ctx, galley.click)).status).toBe("already-approved");
  });

  test("is refused where only its use was changed meanwhile", async () => {
    const galley = await aGlossary();
    const { ctx, click } = galley;
    await changeQuote(ctx, click, (quote) => chooseStrategy(quote, "replace"));

    expect((await approveQuote(galley.ctx, galley.click)).status).toBe("stale");
  });
});

test.each([0, 1, 2, 3] as const)(
  "a store that fails at write %i of an approval leaves no run without its glossary",
  async (failAt) => {
    const faulty = aFaultyStore();
    const galley = await aGlossary({ store: faulty.store });
    faulty.state.failAt = faulty.state.writes + failAt;

    await approveQuote(galley.ctx, galley.click).catch(() => undefined);
    await approveQuote(galley.ctx, galley.click).catch(() => undefined);
    await runOut(galley, galley.quote.id);

    expect(galley.partner.tasks.size).toBe(1);
    expect(galley.partner.arrived).toMatchObject([{ glossary: { It: "Il" } }]);
  },
);

describe("changed terms", () => {
  test("are shown on the open cards of their book, and on no other", async () => {
    const galley = await aGlossary();
    const other = anOffer({ id: "other", book: "Elsewhere" });
    await galley.ctx.quoteStore.add(other);
    const redraw = (home: string) => redrawCards(galley.ctx, home);
    const terms = watchTerms(galley.ctx.terms, { redraw, onFault: () => undefined });

    await decide({ ...galley.ctx, terms }, galley.quote, "It", "Elle");

    expect(galley.woken).toEqual([galley.quote.id]);
    expect((await galley.ctx.quoteStore.find(galley.quote.id))?.glossary?.terms).toBeUndefined();
    expect((await galley.ctx.quoteStore.find("other"))?.glossary?.terms).toBeDefined();
  });

  test("stay changed where the cards cannot be reached", async () => {
    const galley = await aGlossary();
    const faults: unknown[] = [];
    const list = async () => {
      throw new Error("the store is down");
    };
    const ctx = { ...galley.ctx, quoteStore: { ...galley.ctx.quoteStore, list } };
    const redraw = (home: string) => redrawCards(ctx, home);
    const onFault = (error: unknown) => void faults.push(error);
    const terms = watchTerms(galley.ctx.terms, { redraw, onFault });

    await decide({ ...ctx, terms }, galley.quote, "It", "Elle");

    expect(faults).toHaveLength(1);
    expect((await terms.read(termHome(galley.quote))).terms["It"]?.["fr"]?.target).toBe("Elle");
  });
});

test("terms that change while the card looks them up are looked up again", async () => {
  const galley = await aGlossary();
  await galley.ctx.quoteStore.change(galley.quote.id, (before) => withTerms(before, undefined));
  const before = await galley.ctx.terms.read(termHome(galley.quote));
  const early = [before];
  const read: typeof galley.ctx.terms.read = async (name) =>
    (name === termHome(galley.quote) ? early.pop() : undefined) ?? galley.ctx.terms.read(name);
  await decide(galley.ctx, galley.quote, "It", "Elle");

  const terms = { ...galley.ctx.terms, read };
  const looked = await lookUpTerms({ ...galley.ctx, terms }, galley.quote);

  expect(looked.glossary?.terms).toBeUndefined();
});

test("the glossary is compared with what was extracted last, and its effect is counted", async () => {
  const terms = [aTerm("It", "Elle"), aTerm("Harbour", "Port")];
  const found = aGlossaryTask({ state: completed({ terms, termsKept: true }) });
  const { quote } = await aGlossary({}, { tasks: [found] });

  expect(quote.glossary?.terms?.extracted).toEqual({ count: 2, both: 1, different: 1 });
});
