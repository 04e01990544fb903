import { expect, test } from "vitest";

import { withInquiries } from "#domain/estimate/inquiries.ts";
import { offerTag } from "#domain/offer.ts";
import type { Partner } from "#domain/partner.ts";
import type { Quote } from "#domain/quote.ts";
import { type Step, isDue } from "#domain/steps.ts";
import { isInquiry, isPaid } from "#domain/task.ts";
import { approveQuote } from "#features/approval/approve-quote.ts";
import { readAccount } from "#features/spending/update-account.ts";
import { createMemoryStore } from "#store/open-store.ts";
import { advanceQuote, dueSteps } from "#worker/advance-quote.ts";

import { aPartnerTask, aUsage, minute, noon } from "../../builders.ts";
import { anOffer, testAppContext } from "../../support/app-context.ts";

/** How a partner charges for inquiries; a run costs one credit a character. */
type Terms = {
  readonly name: string;
  /** Inquiries cost a credit for each character above this length; Infinity: nothing. */
  readonly freeUpTo: number;
  /** True when the account shows a charge any time later, instead of at once. */
  readonly isLate: boolean;
};

/** Leaves out a part of what bounds the inquiries. */
type Design = {
  readonly name: string;
  readonly asks?: "with all of the text";
  readonly reads?: "nothing" | "the first usage alone";
  readonly switches?: "nothing off";
};

type Breach =
  | "more than 4,000 credits for a card"
  | "asked after the charge was seen"
  | "asked although the account showed a charge before the card"
  | "credits that nobody ordered, and nobody heard"
  | "told of nothing"
  | "told twice";

const shipped: Design = { name: "shipped" };
const free: Terms = { name: "free", freeUpTo: Infinity, isLate: false };
const partners: readonly Terms[] = [
  free,
  { name: "free, charges shown late", freeUpTo: Infinity, isLate: true },
  { name: "charged", freeUpTo: 0, isLate: false },
  { name: "charged, shown late", freeUpTo: 0, isLate: true },
  { name: "charged above 1,000 characters, shown late", freeUpTo: 1000, isLate: true },
  { name: "charged above 2,000 characters", freeUpTo: 2000, isLate: false },
];
const cards = ["a", "b"] as const;
const mostOfCard = 4000;

test.each(partners)("inquiries $name: bounded in every order of events", async (terms) => {
  const { breaches, states, met } = await explore(shipped, terms);

  expect(Object.fromEntries(breaches)).toEqual({});
  expect(states).toBeGreaterThan(100);
  // A model in which nothing is bought, or nothing is asked, has nothing to breach.
  expect([...met].toSorted()).toEqual(
    terms.freeUpTo >= 2000 ? ["asked", "bought"] : ["asked", "bought", "charged", "told"],
  );
});

const dear: Terms = { name: "charged above 2,000 characters", freeUpTo: 2000, isLate: false };
const always: Terms = { name: "charged", freeUpTo: 0, isLate: false };

test.each([
  [
    { name: "the whole text is sent", asks: "with all of the text" },
    dear,
    "more than 4,000 credits for a card",
  ],
  [
    { name: "usage is never read", reads: "nothing" },
    always,
    "asked although the account showed a charge before the card",
  ],
  [
    { name: "usage is read once", reads: "the first usage alone" },
    always,
    "credits that nobody ordered, and nobody heard",
  ],
  [
    { name: "nothing is switched off", switches: "nothing off" },
    always,
    "asked after the charge was seen",
  ],
] as const satisfies readonly (readonly [Design, Terms, Breach])[])(
  "a weaker design is found out: %o",
  async (design, terms, breach) => {
    expect([...(await explore(design, terms)).breaches.keys()]).toContain(breach);
  },
);

/** Takes every order of the events; orders that lead to the same records are followed once. */
async function explore(design: Design, terms: Terms) {
  const seen = new Set<string>();
  const breaches = new Map<Breach, readonly string[]>();
  const met = new Set<string>();
  const waiting: (readonly string[])[] = [[]];
  for (const path of waiting) {
    const world = openWorld(design, terms);
    for (const name of path) await (await world.events()).get(name)?.();
    const state = await world.print();
    if (seen.has(state)) continue;
    seen.add(state);
    const names = [...(await world.events()).keys()];
    for (const breach of await world.breaches(names.length === 0)) {
      if (!breaches.has(breach)) breaches.set(breach, path);
    }
    for (const witness of world.met()) met.add(witness);
    for (const name of names) waiting.push([...path, name]);
  }
  return { breaches, states: seen.size, met };
}

/** One bot at one partner, in which nothing happens but the events that are taken. */
function openWorld(design: Design, terms: Terms) {
  const books = openBooks(design, terms);
  const store = createMemoryStore();
  const galley = testAppContext({ store, partner: books.partner });
  const { clock, news } = galley;
  const change = async () => await galley.ctx.inquiries.read();
  const ctx =
    design.switches === undefined
      ? galley.ctx
      : { ...galley.ctx, inquiries: { ...galley.ctx.inquiries, change } };
  const posted: string[] = [];
  let readings = 0;
  let hasBought = false;

  const post = async (id: string) => {
    posted.push(id);
    clock.now = noon + posted.length * minute;
    books.begin(id);
    // The first text does not tell its language, so that two inquiries are sent for it.
    const card = anOffer({ id, language: id === "a" ? undefined : "en" });
    await ctx.quoteStore.add(
      withInquiries({ ...card, request: { ...card.request, at: clock.now } }),
    );
  };
  const buy = async (id: string) => {
    const quote = await find(id);
    const { place } = quote;
    const click = { quoteId: id, ...place, person: "U0ANA", product: "translation" } as const;
    const offer = offerTag(quote, ctx.setup);
    books.order(wholeText);
    hasBought = (await approveQuote(ctx, { ...click, offer })).status === "approved";
    if (!hasBought) throw new Error("the approval was refused");
  };
  const find = async (id: string): Promise<Quote> => {
    const quote = await ctx.quoteStore.find(id);
    if (quote === undefined) throw new Error(`no card ${id}`);
    return quote;
  };
  const advance = async (id: string, step: Step) => {
    books.working(id);
    await advanceQuote(ctx, id, step);
  };

  const workOn = async (id: string) => {
    const quote = await find(id);
    const isMeant = (step: Step) =>
      quote.tasks.some((task) => "key" in step && task.key === step.key && plays(task));
    const plays = (task: Quote["tasks"][number]) => isInquiry(task) || isPaid(task);
    const steps = (await dueSteps(ctx, id)).filter(
      (step) => isMeant(step) && played.has(step.kind) && isDue(step, clock.now + hours),
    );
    return steps.map(
      (step) => [`${id} ${step.kind} ${"key" in step ? step.key : ""}`, step] as const,
    );
  };

  return {
    events: async () => {
      const events = new Map<string, () => Promise<unknown>>();
      const next = cards[posted.length];
      if (next !== undefined) events.set(`${next} is posted`, () => post(next));
      for (const id of posted) {
        for (const [name, step] of await workOn(id)) {
          events.set(name, async () => {
            const { now } = clock;
            clock.now = Math.max(now, step.at);
            await advance(id, step);
            clock.now = now;
          });
        }
      }
      if (posted.includes("a") && !hasBought) events.set("a is bought", () => buy("a"));
      if (books.isBehind()) events.set("the account shows it", async () => books.show());
      if (!terms.isLate && readings < 1 && books.charged() > 0) {
        events.set("the account is read", async () => {
          readings += 1;
          await readAccount(ctx);
        });
      }
      return events;
    },
    print: async () =>
      JSON.stringify([
        await Promise.all(posted.map(find)),
        await ctx.account.read(),
        await ctx.inquiries.read(),
        news,
        books.print(),
        [readings, hasBought],
      ]),
    met: () => [
      ...(books.asked() > 0 ? ["asked"] : []),
      ...(books.unordered() > 0 ? ["charged"] : []),
      ...(news.length > 0 ? ["told"] : []),
      ...(hasBought ? ["bought"] : []),
    ],
    breaches: async (isOver: boolean): Promise<readonly Breach[]> => {
      // What the account shows at the end is read sooner or later.
      if (isOver) await readAccount(ctx);
      const told = news.filter(({ about }) => about !== "rate").length;
      return [
        ...books.breaches(),
        ...(isOver && books.unordered() > 0 && told === 0
          ? (["credits that nobody ordered, and nobody heard"] as const)
          : []),
        ...(books.unordered() === 0 && told > 0 ? (["told of nothing"] as const) : []),
        ...(told > 1 ? (["told twice"] as const) : []),
      ];
    },
  };
}

/** The partner's own books: what each inquiry cost, what the account shows, who has read it. */
function openBooks(design: Design, { freeUpTo, isLate }: Terms) {
  const tasks = new Map<string, { readonly id: string; readonly credits: number }>();
  const unordered = new Map<string, number>();
  const breaches = new Set<Breach>();
  const shownBefore = new Map<string, number>();
  let [charged, shown, ordered, asked, card] = [0, 0, 0, 0, ""];
  let isSeen = false;
  let firstUsage: number | undefined;
  const sum = (credits: Iterable<number>) => [...credits].reduce((all, one) => all + one, 0);
  const show = () => void (shown = charged);
  // What is ordered and not charged yet hides as much of what was not ordered.
  const shownUnordered = () => Math.max(0, shown - ordered);

  const charge = (credits: number, isOrdered: boolean) => {
    charged += credits;
    if (!isOrdered) unordered.set(card, (unordered.get(card) ?? 0) + credits);
    if ((unordered.get(card) ?? 0) > mostOfCard) breaches.add("more than 4,000 credits for a card");
    if (!isLate) show();
  };
  const usageNow = (): number => {
    firstUsage ??= shown;
    if (design.reads === "nothing") return 0;
    if (design.reads === "the first usage alone") return firstUsage;
    isSeen ||= shownUnordered() > 0;
    return shown;
  };
  const partner: Partial<Partner> = {
    usage: async () => aUsage({ balanceCredits: 20_000, periodUsedCredits: usageNow() }),
    createTask: async ({ key, action, text, beforeLastBytes }) => {
      await beforeLastBytes();
      const known = tasks.get(key);
      const isInquired = action === "token_estimate" || action === "preview_metadata";
      const characters = isInquired && design.asks !== undefined ? wholeText : text.bytes;
      const credits = isInquired && characters <= freeUpTo ? 0 : characters;
      if (known === undefined) {
        if (isInquired) {
          asked += 1;
          if (isSeen) breaches.add("asked after the charge was seen");
          if ((shownBefore.get(card) ?? 0) > 0) {
            breaches.add("asked although the account showed a charge before the card");
          }
        }
        charge(credits, !isInquired);
      }
      const task = known ?? { id: `task-${tasks.size}`, credits: isInquired ? 0 : credits };
      tasks.set(key, task);
      return aPartnerTask({ taskId: task.id });
    },
    task: async (taskId) => {
      const credits = [...tasks.values()].find(({ id }) => id === taskId)?.credits;
      // An inquiry does not say what it cost.
      const chargedCredits = credits === 0 ? undefined : credits;
      return aPartnerTask({ taskId, outcome: "completed", chargedCredits, sourceLang: "en" });
    },
  };
  return {
    partner,
    show,
    order: (credits: number) => void (ordered += credits),
    begin: (id: string) => void shownBefore.set(id, shownUnordered()),
    working: (id: string) => void (card = id),
    isBehind: () => shown < charged,
    charged: () => charged,
    asked: () => asked,
    unordered: () => sum(unordered.values()),
    breaches: () => [...breaches],
    print: () => [[...tasks], [...unordered], [...shownBefore], charged, shown, ordered, isSeen],
  };
}

/** The fakes' text, in characters. */
const wholeText = 4400;
const hours = 6 * 60 * minute;
/** The steps that meet the partner's account. */
const played: ReadonlySet<Step["kind"]> = new Set([
  "send",
  "weigh-inquiry",
  "poll",
  "measure",
  "record-charge",
  "give-up",
]);
