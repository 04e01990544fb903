import { minute, noon, setup } from "../../builders.ts";
import type { Design } from "./designs.ts";
import { latestLanding } from "./partner.ts";
import {
  type Check,
  type Move,
  arrivals,
  dueAt,
  isInVain,
  laneMoves,
  stepsNow,
} from "./processes.ts";
import { createNumbers, createReplays } from "./replay.ts";
import { goingsBack, storeLosses } from "./store.ts";
import {
  type Scenario,
  type Slack,
  type Store,
  type World,
  clockOf,
  none,
  spend,
} from "./world.ts";

export type Found<Breach> = {
  readonly states: number;
  /** The number of states in which something was charged. */
  readonly paid: number;
  /** The number of states after which nothing more happens by itself. */
  readonly ends: number;
  /** Each breach with the shortest way to it. */
  readonly breaches: ReadonlyMap<Breach, readonly string[]>;
};

export type Case<Breach> = {
  readonly design: Design;
  readonly scenario: Scenario;
  readonly first: World;
  /** @param isOver nothing more happens by itself. */
  readonly breachesOf: (check: Check, world: World, isOver: boolean) => readonly Breach[];
  /** True to stop at the first breach, which is enough to find out a weaker design. */
  readonly toFirstBreach?: boolean;
};

/**
 * Explores every state that the scenario allows, nearest first, or those up to the first breach.
 */
export async function explore<Breach>(given: Case<Breach>): Promise<Found<Breach>> {
  const { design, scenario, first, breachesOf, toFirstBreach = false } = given;
  const check = { design, scenario, replays: createReplays(), stepsKnown: new Map() };
  const nameOf = createNames();
  const cameFrom = new Map<string, { readonly from: string; readonly name: string } | undefined>();
  const breaches = new Map<Breach, readonly string[]>();
  let [paid, ends] = [0, 0];
  const waiting: { readonly world: World; readonly name: string }[] = [];
  const meet = (world: World, step: { from: string; name: string } | undefined) => {
    const name = nameOf(world);
    if (cameFrom.has(name)) return;
    cameFrom.set(name, step);
    waiting.push({ world, name });
  };
  meet(first, undefined);
  for (const { world, name } of waiting) {
    if (world.partner.tasks.length > 0) paid += 1;
    if (await isInVain(check, world)) continue;
    const moves = await movesFrom(check, world);
    for (const move of moves) meet(move.world, { from: name, name: move.name });
    const isOver = moves.every(isChance);
    if (isOver) ends += 1;
    for (const breach of breachesOf(check, world, isOver)) {
      if (!breaches.has(breach)) breaches.set(breach, wayTo(cameFrom, name));
    }
    if (toFirstBreach && breaches.size > 0) break;
  }
  return { states: cameFrom.size, paid, ends, breaches };
}

export function firstWorld(
  { processes, chances }: Scenario,
  { store, cards }: { readonly store: Store; readonly cards: Slack["cards"] },
): World {
  return {
    now: noon,
    store,
    partner: { tasks: [], known: {}, flights: [] },
    slack: { cards, posts: [] },
    lanes: Array.from({ length: processes }, () => ({ run: undefined })),
    owner: 0,
    randomKeys: 0,
    paused: undefined,
    left: { ...none, ...chances },
  };
}

/** Gives equal worlds the same name. A part that a move leaves unchanged is printed only once. */
function createNames() {
  const [records, parts] = [createNumbers(), createNumbers()];
  const known = new WeakMap<object, string>();
  const short = (part: object, print: () => unknown) => {
    const name = known.get(part) ?? parts.short(JSON.stringify(print()));
    known.set(part, name);
    return name;
  };
  const shortStore = (store: Store) =>
    short(store, () => Object.entries(store).map(([key, { raw }]) => key + records.short(raw)));
  return ({ store, past, before, partner, slack, left, lanes, ...rest }: World): string =>
    JSON.stringify([
      shortStore(store),
      past?.map(shortStore),
      before && short(before, () => before),
      short(partner, () => partner),
      short(slack, () => slack),
      short(left, () => left),
      lanes,
      rest,
    ]);
}

/** A move that may never come: every promise must hold without it. */
type Next = Move & { readonly isChance?: true };

function isChance(move: Next): boolean {
  return move.isChance === true;
}

async function movesFrom(check: Check, world: World): Promise<readonly Next[]> {
  const own = await laneMoves(check, world);
  // Nothing can come between the last check and the bytes leaving.
  if (own.some(({ isUrgent }) => isUrgent === true)) return own;
  const moves: Next[] = [...own];
  moves.push(...(await arrivals(check, world)));
  for (const after of storeLosses(world)) {
    moves.push({ name: "the store is lost", world: after, isChance: true });
  }
  const approved = world.past === undefined ? [] : (check.design.approved?.(world) ?? []);
  for (const back of goingsBack(world, check.scenario, approved)) {
    moves.push({ ...back, isChance: true });
  }
  if (world.left.others > 0) {
    const { partner } = world;
    const used = { ...partner, others: (partner.others ?? 0) + 1 };
    const after = { ...spend(world, "others"), partner: used };
    moves.push({ name: "another program orders a run", world: after, isChance: true });
  }
  return [...moves, ...pauses(world), ...jumps(world), ...clockMoves(check, world)];
}

/** A process is paused past its lease: the other takes over, and time goes on. */
function pauses(world: World): readonly Next[] {
  const { paused, left, lanes } = world;
  if (paused !== undefined) {
    return [{ name: `${paused} wakes`, world: { ...world, paused: undefined } }];
  }
  if (left.pauses === 0) return [];
  return lanes.flatMap(({ run }, n) => {
    const after = { ...spend(world, "pauses"), owner: 1 - n, paused: n };
    return run === undefined ? [] : [{ name: `${n} is paused`, world: after, isChance: true }];
  });
}

/** Moves our clock, but never during a send: its reading of the partner's clock is moments old. */
function jumps(world: World): readonly Next[] {
  if (world.left.jumps === 0 || world.lanes.some(({ run }) => run !== undefined)) return [];
  const { ahead = 0, ...right } = spend(world, "jumps");
  return ahead === 0
    ? [{ name: "our clock jumps ahead", world: { ...right, ahead: jumpMs }, isChance: true }]
    : [{ name: "our clock is set right", world: right, isChance: true }];
}

function clockMoves(check: Check, world: World): readonly Next[] {
  const isIdle = world.lanes.every(({ run }, n) => run === undefined || n === world.paused);
  if (!isIdle) return [];
  const steps = stepsNow(check, world);
  const now = clockOf(world);
  const times = steps.map((step) => dueAt(step, now));
  const next = world.now + Math.min(...times.filter((at) => at > now)) - now;
  const isQuiet = !times.some((at) => at <= now);
  const moves: Next[] = [];
  if (isQuiet && next < horizon && next < latestLanding(world)) {
    moves.push({ name: "time goes on", world: { ...world, now: next } });
  }
  if (world.left.nights > 0 && world.partner.flights.length === 0) {
    const partner = { ...world.partner, known: {} };
    const { nightMs = longestNightMs } = check.scenario;
    const after = { ...spend(world, "nights"), now: world.now + nightMs, partner };
    moves.push({ name: "a night, the keys are forgotten", world: after, isChance: true });
  }
  return moves;
}

function wayTo(
  cameFrom: ReadonlyMap<string, { from: string; name: string } | undefined>,
  name: string,
): readonly string[] {
  const way: string[] = [];
  for (let step = cameFrom.get(name); step !== undefined; step = cameFrom.get(step.from)) {
    way.unshift(step.name);
  }
  return way;
}

const jumpMs = 3 * minute;
const longestNightMs = 2 * setup.resendWindowMs;
/** A time before the quote expires. Everything due by then is taken. */
const horizon = noon + setup.quoteStandsMs / 2;
