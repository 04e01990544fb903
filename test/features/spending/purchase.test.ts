import { describe, expect, test } from "vitest";

import { NotRecordedError, UnavailableError } from "#domain/errors.ts";
import { offerTag } from "#domain/offer.ts";
import { type Quote, changeTask } from "#domain/quote.ts";
import { initialSettings } from "#domain/settings/settings.ts";
import { type Account, type NoFunds, reservedCredits } from "#domain/spending/account.ts";
import { approveQuote } from "#features/approval/approve-quote.ts";
import { recordCharge, reconcile } from "#features/spending/update-account.ts";
import { createMemoryStore } from "#store/open-store.ts";
import { serialise } from "#store/store.ts";
import { advanceQuote } from "#worker/advance-quote.ts";

import { aTask, completed, minute, noon, rejectedFor, setup, running } from "../../builders.ts";
import {
  testAppContext,
  aPartner,
  anOffer,
  manuscript,
  runOut,
} from "../../support/app-context.ts";
import { declineQuote } from "../../support/deciding.ts";
import { aFaultyStore } from "../../support/faulty-store.ts";

const price = 4400;

async function twoOffers(credits: number, options: Parameters<typeof testAppContext>[0] = {}) {
  const usage = await aPartner().partner.usage();
  const partner = { usage: async () => ({ ...usage, balanceCredits: credits }) };
  const galley = testAppContext({ partner, ...options });
  const here = anOffer();
  const other = { ...manuscript, textSha256: "another text" };
  const there = anOffer({
    id: "there",
    place: { ...here.place, channel: "C0OTHER" },
    reading: { status: "read", manuscript: other },
  });
  for (const quote of [here, there]) await galley.ctx.quoteStore.add(quote);
  const approve = async ({ id: quoteId, place }: Quote, person: string) => {
    const shown = await galley.ctx.quoteStore.find(quoteId);
    const offer = shown && offerTag(shown, setup);
    return approveQuote(galley.ctx, { quoteId, ...place, person, product: "translation", offer });
  };
  return { ...galley, here, there, approve, books: () => galley.ctx.account.read() };
}

/** Returns two offers, and the partner's account with its balance and how often it was read. */
async function anAccount(credits: number) {
  const usage = await aPartner().partner.usage();
  let [balanceCredits, readings] = [credits, 0];
  const read = async () => {
    readings += 1;
    return { ...usage, balanceCredits };
  };
  return {
    galley: await twoOffers(credits, { partner: { usage: read } }),
    holds: (now: number) => void (balanceCredits = now),
    readings: () => readings,
  };
}

function setAsideFor({ reservations }: Account): readonly string[] {
  return reservations.map(({ quoteId }) => quoteId);
}

describe("two approvals that race for the last credits", () => {
  test("one wins, and the other is told what is missing", async () => {
    const { approve, here, there, books } = await twoOffers(6000);

    const outcomes = await Promise.all([approve(here, "U0ANA"), approve(there, "U0ADA")]);

    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([
      "approved",
      "short-of-credits",
    ]);
    const refusal = outcomes.find((one): one is NoFunds => one.status === "short-of-credits");
    expect(refusal).toMatchObject({ balance: 6000, reserved: price, needed: price });
    expect(reservedCredits(await books())).toBe(price);
  });

  test("the loser's card shows the balance as it is now", async () => {
    const { ctx, approve, here, there } = await twoOffers(6000);
    await approve(here, "U0ANA");
    await approve(there, "U0ADA");

    const balance = (await ctx.quoteStore.find("there"))?.balance;

    expect(balance).toEqual({ credits: 6000, reserved: price, at: noon });
  });

  test("two approvers of the same card set its credits aside once", async () => {
    const { approve, here, books } = await twoOffers(6000);

    const outcomes = await Promise.all([approve(here, "U0ANA"), approve(here, "U0ADA")]);

    expect(outcomes.map(({ status }) => status)).toEqual(["approved", "already-approved"]);
    expect(reservedCredits(await books())).toBe(price);
  });
});

describe("the state that a click decides on", () => {
  const offersOf = (...quotes: readonly Quote[]) =>
    quotes.map((quote) => ({ quote, offer: offerTag(quote, setup) }));

  test("of two cards of one text the second is not sold to who saw it before the first was", async () => {
    const { ctx, here } = await twoOffers(50_000);
    const twin = anOffer({ id: "twin" });
    await ctx.quoteStore.add(twin);
    const clicks = offersOf(here, twin).map(({ quote: { id: quoteId, place }, offer }) => ({
      quoteId,
      ...place,
      person: "U0ANA",
      product: "translation" as const,
      offer,
    }));

    const outcomes = [];
    for (const click of clicks) outcomes.push((await approveQuote(ctx, click)).status);

    expect(outcomes).toEqual(["approved", "stale"]);
    expect(await ctx.quoteStore.find("twin")).toMatchObject({
      tasks: [],
      coverage: { runs: [{ quoteId: here.id }] },
    });
  });

  test("a top-up counts at once, though the balance was read a moment ago", async () => {
    const account = await anAccount(4000);
    const { approve, here } = account.galley;
    await approve(here, "U0ANA");
    account.holds(20_000);

    expect((await approve(here, "U0ANA")).status).toBe("approved");
  });

  test("a balance read within half a minute is not asked for again", async () => {
    const account = await anAccount(20_000);
    const { approve, clock, here, there } = account.galley;
    await approve(here, "U0ANA");
    const asked = account.readings();
    account.holds(0);
    clock.now += minute / 2 - 1;

    expect((await approve(there, "U0ANA")).status).toBe("approved");
    expect(account.readings()).toBe(asked);
  });

  test("an older one is, before anything is approved", async () => {
    const account = await anAccount(20_000);
    const { approve, clock, here, there } = account.galley;
    await approve(here, "U0ANA");
    account.holds(0);
    clock.now += minute / 2;

    expect((await approve(there, "U0ANA")).status).toBe("short-of-credits");
  });

  test("a store that shows other earlier approvals at each look approves nothing", async () => {
    const { ctx, here, there, approve } = await twoOffers(20_000);
    await approve(there, "U0ANA");
    let looks = 0;
    const version = async () => (looks += 1) + 100;
    Object.assign(ctx, { claims: { ...ctx.claims, version } });

    await expect(approve(here, "U0ANA")).rejects.toThrow(NotRecordedError);

    expect(looks).toBeLessThan(10);
    expect((await ctx.quoteStore.find(here.id))?.tasks).toEqual([]);
  });
});

describe("credits that were set aside", () => {
  test("are free again when the approval is taken back", async () => {
    const galley = await twoOffers(6000);
    const { ctx, approve, here, there } = galley;
    await approve(here, "U0ANA");
    const { id: quoteId, place } = here;
    await declineQuote(ctx, { quoteId, ...place, person: "U0ADA" });
    await runOut(galley, quoteId);

    expect((await approve(there, "U0ADA")).status).toBe("approved");
  });

  test("are spent once the run is done, and what it took less is free", async () => {
    const galley = await twoOffers(20_000);
    const { ctx, approve, here, books } = galley;
    await approve(here, "U0ANA");
    await ctx.quoteStore.change(here.id, (quote) => ({
      ...quote,
      tasks: quote.tasks.map((task) => ({ ...task, state: completed({ charged: 4000 }) })),
    }));
    await runOut(galley, here.id);

    expect(await books()).toMatchObject({ reservations: [], recorded: 4000 });
    const [task] = (await ctx.quoteStore.find(here.id))?.tasks ?? [];
    expect(task?.recorded).toMatchObject({ as: "completed", after: { balance: 20_000 } });
  });

  test("stay while the partner cannot be asked what is left", async () => {
    const { ctx, approve, here, books } = await twoOffers(20_000);
    await approve(here, "U0ANA");
    const state = { ...completed({ charged: 4000 }), endedAt: noon + minute };
    const done = await ctx.quoteStore.change(here.id, (quote) => ({
      ...quote,
      tasks: quote.tasks.map((task) => ({ ...task, state })),
    }));
    const usage = () => Promise.reject(new UnavailableError("away"));
    const [{ key } = { key: "" }] = done.tasks;

    const task = recordCharge({ ...ctx, partner: { ...ctx.partner, usage } }, done, key);

    await expect(task).rejects.toThrow(UnavailableError);
    expect(reservedCredits(await books())).toBe(price);
  });

  test("for a run that no quote has are free after the check at start", async () => {
    const { ctx, approve, there } = await twoOffers(6000);
    const lost = { key: "k", quoteId: "there", workspace: "T1", channel: "C1", price, at: noon };
    await ctx.account.change((account) => ({ ...account, reservations: [lost] }));

    const early = await approve(there, "U0ADA");
    await reconcile(ctx, [there]);
    const late = await approve(there, "U0ADA");

    expect([early.status, late.status]).toEqual(["short-of-credits", "approved"]);
  });

  test("are let go in the write that records a refusal", async () => {
    const { ctx, approve, here, there } = await twoOffers(6000);
    await approve(here, "U0ANA");
    await ctx.quoteStore.change(here.id, (quote) => ({
      ...quote,
      balance: undefined,
      tasks: quote.tasks.map((task) => ({
        ...task,
        state: rejectedFor("short-of-credits"),
      })),
    }));

    await advanceQuote(ctx, here.id, { kind: "balance", at: 0 });
    const stands = await ctx.quoteStore.find(here.id);
    const other = await approve(there, "U0ADA");

    expect([stands?.balance?.reserved, other.status]).toEqual([0, "approved"]);
  });

  test("for a run that may exist are never let go", async () => {
    const { ctx, clock, here } = await twoOffers(6000);
    const doubt = aTask({ state: { status: "unknown", since: noon, fault: "UnavailableError" } });
    const quote = { ...here, tasks: [doubt] };
    await ctx.quoteStore.change(here.id, () => quote);
    clock.now += 24 * 60 * minute;
    await reconcile(ctx, [quote]);

    expect(setAsideFor(await ctx.account.read())).toEqual([here.id]);
  });
});

test("credits of a run that ends while the check at start is under way are not reserved again", async () => {
  const { ctx, approve, here } = await twoOffers(6000);
  await approve(here, "U0ANA");
  const seen = await ctx.quoteStore.find(here.id);
  const [{ key } = { key: "" }] = seen?.tasks ?? [];
  const done = await ctx.quoteStore.change(here.id, (quote) =>
    changeTask(quote, key, (task) => ({ ...task, state: completed() })),
  );
  await recordCharge(ctx, done, key);

  await reconcile(ctx, seen === undefined ? [] : [seen]);

  expect(setAsideFor(await ctx.account.read())).toEqual([]);
});

describe("when the books are in doubt", () => {
  test("credits of a quote that cannot be read stay set aside, and keep nothing else from its work", async () => {
    const store = createMemoryStore();
    const { ctx, clock, approve, here, there } = await twoOffers(6000, { store });
    await approve(here, "U0ANA");
    const key = `quote:${here.id}`;
    const swap = { key, before: await store.read(key), after: serialise({}) };
    await store.commit([swap]);
    clock.now += 10 * minute;

    await reconcile(ctx, []);
    const refused = await approve(there, "U0ADA");

    expect(refused).toMatchObject({ status: "short-of-credits", reserved: price });
  });

  test("a balance that was never read keeps nobody back", async () => {
    const usage = () => Promise.reject(new UnavailableError("away"));
    const { approve, here } = await twoOffers(0, { partner: { usage } });

    expect((await approve(here, "U0ANA")).status).toBe("approved");
  });

  test("a partner that is away leaves the balance that was known", async () => {
    const { ctx, clock, approve, here, there } = await twoOffers(6000);
    await approve(here, "U0ANA");
    clock.now += 10 * minute;
    const away = {
      ...ctx,
      partner: { ...ctx.partner, usage: () => new Promise<never>(() => {}) },
    };
    const click = { quoteId: there.id, ...there.place, person: "U0ADA" } as const;
    const offer = offerTag(there, setup);

    const late = await approveQuote(
      { ...away, sleep: async () => {} },
      { ...click, product: "translation", offer },
    );

    expect(late).toMatchObject({ status: "short-of-credits", readAt: noon });
  });

  test("books that cannot be written buy nothing", async () => {
    const faulty = aFaultyStore();
    const { ctx, here } = await twoOffers(6000, { store: faulty.store });
    const click = { quoteId: here.id, ...here.place, person: "U0ANA" } as const;
    faulty.state.isDown = true;

    const offer = offerTag(here, setup);
    const approved = approveQuote(ctx, { ...click, product: "translation", offer });

    await expect(approved).rejects.toThrow(NotRecordedError);
    faulty.state.isDown = false;

    expect((await ctx.quoteStore.find(here.id))?.tasks).toEqual([]);
  });

  test("books that fall silent once an approval was written down take nothing of it back", async () => {
    const store = createMemoryStore();
    const state = { isSilent: false };
    const silent: typeof store = {
      ...store,
      get: async (key) => {
        if (state.isSilent && key.startsWith("account:")) throw new Error("the store is down");
        return await store.get(key);
      },
      read: async (key) => {
        if (state.isSilent && key.startsWith("account:")) throw new Error("the store is down");
        return await store.read(key);
      },
      commit: async (asked) => {
        const done = await store.commit(asked);
        state.isSilent = asked.some(
          ({ key, after }) =>
            key.startsWith("quote:") && after?.includes('"status":"approved"') === true,
        );
        return done;
      },
    };
    const { ctx, here, woken, approve } = await twoOffers(6000, { store: silent });

    const outcome = await approve(here, "U0ANA");
    state.isSilent = false;

    expect(outcome.status).toBe("approved");
    expect(woken).toContain(here.id);
    expect((await ctx.quoteStore.find(here.id))?.tasks).toMatchObject([{ price }]);
    expect(reservedCredits(await ctx.account.read())).toBe(price);
  });

  test("runs that were found on their cards get their credits set aside", async () => {
    const { ctx, here } = await twoOffers(6000);
    const found = { ...here, tasks: [aTask({ state: running() })] };
    await ctx.quoteStore.change(here.id, () => found);
    await ctx.account.change((account) => ({ ...account, reservations: [] }));
    const over = { ...here, id: "over", tasks: [aTask({ state: rejectedFor("cancelled") })] };

    await reconcile(ctx, [found, over]);

    expect(setAsideFor(await ctx.account.read())).toEqual([here.id]);
  });
});

test("a channel that has spent its month buys nothing more, and hears the numbers", async () => {
  const { ctx, approve, here, there } = await twoOffers(50_000);
  const policy = { ...initialSettings.policy, capPerChannelMonth: 5000 };
  await ctx.settings.change("T1", (settings) => ({ ...settings, policy }));
  const others = { ...manuscript, textSha256: "a third text" };
  const again = anOffer({ id: "again", reading: { status: "read", manuscript: others } });
  await ctx.quoteStore.add(again);

  expect((await approve(here, "U0ANA")).status).toBe("approved");
  expect(await approve(again, "U0ANA")).toEqual({
    status: "over-month-cap",
    cap: 5000,
    spent: 0,
    reserved: price,
    needed: price,
  });
  expect((await approve(there, "U0ANA")).status).toBe("approved");
});
