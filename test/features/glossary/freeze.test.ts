import { describe, expect, test } from "vitest";

import { offerTag } from "../../../src/core/offer.ts";
import type { Ports } from "../../../src/core/ports.ts";
import type { Quote } from "../../../src/core/quote.ts";
import { approveQuote } from "../../../src/features/approval/actions/approve-quote.ts";
import { chooseGlossary } from "../../../src/features/glossary/actions/choose-strategy.ts";
import { lookUpTerms, watchTerms } from "../../../src/features/glossary/actions/look-up-terms.ts";
import { withEdits } from "../../../src/features/glossary/rules/glossary.ts";
import { withTerms } from "../../../src/features/glossary/rules/quote-terms.ts";
import { termHome } from "../../../src/features/glossary/rules/term-home.ts";
import { createForm } from "../../../src/partner/multipart.ts";
import { aGlossaryTask, aTerm, completed, noon, rules } from "../../builders.ts";
import { type TestDesk, aDesk, anOffer, runOut } from "../desk.ts";
import { aFaultyStore } from "../faulty-store.ts";

/** Sets up a book with one decided term, and a card that shows it. */
async function aGlossary(options: Parameters<typeof aDesk>[0] = {}, changes: Partial<Quote> = {}) {
  const house = aDesk(options);
  const { quote } = await house.desk.ledger.add(anOffer({ book: "Lighthouse", ...changes }));
  await decide(house.desk, quote, "It", "Il");
  await house.desk.ledger.change(quote.id, (before) => withTerms(before, undefined));
  const shown = await lookUpTerms(house.desk, quote);
  const click = {
    quoteId: quote.id,
    workspace: "T1",
    channel: "C0BOOKS",
    person: "U0ANA",
    product: "translation",
    offer: offerTag(shown, rules),
  } as const;
  return { ...house, quote: shown, click };
}

function decide(desk: Pick<Ports, "terms">, quote: Quote, source: string, target: string) {
  return desk.terms.change(termHome(quote), (base) =>
    withEdits(base, "fr", [{ source, target }], { by: "person", person: "U0ANA", at: noon }),
  );
}

async function approved(house: TestDesk, click: Parameters<typeof approveQuote>[1]) {
  const outcome = await approveQuote(house.desk, click);
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
    const house = await aGlossary();
    const { key } = await approved(house, house.click);
    await decide(house.desk, house.quote, "It", "Elle");

    await runOut(house, house.quote.id);

    expect(house.partner.arrived).toMatchObject([
      { key, glossary: { It: "Il" }, strategy: "merge" },
    ]);
  });

  test("is sent again with the very same bytes", async () => {
    const house = await aGlossary();
    await approved(house, house.click);
    house.partner.script.push("answer-lost");
    const first = await runOut(house, house.quote.id);
    await decide(house.desk, house.quote, "rained", "a plu");

    const bodies = await Promise.all(house.partner.arrived.map(bodyOf));

    expect(first).toHaveLength(1);
    expect(bodies).toHaveLength(2);
    expect(bodies[0]).toContain('{"It":"Il"}');
    expect(new Set(bodies).size).toBe(1);
    expect(house.partner.tasks.size).toBe(1);
  });

  test("goes without one where somebody chose that", async () => {
    const house = await aGlossary({}, { glossary: { strategy: "without" } });
    await approved(house, house.click);

    await runOut(house, house.quote.id);

    expect(house.partner.arrived.map(({ glossary }) => glossary)).toEqual([undefined]);
  });

  test("never leaves without its glossary: one that is lost stops it, and nothing is bought", async () => {
    const house = await aGlossary();
    const { key } = await approved(house, house.click);
    const glossaries = { ...house.desk.glossaries, find: async () => undefined };

    await runOut({ ...house, desk: { ...house.desk, glossaries } }, house.quote.id);

    const quote = await house.desk.ledger.find(house.quote.id);
    expect(quote?.tasks.find((task) => task.key === key)?.state.status).toBe("rejected");
    expect(house.partner.arrived).toEqual([]);
  });
});

describe("a click on a card whose glossary changed since", () => {
  test("buys nothing, and lets the card be drawn anew", async () => {
    const house = await aGlossary();
    await decide(house.desk, house.quote, "It", "Elle");

    const outcome = await approveQuote(house.desk, house.click);

    const quote = await house.desk.ledger.find(house.quote.id);
    expect(outcome.status).toBe("stale");
    expect(quote?.glossary?.terms).toBeUndefined();
    expect(quote?.tasks).toEqual([]);
  });

  test("still says that it was approved before", async () => {
    const house = await aGlossary();
    await approved(house, house.click);
    await decide(house.desk, house.quote, "It", "Elle");

    expect((await approveQuote(house.desk, house.click)).status).toBe("already-approved");
  });

  test("is refused where only its use was changed meanwhile", async () => {
    const house = await aGlossary();
    await chooseGlossary(house.desk, { ...house.click, choice: "replace" });

    expect((await approveQuote(house.desk, house.click)).status).toBe("stale");
  });
});

test.each([0, 1, 2, 3] as const)(
  "a store that fails at write %i of an approval leaves no run without its glossary",
  async (failAt) => {
    const faulty = aFaultyStore();
    const house = await aGlossary({ store: faulty.store });
    faulty.state.failAt = faulty.state.writes + failAt;

    await approveQuote(house.desk, house.click).catch(() => undefined);
    await approveQuote(house.desk, house.click).catch(() => undefined);
    await runOut(house, house.quote.id);

    expect(house.partner.tasks.size).toBe(1);
    expect(house.partner.arrived).toMatchObject([{ glossary: { It: "Il" } }]);
  },
);

describe("changed terms", () => {
  test("are shown on the open cards of their book, and on no other", async () => {
    const house = await aGlossary();
    const other = anOffer({ id: "other", book: "Elsewhere" });
    await house.desk.ledger.add(other);
    const onFault = () => undefined;
    const terms = watchTerms(house.desk.terms, { ...house.desk, onFault });

    await decide({ terms }, house.quote, "It", "Elle");

    expect(house.woken).toEqual([house.quote.id]);
    expect((await house.desk.ledger.find(house.quote.id))?.glossary?.terms).toBeUndefined();
    expect((await house.desk.ledger.find("other"))?.glossary?.terms).toBeDefined();
  });

  test("stay changed where the cards cannot be reached", async () => {
    const house = await aGlossary();
    const faults: unknown[] = [];
    const list = async () => {
      throw new Error("the store is down");
    };
    const ledger = { ...house.desk.ledger, list };
    const onFault = (error: unknown) => void faults.push(error);
    const terms = watchTerms(house.desk.terms, { ledger, wake: house.desk.wake, onFault });

    await decide({ terms }, house.quote, "It", "Elle");

    expect(faults).toHaveLength(1);
    expect((await terms.read(termHome(house.quote))).terms["It"]?.["fr"]?.target).toBe("Elle");
  });
});

test("terms that change while the card looks them up are looked up again", async () => {
  const house = await aGlossary();
  await house.desk.ledger.change(house.quote.id, (before) => withTerms(before, undefined));
  const before = await house.desk.terms.read(termHome(house.quote));
  const early = [before];
  const read: typeof house.desk.terms.read = async (name) =>
    (name === termHome(house.quote) ? early.pop() : undefined) ?? house.desk.terms.read(name);
  await decide(house.desk, house.quote, "It", "Elle");

  const terms = { ...house.desk.terms, read };
  const looked = await lookUpTerms({ ...house.desk, terms }, house.quote);

  expect(looked.glossary?.terms).toBeUndefined();
});

test("the glossary is compared with what was extracted last, and its effect is counted", async () => {
  const terms = [aTerm("It", "Elle"), aTerm("Harbour", "Port")];
  const found = aGlossaryTask({ state: completed({ terms, termsKept: true }) });
  const { quote } = await aGlossary({}, { tasks: [found] });

  expect(quote.glossary?.terms?.effects).toEqual({
    merge: { added: 0, overridden: 1, ignored: 0 },
    replace: { added: 0, overridden: 1, ignored: 1 },
    skip: { added: 0, overridden: 0, ignored: 1 },
  });
});
