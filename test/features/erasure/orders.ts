import { withEdits, withRun } from "#domain/glossary/glossary.ts";
import { seriesHome, termHome } from "#domain/glossary/quote-terms.ts";
import { countAuto } from "#domain/spending/account.ts";
import { spendRow } from "#domain/spending/spend.ts";
import { eraseNow, type Erasure } from "#features/erasure/erase-records.ts";
import { freezeTerms } from "#features/glossary/update-book-terms.ts";
import { askForQuotes } from "#features/intake/submit-manuscript.ts";
import { openQuotes } from "#features/shared/records.ts";
import type { CasStore } from "#store/store.ts";

import { aTask, aTerm, completed, hour, noon } from "../../builders.ts";
import { type TestPorts, manuscript, runOut, testAppContext } from "../../support/app-context.ts";

/** What may be found of each after it was erased: its id, its names and its words. */
const traces = {
  person: ["U0MAIA"],
  book: ["The Lighthouse", "the lighthouse", "harbour.txt", "Laterne", "Die Glut"],
  workspace: [
    "U0MAIA",
    "U0ANA",
    "The Lighthouse",
    "harbour.txt",
    "Laterne",
    "Clock Saga",
    "clock saga",
  ],
};

const erasures: readonly Erasure[] = [
  { kind: "person", name: "U0MAIA" },
  { kind: "book", name: "The Lighthouse" },
  { kind: "workspace" },
];

/** Every order of the three. */
export const orders = erasures
  .flatMap((first) =>
    erasures
      .filter((one) => one !== first)
      .map((second) => {
        const third = erasures.find((one) => one !== first && one !== second);
        return [first, second, ...(third === undefined ? [] : [third])];
      }),
  )
  .map((order) => [order.map(({ kind }) => kind).join(", "), order] as const);

/** Erases in this order, and returns what the store still holds of what was erased. */
export async function tracesLeft(
  store: CasStore,
  order: readonly Erasure[],
  readAll: () => Promise<string>,
): Promise<{ readonly before: readonly string[]; readonly left: readonly string[] }> {
  const galley = testAppContext({ store });
  await fill(galley);
  const found = async (words: readonly string[]) => {
    await store.purge?.();
    const all = await readAll();
    return words.filter((word) => all.includes(word));
  };
  const before = await found(Object.values(traces).flat());
  const left: string[] = [];
  for (const erasure of order) {
    await eraseNow(galley.ctx, erasure, "operator");
    const still = await found(traces[erasure.kind]);
    left.push(...still.map((word) => `${erasure.kind}: ${word}`));
  }
  return { before, left };
}

/** Maia and Ben each have a manuscript of one book translated, with terms of all layers. */
async function fill(galley: TestPorts): Promise<void> {
  const { ctx, clock } = galley;
  for (const [n, requester] of ["U0MAIA", "U0BEN"].entries()) {
    const manuscripts = [{ id: `F-${n}`, name: "harbour.txt", ts: `${n}.1`, thread: undefined }];
    const asked = await askForQuotes(ctx, {
      channel: "C0BOOKS",
      requester,
      manuscripts,
      targets: ["de"],
      book: "The Lighthouse",
    });
    const [quote] = asked.status === "taken" ? asked.quoted : [];
    if (quote === undefined) throw new Error("there is no card");
    await ctx.terms.change(termHome(quote), (base) => ({
      ...withRun(withEdits(base, "de", [{ source: "Lantern", target: "Laterne" }], requester), {
        key: `run-${n}`,
        language: "de",
        terms: [aTerm("Embers", "Die Glut", 0.9)],
      }),
      series: "Clock Saga",
    }));
    await ctx.terms.change(seriesHome("T1", "Clock Saga"), (base) =>
      withEdits(base, "de", [{ source: "Tower", target: "Turm" }], "U0ANA"),
    );
    const { hash = "" } = await freezeTerms(ctx, quote);
    const task = aTask({
      target: "de",
      approval: { by: "U0ANA", at: noon },
      state: completed(),
      glossary: { hash, strategy: "merge" },
    });
    const done = await ctx.quoteStore.change(quote.id, (now) => ({
      ...now,
      reading: { status: "read", manuscript },
      decision: { status: "expired", at: noon },
      tasks: [task],
    }));
    await ctx.spend.put({ ...spendRow(done, task), key: `key-${n}` });
    const approval = { workspace: "T1", person: requester, price: 5, at: noon };
    const caps = { perPersonDay: 10, perMonth: 10 };
    await ctx.account.change((account) => countAuto(account, approval, caps) ?? account);
  }
  for (const { id } of await openQuotes(ctx.quoteStore)) await runOut(galley, id);
  clock.now += 48 * hour;
}
