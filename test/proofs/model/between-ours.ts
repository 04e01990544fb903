import type { AppContext, Records } from "#domain/context.ts";
import type { Quote } from "#domain/quote.ts";
import { markerSchema } from "#domain/recovery.ts";
import { type Step as QuoteStep, dueAt, stepsOf } from "#domain/steps.ts";
import { isPaid } from "#domain/task.ts";
import { type ApproveClick, approveQuote } from "#features/approval/approve-quote.ts";
import { createClaim } from "#features/recovery/claim-store.ts";
import { createRecords } from "#features/recovery/restore-records.ts";
import { parseCardFacts, parseCardSource, parseCardText } from "#features/shared/card-facts.ts";
import { invalidateCoverage } from "#features/shared/read-coverage.ts";
import { recordNamed } from "#store/small-records.ts";
import { openSmallStores } from "#store/small-stores.ts";
import { deserialise } from "#store/store.ts";
import { advanceQuote } from "#worker/advance-quote.ts";

import { noon, setup } from "../../builders.ts";
import { chooseLanguage } from "../../support/deciding.ts";
import { salesSign } from "./between-invariants.ts";
import { purchasesNow, quoteOf, quotesOf, withBefore } from "./bought.ts";
import { type Guards, type Story, saidBy, shown } from "./cards.ts";
import type { Act, Design, Step } from "./designs.ts";
import { portsOver, storeOver } from "./ours.ts";
import type { Purchase } from "./purchase.ts";
import { type Outside, type Program, atOnce, createNumbers, readCard } from "./replay.ts";
import { quotesIn } from "./store.ts";
import type { World } from "./world.ts";

/** A design for several cards. It lists the approved parts of each text for the invariants. */
export type DesignBetween = Design & {
  readonly purchases: (world: World) => readonly Purchase[];
};

/**
 * Runs the shipped code on the cards of a story. A card's own upkeep (its coverage look-up, its
 * redrawing) is one step: an interruption there equals one before or after it.
 */
export function oursOn(story: Story): DesignBetween {
  return {
    name: "ours",
    checksLast: true,
    postsAre: "pings",
    acts: actsIn(story),
    approved: (world) => purchasesNow(story, world),
    // Consecutive reads happen at one moment: see `resumeSales`.
    isQuiet: () => true,
    steps: (record) => stepsOn(story, quoteOf(record)),
    purchases: (world) => withBefore(world.before ?? [], purchasesNow(story, world)),
  };
}

/** Acts follow from the records and the cards alone, which most moves leave as they are. */
function actsIn(story: Story): Design["acts"] {
  const known = new WeakMap<World["store"], WeakMap<World["slack"]["cards"], readonly Act[]>>();
  return (world) => {
    const { store, slack } = world;
    const withStore = known.get(store) ?? new WeakMap();
    known.set(store, withStore);
    const acts =
      withStore.get(slack.cards) ??
      quotesIn(store).flatMap(([, record]) => actsOn(story, world, record));
    withStore.set(slack.cards, acts);
    return story.isWatched === true ? [...acts, ...watchActs(story, world)] : acts;
  };
}

function actsOn(story: Story, world: World, record: string): readonly Act[] {
  const quote = quoteOf(record);
  const heard = `others hear of ${quote.id} as ${numbers.short(record)}`;
  return [
    ...clicks(story, world, quote),
    ...turns(story, quote),
    ...spreads(story, world, { quote, name: heard }),
  ];
}

/** Returns the clicks on the card as it is now, and in a dialog opened when the card was new. */
function clicks(story: Story, { slack }: World, { id, place }: Quote): readonly Act[] {
  const { cards, approvers, apart } = story;
  const first = cards.filter((card) => card.id === id).map((card) => shown(card).offer);
  const offers = new Set([...first, slack.cards[id]?.offer]);
  return (approvers[id] ?? []).flatMap((person) =>
    [...offers].flatMap((offer) =>
      waysOf(
        {
          name: `${person} approves ${offer} of ${id}`,
          uses: "clicks" as const,
          take: clickOn(story, { quoteId: id, ...place, person, offer }),
        },
        apart[id]?.includes("click"),
      ),
    ),
  );
}

/** Returns the act as one whole step; `isApart` adds a form that other acts may interrupt. */
export function waysOf<A extends Act | Step>(act: A, isApart = false): readonly A[] {
  const { name, take } = act;
  const whole: Program = (outside) => take(atOnce(outside));
  const atOne = { ...act, name: `${name} at once`, isWhole: true, take: whole };
  return isApart ? [act, atOne] : [atOne];
}

/** Approves, and notes the clicked offer in the same write, so that the record names it. */
function clickOn(story: Story, click: Omit<ApproveClick, "product">): Program {
  return async (outside) => {
    const { product } = saidBy(click.offer);
    const ctx = portsOn(story, outside);
    const spend: typeof ctx.quoteStore.spend = (id, next) =>
      ctx.quoteStore.spend(id, (standing) => {
        const after = next(standing);
        return { ...after, quote: noted(standing.quote, after.quote, click.offer) };
      });
    await approveQuote({ ...ctx, quoteStore: { ...ctx.quoteStore, spend } }, { ...click, product });
  };
}

function noted(before: Quote, after: Quote, offer = ""): Quote {
  const fresh = after.tasks.filter(({ key }) => !before.tasks.some((task) => task.key === key));
  if (fresh.length === 0) return after;
  const { first, dueOn, note = "" } = after.request.details ?? {};
  const said = fresh.map(({ key }) => `${key}=${offer} `).join("");
  return { ...after, request: { ...after.request, details: { first, dueOn, note: note + said } } };
}

function turns(story: Story, { id: quoteId, place, target, request }: Quote) {
  const { languages = [] } = story;
  return languages
    .filter((language) => language !== target)
    .map((language): Act => ({
      name: `${quoteId} is turned into ${language}`,
      uses: "languages",
      isWhole: true,
      take: async (outside) => {
        const click = { quoteId, ...place, person: request.by, target: language };
        await chooseLanguage(portsOn(story, atOnce(outside)), click);
      },
    }));
}

/** Notifies other cards of an approval on this one, at any time or never. */
function spreads(
  story: Story,
  world: World,
  { quote, name }: { readonly quote: Quote; readonly name: string },
): readonly Act[] {
  const isDue = quote.tasks.some(isPaid) && quotesOf(world).some((other) => isBehind(world, other));
  if (!isDue) return [];
  const others = quotesOf(world).filter(({ id }) => id !== quote.id);
  const take: Program = async (outside) => {
    await invalidateCoverage(portsOn(story, atOnce(outside)), quote);
    for (const { id } of others) await tidy(story, id)(outside);
  };
  return [{ name, uses: undefined, isWhole: true, take }];
}

/** Returns true when the card shows coverage from before another card's approval. */
function isBehind({ store }: World, { coverage, target, decision }: Quote): boolean {
  const version = store[`claims:T1/${target}`]?.raw;
  const now = version === undefined ? 0 : deserialise(version);
  return (
    decision.status === "open" &&
    coverage !== undefined &&
    coverage.version >= 0 &&
    coverage.version !== now
  );
}

function stepsOn(story: Story, quote: Quote): readonly Step[] {
  const due = stepsOf(quote, setup);
  const tidying = due.filter((step) => isTidying(step));
  const isTidy = tidying.length === 0;
  const tidied: Step = {
    name: `${quote.id} is put right`,
    at: 0,
    isWhole: true,
    take: tidy(story, quote.id),
  };
  return [...(isTidy ? [] : [tidied]), ...due.flatMap((step) => playedOf(story, quote, step))];
}

function playedOf(story: Story, quote: Quote, step: QuoteStep): readonly Step[] {
  if (!story.plays.includes(step.kind) || isTidying(step)) return [];
  const name = `${quote.id} ${JSON.stringify(step)}`;
  const take: Program = (outside) => advanceQuote(portsOn(story, outside), quote.id, step);
  return waysOf(
    { name, at: step.at, dueAt: (now: number) => dueAt(step, now), take },
    story.apart[quote.id]?.includes(step.kind),
  );
}

/** Takes the upkeep steps of a card until none is due. */
function tidy(story: Story, id: string): Program {
  return async (outside) => {
    const ctx = portsOn(story, atOnce(outside));
    for (;;) {
      const quote = await ctx.quoteStore.find(id);
      const step = quote && stepsOf(quote, setup).find((one) => isTidying(one));
      if (step === undefined) return;
      await advanceQuote(ctx, id, asWeighed(step));
    }
  };
}

function isTidying(step: QuoteStep): boolean {
  return tidying.has(step.kind) || isInquirySend(step);
}

function isInquirySend(step: QuoteStep): boolean {
  return step.kind === "send" && !step.paid;
}

/**
 * Turns the sending of an inquiry into its weighing: without inquiries their cost counts as known.
 */
function asWeighed(step: QuoteStep): QuoteStep {
  return step.kind === "send" ? { kind: "weigh-inquiry", key: step.key, at: 0 } : step;
}

const tidying: ReadonlySet<string> = new Set(["look-at-coverage", "show-card"]);

function portsOn(story: Story, outside: Outside): AppContext {
  const store = storeOver(outside);
  const { ask, now } = outside;
  const { readsCards } = guardsOf(story);
  const cardNow = async (on: string) =>
    readCard(await ask({ kind: "read-card", on, atOnce: true })).payload;
  const { thread, partner, ...ctx } = portsOver(outside);
  const { settings, texts, claims } = openSmallStores(store);
  let ahead: number | undefined;
  return {
    ...ctx,
    partner: {
      ...partner,
      usage: async () => {
        const usage = await partner.usage();
        ahead = now() - Number(await ask({ kind: "hear-time" }));
        return usage;
      },
    },
    aheadMs: () => ahead,
    records: recordsOver(story, outside),
    settings,
    texts,
    claims,
    manuscripts: {
      ...ctx.manuscripts,
      measure: async ({ manuscript: { textSha256 } }) => ({ bytes: 1, sha256: "c", textSha256 }),
    },
    people: {
      ...ctx.people,
      roles: async () => ({ admins: new Set<string>(), approvers: new Set(["U0ANA", "U0ADA"]) }),
    },
    thread: {
      ...thread,
      updateCard: async (quote) =>
        void (await ask({ kind: "update-card", on: quote.id, card: shown(quote) })),
      linkTo: async () => undefined,
      readCardRuns: async ({ id }) => (readsCards ? parseCardFacts(await cardNow(id)) : []),
      findCard: async (id) => {
        const payload = await cardNow(id);
        const facts = readsCards ? parseCardFacts(payload) : [];
        return { channel: id, ts: "1.2", facts, ...parseCardText(payload) };
      },
    },
  };
}

export const shipped: Guards = {
  sales: "marker",
  readsCards: true,
  checksOwner: true,
  knows: "fingerprints",
};

/** A story whose store neither goes back nor has another owner needs no marker. */
function guardsOf({ guards = shipped, isWatched }: Story): Guards {
  return isWatched === true ? guards : { ...guards, sales: "trusting" };
}

function recordsOver(story: Story, outside: Outside): ReturnType<typeof createRecords> | Records {
  const { ask } = outside;
  const { sales } = guardsOf(story);
  const { records } = portsOver(outside);
  if (sales === "trusting") return records;
  const judged = sales === "marker" ? openRecords(outside) : records;
  const { claims } = openSmallStores(storeOver(outside));
  const isShort = async () =>
    Number(await ask({ kind: "usage" })) > (await claims.all("T1", "fr")).length;
  return {
    ...judged,
    status: async () => {
      const status =
        sales === "usage" ? ((await isShort()) ? "undecided" : "open") : await judged.status();
      const card = { key: undefined, says: "closed", offer: undefined };
      if (status !== "open") await ask({ kind: "update-card", on: salesSign, card, atOnce: true });
      return status;
    },
  };
}

function openRecords(outside: Outside) {
  const store = storeOver(outside);
  return createRecords({
    marker: openSmallStores(store).marker,
    storeTroubles: async () => [],
    hasAllCommits: store.hasAllCommits,
    now: outside.now,
    newId: () => "life",
    audit: () => undefined,
  });
}

/** What a watched store brings: the search for cards, an admin's decision, and a foreign Galley. */
function watchActs(story: Story, world: World): readonly Act[] {
  const { sales } = guardsOf(story);
  const { raw = "" } = world.store["marker:store"] ?? {};
  const { loss } = markerSchema.parse(deserialise(raw));
  const isOpen = sales === "marker" && loss?.decided === undefined;
  const isSought = loss?.cards === undefined && (loss !== undefined || world.isUncompared === true);
  const whole = { uses: undefined, isWhole: true } as const;
  return [
    ...(isOpen && isSought
      ? [{ ...whole, name: "the cards are sought", take: search(story) }]
      : []),
    ...(isOpen && loss?.cards !== undefined
      ? [{ ...whole, name: "an admin goes on", take: resumeOf(story) }]
      : []),
    ...quotesOf(world).map((quote) => ({
      name: `a foreign Galley works on ${numbers.short(JSON.stringify(quote))}`,
      uses: "foreign" as const,
      isWhole: true,
      take: workOf(story, quote.id),
    })),
  ];
}

/** Looks once, as the watch over the records does all the time. The worker reads cards meanwhile. */
function search(story: Story): Program {
  return async (outside) => {
    const whole = atOnce(outside);
    const { ask } = whole;
    const ended = new AbortController();
    const sleep = async (ms: number) => {
      if (ms >= 10_000) return ended.abort();
      for (const { id } of story.cards) await tidy(story, id)(whole);
    };
    const watch = {
      ctx: { ...portsOn(story, whole), sleep },
      search: async function* () {
        for (const { id, place } of story.cards) {
          const { payload } = readCard(await ask({ kind: "read-card", on: id }));
          const [runs, source] = [parseCardFacts(payload), parseCardSource(payload)];
          const cards = runs.length === 0 ? [] : [{ quoteId: id, ts: "1.2", runs, source }];
          yield { channel: place.channel, cards, files: [] };
        }
      },
      heardAt: undefined,
      ask: async () => true,
      once: async () => true,
      onFault: (error: unknown) => {
        throw error;
      },
    };
    await openRecords(whole).watch(watch, ended.signal);
    await ask({ kind: "compared" });
  };
}

function resumeOf(story: Story): Program {
  return async (outside) => void (await recordsOver(story, atOnce(outside)).resumeSales("U0ADA"));
}

/** Takes the next due step of a quote for another workspace, whose Slack has not this card. */
function workOf(story: Story, id: string): Program {
  return async (outside) => {
    const whole = atOnce(outside);
    const { owner, accounts } = openSmallStores(storeOver(whole));
    const own = { owner, workspace: "T2", now: whole.now, key: "key", name: "key" };
    const account = recordNamed(accounts, "key");
    if (guardsOf(story).checksOwner) await createClaim({ ...own, account }).take();
    const ctx = portsOn(story, whole);
    const thread = { ...ctx.thread, updateCard: async () => {} };
    const quote = await ctx.quoteStore.find(id);
    const step = quote && stepsOf(quote, setup).find((one) => isTidying(one) || one.at <= noon);
    if (step !== undefined) await advanceQuote({ ...ctx, thread }, id, asWeighed(step));
  };
}

const numbers = createNumbers();
