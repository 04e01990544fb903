import type { Act, Design, Step } from "./designs.ts";
import { landings } from "./partner.ts";
import type { Replays, Reply, Wish } from "./replay.ts";
import { grantBySlack } from "./slack.ts";
import { type Granted, grantByStore, quotesIn } from "./store.ts";
import { type Lane, type Scenario, type World, clockOf, spend } from "./world.ts";

export type Move = {
  readonly name: string;
  readonly world: World;
  /** True when it follows at once on the move before. */
  readonly isUrgent?: boolean;
};

export type Check = {
  readonly design: Design;
  readonly scenario: Scenario;
  readonly replays: Replays;
  /** The steps of each record that were computed before. */
  readonly stepsKnown: Map<string, readonly Step[]>;
};

/** Returns every move that a lane may make next, or that may happen to it. */
export async function laneMoves(check: Check, world: World): Promise<readonly Move[]> {
  const moves: Move[] = [];
  for (const [n, { run }] of world.lanes.entries()) {
    if (n === world.paused) continue;
    if (run === undefined) {
      moves.push(...(await beginnings(check, world, n)));
      continue;
    }
    const wish = await check.replays.wishAt(run);
    if (wish === undefined) throw new Error("a program that has ended still runs");
    if (isBoundToFail(check, world, wish)) {
      moves.push(await lookingAgain(check, world, { n, wish }));
      continue;
    }
    const granted = await grants(check, world, { n, wish });
    const isBeside = check.scenario.work === "beside" && n === 1;
    const isUrgent = (wish.kind === "create" && check.design.checksLast) || isBeside;
    moves.push(...granted.map((move) => ({ ...move, isUrgent })));
    if (!isBeside) moves.push(...crashes(check, world, n));
  }
  return moves;
}

/** Returns the steps that the records require, for any process. */
export function stepsNow({ design, stepsKnown }: Check, world: World): readonly Step[] {
  const ofQuotes = quotesIn(world.store).flatMap(([, record]) => {
    const steps = stepsKnown.get(record) ?? design.steps(record);
    stepsKnown.set(record, steps);
    return steps;
  });
  return ofQuotes;
}

export function dueAt({ at, dueAt: due }: Step, now: number): number {
  return due?.(now) ?? at;
}

/** Gives a run its answer; a run that has ended leaves its lane idle. */
export async function answer(
  check: Check,
  world: World,
  { n, reply }: { readonly n: number; readonly reply: Reply },
): Promise<World> {
  const lane = world.lanes[n];
  if (lane?.run === undefined) throw new Error("nobody waits for this answer");
  const answered = await check.replays.wishAt(lane.run);
  const isAfterRead = answered !== undefined && isRead(answered);
  const run = check.replays.answer(lane.run, reply);
  const hasActed = lane.hasActed === true || !isAfterRead;
  return await resumeSales(check, world, { n, run, isAfterRead, hasActed });
}

type Going = {
  readonly n: number;
  readonly run: number;
  readonly isAfterRead: boolean;
  readonly hasActed: boolean;
};

/**
 * Goes on to the next wish that others may come before. A read after another read happens at once:
 * a later read equals a later start, or the commit that compares it finds out.
 */
async function resumeSales(
  check: Check,
  world: World,
  { n, run, isAfterRead, hasActed }: Going,
): Promise<World> {
  const { replays, design } = check;
  const isPassedOver = (wish: Wish) =>
    wish.atOnce === true || (isRead(wish) && (isAfterRead || design.isQuiet?.(wish) === true));
  let [place, now] = [run, world];
  for (;;) {
    const wish = await replays.wishAt(place);
    if (wish === undefined) return withRun(now, n, { run: undefined });
    if (wish.kind === "create" || !isPassedOver(wish)) {
      const isMarked = hasActed && check.scenario.work === "beside";
      return withRun(now, n, { run: place, ...(isMarked && { hasActed }) });
    }
    const [granted] = grant(check, now, wish);
    if (granted === undefined) throw new Error("what is granted at once is granted");
    now = granted.world;
    place = replays.answer(place, { at: clockOf(now), value: granted.value });
  }
}

function isRead(wish: Wish): wish is Extract<Wish, { kind: "read" | "find" }> {
  return wish.kind === "read" || wish.kind === "find";
}

async function beginnings(check: Check, world: World, n: number): Promise<readonly Move[]> {
  const { design, scenario, replays } = check;
  const { left } = world;
  const now = clockOf(world);
  const moves: Move[] = [];
  const begin = async (name: string, run: number, after: World) =>
    moves.push({
      name: `${n} ${name}`,
      world: await resumeSales(check, after, { n, run, isAfterRead: false, hasActed: false }),
    });
  const isIts = ({ isWhole = false }: Pick<Act, "isWhole">) =>
    scenario.work !== "beside" || isWhole === (n === 1);
  for (const act of design.acts(world)) {
    const { name, uses, take } = act;
    if (!isIts(act) || (uses !== undefined && left[uses] === 0)) continue;
    const after = uses === undefined ? world : spend(world, uses);
    await begin(name, replays.start(name, take, now), after);
  }
  if (scenario.work === "one" && world.owner !== n) return moves;
  for (const step of stepsNow(check, world)) {
    const { name, take } = step;
    if (dueAt(step, now) <= now && isIts(step))
      await begin(name, replays.start(name, take, now), world);
  }
  return moves;
}

type Wishing = { readonly n: number; readonly wish: Wish };

async function grants(check: Check, world: World, { n, wish }: Wishing) {
  if (wish.kind === "create") {
    const isUnderWay = world.partner.flights.some(({ sender }) => sender === n);
    if (isUnderWay) return [];
    const sent = leave(world, n, wish.key);
    return check.scenario.partner === "prompt"
      ? await arrivals(check, sent, n)
      : [{ name: `${n} sends`, world: sent }];
  }
  const moves: Move[] = [];
  for (const { world: after, value } of grant(check, world, wish)) {
    const reply = { at: clockOf(after), value };
    moves.push({
      name: `${n} ${wish.kind}${wish.kind === "look" ? ` ${String(value)}` : ""}`,
      world: await answer(check, after, { n, reply }),
    });
    if (!mayLose(wish) || world.left.lostReplies === 0) continue;
    const lost = { n, reply: { at: clockOf(after), fault: "lost" } as const };
    const poorer = spend(after, "lostReplies");
    moves.push({ name: `${n} ${wish.kind}, lost`, world: await answer(check, poorer, lost) });
  }
  return moves;
}

/**
 * Returns true when a run has only read and its commit is bound to fail: it equals a later start.
 */
export async function isInVain(check: Check, world: World): Promise<boolean> {
  const { scenario, replays } = check;
  const [{ run, hasActed } = { run: undefined }] = world.lanes;
  if (scenario.work !== "beside" || run === undefined || hasActed === true) return false;
  const wish = await replays.wishAt(run);
  return wish !== undefined && isBoundToFail(check, world, wish);
}

/** Returns true when others have changed a record that the commit compares. */
function isBoundToFail({ scenario }: Check, world: World, wish: Wish): boolean {
  const isCompared = scenario.work === "beside" && wish.kind === "commit";
  return isCompared && grantByStore(world, wish, scenario).value === false;
}

/** Tries a failed commit again after a new read, as if the record had been read only now. */
async function lookingAgain(check: Check, world: World, { n, wish }: Wishing): Promise<Move> {
  const run = world.lanes[n]?.run;
  const [first] = wish.kind === "commit" ? wish.changes : [];
  if (run === undefined || first === undefined) throw new Error("nobody tries again");
  const place = await check.replays.beforeReading(run, first.key);
  const going = { n, run: place, isAfterRead: true, hasActed: true };
  return {
    name: `${n} looks again`,
    world: await resumeSales(check, world, going),
    isUrgent: true,
  };
}

/** Returns the ways in which requests land, for one sender or for all. */
export async function arrivals(
  check: Check,
  world: World,
  sender?: number,
): Promise<readonly Move[]> {
  const moves: Move[] = [];
  for (const { name, world: after, flight, reply } of landings(world, check.scenario)) {
    const n = flight.sender;
    if (sender !== undefined && n !== sender) continue;
    const isHeard = reply !== undefined && n !== undefined;
    const heard = isHeard
      ? await answer(check, after, { n, reply: { ...reply, at: clockOf(after) } })
      : after;
    moves.push({ name: `request ${name}`, world: heard });
  }
  return moves;
}

function grant(
  { scenario }: Check,
  world: World,
  wish: Exclude<Wish, { kind: "create" }>,
): readonly Granted[] {
  switch (wish.kind) {
    case "read":
    case "find":
    case "write":
    case "commit":
    case "draw-key":
    case "has-all-commits":
    case "compared":
      return [grantByStore(world, wish, scenario)];
    case "read-card":
    case "update-card":
    case "find-post":
    case "post":
      return grantBySlack(world, wish);
    case "look":
      // The partner finishes at once: the model does not cover the duration of work.
      return world.left.failures === 0
        ? [{ world, value: "completed" }]
        : [
            { world, value: "completed" },
            { world: spend(world, "failures"), value: "failed" },
          ];
    case "count":
      return [{ world, value: world.partner.tasks.join() }];
    case "usage": {
      const { tasks, others = 0 } = world.partner;
      const shown = { world, value: tasks.length + others };
      const mayLag = tasks.length > 0 && world.left.lags > 0;
      return mayLag ? [shown, { world: spend(world, "lags"), value: shown.value - 1 }] : [shown];
    }
    case "hear-time":
      return [{ world, value: world.now }];
  }
}

/**
 * Returns true for posts. Slack's client repeats a card's update until it is answered, never a
 * post.
 */
function mayLose(wish: Wish): boolean {
  return wish.kind === "post";
}

function leave(world: World, sender: number, key: string): World {
  const flight = { sender, key, leftAt: world.now, isUnderWay: false };
  const flights = [...world.partner.flights, flight];
  return { ...world, partner: { ...world.partner, flights } };
}

/** Kills a process, which forgets its work and starts again. Another one may take the work over. */
function crashes({ scenario }: Check, world: World, n: number): readonly Move[] {
  if (world.left.crashes === 0) return [];
  const isTakenOver = scenario.work === "one" && scenario.processes === 2;
  const owner = isTakenOver && world.owner === n ? 1 - n : world.owner;
  const flights = world.partner.flights.map((one) =>
    one.sender === n ? { ...one, sender: undefined } : one,
  );
  const after = { ...spend(world, "crashes"), owner, partner: { ...world.partner, flights } };
  return [{ name: `${n} is killed`, world: withRun(after, n, { run: undefined }) }];
}

function withRun(world: World, n: number, lane: Lane): World {
  const lanes = world.lanes.map((one, at) => (at === n ? lane : one));
  return { ...world, lanes };
}
