import type { Quote } from "#domain/quote.ts";
import type { Policy } from "#domain/settings/settings.ts";
import { thePolicy } from "#domain/task.ts";

import { minute, noon, setup } from "../../builders.ts";
import { type DesignBetween, waysOf } from "./between-ours.ts";
import type { Story } from "./cards.ts";
import type { Act, Step } from "./designs.ts";
import { firstWorld } from "./explore.ts";
import type { Purchase } from "./purchase.ts";
import type { Outside, Program } from "./replay.ts";
import { quotesIn, storeOf } from "./store.ts";
import type { World } from "./world.ts";

/** Ways for a card to find out about other cards' runs. None is part of the write that approves. */
export const mechanisms = ["twin", "done before", "continuation", "begun", "waiver"] as const;
export type Mechanism = (typeof mechanisms)[number];

export type Way = {
  readonly name: string;
  readonly has: readonly Mechanism[];
  /** `all`: the click reads all other cards, and its write compares them. */
  readonly compares: "own card" | "all";
  /** True when a click after a failed run names that run. */
  readonly namesFailed?: boolean;
};

/** One run; `said` holds the runs that its approver had read of. */
type Run = Omit<
  Purchase,
  "card" | "manuscript" | "requester" | "isTold" | "status" | "passages" | "told"
> & {
  readonly status: "approved" | "running" | "completed" | "failed" | "unknown";
  readonly approvedAt?: number;
  readonly lastSentAt?: number;
};

/** The record of a card; uploads are counted from 0. */
type Notes = {
  readonly id: string;
  readonly upload: number;
  readonly target: string;
  /** Looked up once for a language, and kept. */
  readonly seen?: Seen;
  /** The runs known to the person who wants the text offered all the same. */
  readonly waived?: readonly string[];
  readonly runs: readonly Run[];
};

type Seen = { readonly pieces: readonly string[]; readonly keys: readonly string[] };

/** Returns a design of this kind for the cards of a story. */
export function designOn(story: Story, way: Way): DesignBetween {
  const given = { story, way };
  return {
    name: way.name,
    checksLast: true,
    postsAre: "pings",
    isQuiet: () => true,
    acts: (world) => cardsIn(world).flatMap((card) => actsOn(given, card)),
    steps: (record) => stepsOf(given, parse(record)),
    purchases: (world) => cardsIn(world).flatMap((card) => purchasesOf(given, card)),
  };
}

/**
 * Returns the first world. The cards were posted one after the other, and each has looked at the
 * earlier ones. In stories with automatic approval the cards are still being read.
 */
export function firstOfDesign(story: Story, way: Way): World {
  const cards: Notes[] = [];
  for (const { id, target } of story.cards) {
    const card: Notes = { id, upload: cards.length, target, runs: [] };
    const isRead = !story.plays.includes("approve-by-policy");
    cards.push(isRead ? { ...card, seen: found({ story, way }, card, cards) } : card);
  }
  const records = cards.map((card) => [`quote:${card.id}`, JSON.stringify(card)] as const);
  return firstWorld(story, {
    store: storeOf({ auto: "0", ...Object.fromEntries(records) }),
    cards: {},
  });
}

type Given = { readonly story: Story; readonly way: Way };

function actsOn(given: Given, { id, target, seen, waived }: Notes): readonly Act[] {
  const { story, way } = given;
  const { approvers, languages = [], apart } = story;
  const clicks = (approvers[id] ?? []).flatMap((person) =>
    waysOf(
      { name: `${person} approves ${id}`, uses: "clicks" as const, take: buy(given, id, person) },
      apart[id]?.includes("click"),
    ),
  );
  const turns = languages
    .filter((language) => language !== target)
    .map((language) => ({
      name: `${id} is turned into ${language}`,
      uses: "languages" as const,
      take: change(id, ({ upload, runs }) => ({ id, upload, target: language, runs })),
    }));
  const mayWaive = way.has.includes("waiver") && waived === undefined && seen !== undefined;
  const waiver = {
    name: `${id} is offered all the same`,
    uses: "waivers" as const,
    take: change(id, (notes) => ({ ...notes, waived: notes.seen?.keys ?? [] })),
  };
  return [...clicks, ...[...turns, ...(mayWaive ? [waiver] : [])].flatMap((act) => waysOf(act))];
}

function stepsOf(given: Given, card: Notes): readonly Step[] {
  const { story } = given;
  const { id, seen, runs } = card;
  const isAutomatic = story.plays.includes("approve-by-policy") && seen !== undefined;
  const looks = seen === undefined ? [{ name: `${id} looks`, at: 0, take: look(given, id) }] : [];
  const buys =
    isAutomatic && runs.length === 0
      ? waysOf(
          { name: `${id} is approved automatically`, at: 0, take: buy(given, id, thePolicy) },
          story.apart[id]?.includes("approve-by-policy"),
        )
      : [];
  const works = runs.flatMap((run) => workOn(story, id, run));
  return [...buys, ...[...looks, ...works].flatMap((step) => waysOf(step))];
}

function workOn({ plays }: Story, id: string, run: Run): readonly Step[] {
  const { key, status, lastSentAt } = run;
  if (status === "approved") {
    const at = lastSentAt === undefined ? 0 : lastSentAt + minute;
    return [{ name: `${id} sends ${JSON.stringify(run)}`, at, take: send(id, key) }];
  }
  const isWatched = plays.includes("poll") && (status === "running" || status === "failed");
  const at = status === "running" ? noon : noon + minute;
  return isWatched ? [{ name: `${id} looks at ${key} ${status}`, at, take: poll(id, key) }] : [];
}

function look(given: Given, id: string): Program {
  return async (outside) => {
    const { own, others } = await readAll(outside, given, id);
    const seen = found(
      given,
      own.notes,
      others.map(({ notes }) => notes),
    );
    await write(outside, own, { ...own.notes, seen });
  };
}

/** Returns the findings of the early look-ups. */
function found({ story, way: { has } }: Given, own: Notes, others: readonly Notes[]): Seen {
  const mine = piecesOf(story, own);
  const covering = others.flatMap((other) => {
    const runs = other.runs.filter(({ pieces }) => meet(pieces, mine));
    const isSame = piecesOf(story, { ...other, target: own.target }).join() === mine.join();
    const isEarlier = other.upload < own.upload;
    const isThere = other.seen !== undefined && other.target === own.target;
    const isOnOffer = isThere && isEarlier && other.runs.length === 0;
    const isComing = runs.some(({ status }) => status === "approved" || status === "running");
    const isDone = runs.some(({ status }) => status === "completed");
    const isTwin = has.includes("twin") && isSame && (isComing || isOnOffer);
    const isDoneBefore = has.includes("done before") && isSame && isDone;
    if (isTwin || isDoneBefore) return [{ pieces: mine, keys: runs.map(({ key }) => key) }];
    return has.includes("continuation") && isEarlier ? [coveredBy(runs)] : [];
  });
  return joined(covering);
}

/**
 * Looks just before the approval at the newest other card (`all`: at every one), in any language.
 */
function foundLate({ way }: Given, others: readonly Notes[]): Seen {
  if (way.compares === "all") return joined(others.map(({ runs }) => coveredBy(runs)));
  const newest = others.toSorted((one, other) => other.upload - one.upload).slice(0, lookedThrough);
  return way.has.includes("begun") ? joined(newest.map(({ runs }) => coveredBy(runs))) : joined([]);
}

/** Approves for anyone. The limits count this click alone. */
function buy(given: Given, id: string, by: string): Program {
  const { story, way } = given;
  return async (outside) => {
    const { own, others } = await readAll(outside, given, id);
    const { seen, waived, runs, target } = own.notes;
    if (seen === undefined) return;
    const late = foundLate(
      given,
      others.map(({ notes }) => notes),
    );
    const had = waived === undefined || way.compares === "all" ? joined([seen, late]) : joined([]);
    const live = runs.filter(({ status }) => status !== "failed").flatMap(({ pieces }) => pieces);
    const pieces = piecesOf(story, own.notes).filter((piece) => !had.pieces.includes(piece));
    const price = pieces.length * priceOfPiece(story, own.notes);
    const auto = by === thePolicy ? Number(await outside.ask({ kind: "read", key: "auto" })) : 0;
    if (pieces.length === 0 || meet(pieces, live) || !isAllowed(story, { by, price, auto })) return;
    const failed = way.namesFailed === true ? runs.map(({ key }) => key) : [];
    const run: Run = {
      key: `${id} ${target} ${runs.length}`,
      pieces,
      said: [...(waived ?? []), ...failed],
      price,
      status: "approved",
      approval: { by, at: outside.now() },
    };
    const compared = way.compares === "all" ? others.map(({ key, raw }) => same(key, raw)) : [];
    await write(outside, own, { ...own.notes, runs: [...runs, run] }, compared);
    // The automatic credits are counted only after the approval.
    if (by !== thePolicy) return;
    await outside.ask({ kind: "write", key: "auto", after: String(auto + price) });
  };
}

type Asked = { readonly by: string; readonly price: number; readonly auto: number };

function isAllowed({ policy = {} }: Story, { by, price, auto }: Asked): boolean {
  const { secondApprovalAbove, capPerApproval, autoApprovalUpTo = 0 }: Partial<Policy> = policy;
  const { autoApprovalPerPersonDay = 0, autoApprovalPerMonth = 0 } = policy;
  const cap = Math.min(autoApprovalPerPersonDay, autoApprovalPerMonth);
  if (by === thePolicy) return price <= autoApprovalUpTo && auto + price <= cap;
  return price <= Math.min(secondApprovalAbove ?? Infinity, capPerApproval ?? Infinity);
}

/** Sends with the stored key until the window closes by our own clock. */
function send(id: string, key: string): Program {
  return async (outside) => {
    const now = outside.now();
    const sent = await changed(outside, id, key, ({ approvedAt = now, ...run }) =>
      now > approvedAt + setup.resendWindowMs
        ? { ...run, approvedAt, status: "unknown" }
        : { ...run, approvedAt, lastSentAt: now },
    );
    if (sent?.status !== "approved") return;
    await outside.ask({ kind: "create", key });
    await changed(outside, id, key, (run) => ({ ...run, status: "running" }));
  };
}

function poll(id: string, key: string): Program {
  return async (outside) => {
    const word = await outside.ask({ kind: "look", task: 0 });
    const status = word === "failed" ? "failed" : "completed";
    await changed(outside, id, key, (run) => ({ ...run, status }));
  };
}

function purchasesOf({ story }: Given, card: Notes): readonly Purchase[] {
  const quote = cardOf(story, card.id);
  return card.runs.map((run) => ({
    ...run,
    card: card.id,
    requester: quote.request.by,
    manuscript: `${textOf(story, quote).sha256} ${card.target}`,
    isTold: false,
    passages: {},
    told: 0,
  }));
}

function piecesOf(story: Story, { id, target }: Pick<Notes, "id" | "target">): readonly string[] {
  const quote = cardOf(story, id);
  const { sha256, chapters } = textOf(story, quote);
  const [range] = quote.part ?? [];
  const chosen = chapters.filter(
    ({ start }) => range === undefined || (range.from <= start && start < range.to),
  );
  const names = chapters.length === 0 ? [sha256] : chosen.map(({ name }) => name);
  return names.map((name) => `translation ${target} ${name}`);
}

function priceOfPiece(story: Story, { id }: Notes): number {
  const { characters, chapters } = textOf(story, cardOf(story, id));
  return characters / Math.max(1, chapters.length);
}

function cardOf({ cards }: Story, id: string): Quote {
  const card = cards.find((one) => one.id === id);
  if (card === undefined) throw new Error(`there is no card ${id}`);
  return card;
}

function textOf({ texts }: Story, { reading }: Quote) {
  const sha256 = reading.status === "read" ? reading.manuscript.textSha256 : "";
  const text = texts.find((one) => one.sha256 === sha256);
  if (text === undefined) throw new Error(`there is no text ${sha256}`);
  return text;
}

type Read = { readonly key: string; readonly raw: string; readonly notes: Notes };

async function readAll(outside: Outside, { story }: Given, id: string) {
  const all: Read[] = [];
  for (const card of story.cards) all.push(await read(outside, card.id));
  const own = all.find(({ notes }) => notes.id === id);
  if (own === undefined) throw new Error(`there is no card ${id}`);
  return { own, others: all.filter((one) => one !== own) };
}

async function read({ ask }: Outside, id: string): Promise<Read> {
  const key = `quote:${id}`;
  const raw = String(await ask({ kind: "read", key }));
  return { key, raw, notes: parse(raw) };
}

async function write(
  { ask }: Outside,
  { key, raw }: Read,
  after: Notes,
  compared: readonly ReturnType<typeof same>[] = [],
): Promise<void> {
  const changes = [{ key, before: raw, after: JSON.stringify(after) }, ...compared];
  if ((await ask({ kind: "commit", changes })) !== true) throw new Error("somebody was first");
}

function same(key: string, raw: string) {
  return { key, before: raw, after: raw };
}

function change(id: string, next: (notes: Notes) => Notes): Program {
  return async (outside) => {
    const own = await read(outside, id);
    await write(outside, own, next(own.notes));
  };
}

async function changed(
  outside: Outside,
  id: string,
  key: string,
  next: (run: Run) => Run,
): Promise<Run | undefined> {
  const own = await read(outside, id);
  const runs = own.notes.runs.map((run) => (run.key === key ? next(run) : run));
  await write(outside, own, { ...own.notes, runs });
  return runs.find((run) => run.key === key);
}

function cardsIn({ store }: World): readonly Notes[] {
  return quotesIn(store).map(([, raw]) => parse(raw));
}

function parse(raw: string): Notes {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `write` and `firstOfDesign`, and by nobody else
  return JSON.parse(raw) as Notes;
}

function coveredBy(runs: readonly Run[]): Seen {
  const live = runs.filter(({ status }) => status !== "failed");
  return { pieces: live.flatMap(({ pieces }) => pieces), keys: live.map(({ key }) => key) };
}

function joined(all: readonly Seen[]): Seen {
  return { pieces: all.flatMap(({ pieces }) => pieces), keys: all.flatMap(({ keys }) => keys) };
}

function meet(one: readonly string[], other: readonly string[]): boolean {
  return one.some((piece) => other.includes(piece));
}

const lookedThrough = 1;
