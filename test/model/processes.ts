import type { Design, Step } from "./designs.ts";
import type { Replays, Reply, Wish } from "./replay.ts";
import { grantBySlack } from "./slack.ts";
import { type Granted, grantByStore, quotesIn } from "./store.ts";
import { type Lane, type Scenario, type World, spend } from "./world.ts";

export type Move = {
  readonly name: string;
  readonly world: World;
  /** Follows at once on what was before. */
  readonly isUrgent?: boolean;
};

export type Check = {
  readonly design: Design;
  readonly scenario: Scenario;
  readonly replays: Replays;
  /** What was worked out before: the steps of each record. */
  readonly stepsKnown: Map<string, readonly Step[]>;
};

/** Everything that a lane may do next, or that may happen to it. */
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
    const granted = await grants(check, world, { n, wish });
    const isUrgent = wish.do === "create" && check.design.checksLast;
    moves.push(...granted.map((move) => ({ ...move, isUrgent })), ...crashes(check, world, n));
  }
  return moves;
}

/** What is due by the records, whoever does it. */
export function stepsNow({ design, stepsKnown }: Check, { store }: World): readonly Step[] {
  return quotesIn(store).flatMap(([, record]) => {
    const steps = stepsKnown.get(record) ?? design.steps(record);
    stepsKnown.set(record, steps);
    return steps;
  });
}

/** Gives a run its answer; a run that has ended leaves its lane idle. */
export async function answer(
  check: Check,
  world: World,
  { n, reply }: { readonly n: number; readonly reply: Reply },
): Promise<World> {
  const run = world.lanes[n]?.run;
  if (run === undefined) throw new Error("nobody waits for this answer");
  const answered = await check.replays.wishAt(run);
  const isAfterRead = answered !== undefined && isRead(answered);
  return await goOn(check, world, { n, run: check.replays.answer(run, reply), isAfterRead });
}

type Going = { readonly n: number; readonly run: number; readonly isAfterRead: boolean };

/**
 * Up to the next wish that others may come before. What is read after another read is read at once: to come
 * later is the same as to begin later, or is found out by the commit that compares it.
 */
async function goOn(
  { replays, design }: Check,
  world: World,
  { n, run, isAfterRead }: Going,
): Promise<World> {
  let place = run;
  for (;;) {
    const wish = await replays.wishAt(place);
    if (wish === undefined) return withRun(world, n, undefined);
    const isQuiet = isRead(wish) && (isAfterRead || design.isQuiet?.(wish) === true);
    if (!isQuiet) return withRun(world, n, place);
    place = replays.answer(place, { at: world.now, value: grantByStore(world, wish).value });
  }
}

function isRead(wish: Wish): wish is Extract<Wish, { do: "read" | "find" }> {
  return wish.do === "read" || wish.do === "find";
}

async function beginnings(check: Check, world: World, n: number): Promise<readonly Move[]> {
  const { design, scenario, replays } = check;
  const { left, now } = world;
  const moves: Move[] = [];
  const begin = async (name: string, run: number, after: World) =>
    moves.push({
      name: `${n} ${name}`,
      world: await goOn(check, after, { n, run, isAfterRead: false }),
    });
  for (const { name, uses, take } of design.acts(world)) {
    if (left[uses] > 0) await begin(name, replays.start(name, take, now), spend(world, uses));
  }
  if (scenario.work === "one" && world.owner !== n) return moves;
  for (const { name, at, take } of stepsNow(check, world)) {
    if (at <= now) await begin(name, replays.start(name, take, now), world);
  }
  return moves;
}

type Wishing = { readonly n: number; readonly wish: Wish };

async function grants(check: Check, world: World, { n, wish }: Wishing) {
  if (wish.do === "create") {
    const isUnderWay = world.partner.flights.some(({ sender }) => sender === n);
    return isUnderWay ? [] : [{ name: `${n} sends`, world: leave(world, n, wish.key) }];
  }
  const moves: Move[] = [];
  for (const { world: after, value } of grant(world, wish)) {
    const reply = { at: after.now, value };
    moves.push({ name: `${n} ${wish.do}`, world: await answer(check, after, { n, reply }) });
    if (!mayLose(wish) || world.left.lostReplies === 0) continue;
    const lost = { n, reply: { at: after.now, fault: "lost" } as const };
    const poorer = spend(after, "lostReplies");
    moves.push({ name: `${n} ${wish.do}, lost`, world: await answer(check, poorer, lost) });
  }
  return moves;
}

function grant(world: World, wish: Exclude<Wish, { do: "create" }>): readonly Granted[] {
  switch (wish.do) {
    case "read":
    case "find":
    case "write":
    case "commit":
    case "draw-key":
      return [grantByStore(world, wish)];
    case "read-card":
    case "update-card":
    case "find-post":
    case "post":
      return grantBySlack(world, wish);
    case "look":
      // The partner's work is done at once: how long it takes is not what is asked here.
      return [{ world, value: true }];
  }
}

/** A card's update is repeated by Slack's client until it is answered; a post must not be. */
function mayLose(wish: Wish): boolean {
  return wish.do === "post";
}

function leave(world: World, sender: number, key: string): World {
  const flight = { sender, key, leftAt: world.now, isUnderWay: false };
  const flights = [...world.partner.flights, flight];
  return { ...world, partner: { ...world.partner, flights } };
}

/** A killed process forgets what it did and starts again; another one takes the work over. */
function crashes({ scenario }: Check, world: World, n: number): readonly Move[] {
  if (world.left.crashes === 0) return [];
  const owner = scenario.processes === 2 && world.owner === n ? 1 - n : world.owner;
  const flights = world.partner.flights.map((one) =>
    one.sender === n ? { ...one, sender: undefined } : one,
  );
  const after = { ...spend(world, "crashes"), owner, partner: { ...world.partner, flights } };
  return [{ name: `${n} is killed`, world: withRun(after, n, undefined) }];
}

function withRun(world: World, n: number, run: number | undefined): World {
  const lanes = world.lanes.map((one, at): Lane => (at === n ? { run } : one));
  return { ...world, lanes };
}
