import type { CallStrike } from "./gate.ts";
import type { Lane } from "./lane.ts";
import { judge, markOf, paid } from "./oracle.ts";
import { live } from "./story.ts";
import type { Order } from "./words.ts";

/** A moment at which the process is killed. `isCold`: only a freshly started bot reaches it. */
export type Point = { readonly isCold: boolean } & (
  | ({ readonly at: "write" } & Order)
  | ({ readonly at: "slack" | "partner" } & CallStrike)
);

export type Outcome = {
  readonly point: string;
  readonly isStruck: boolean;
  readonly faults: readonly string[];
};

type Counts = {
  readonly writes: number;
  readonly slack: ReadonlyMap<string, number>;
  readonly partner: ReadonlyMap<string, number>;
};

/**
 * Returns every moment of a story, found by two runs: on a freshly started bot and on a warm one.
 */
export async function pointsOf(lane: Lane): Promise<readonly Point[]> {
  // The first life of a bot makes its store.
  await live(lane, "before-all-readings");
  await restart(lane);
  const cold = await counted(lane, "first-reading");
  const warm = await counted(lane, "second-reading");
  const writes = upTo(cold.writes).flatMap((nth) =>
    (["before", "after"] as const).map((when): Point => ({
      at: "write",
      when,
      nth,
      isCold: nth > warm.writes,
    })),
  );
  return [...writes, ...callPoints("slack", cold, warm), ...callPoints("partner", cold, warm)];
}

/** Runs a story with a kill at this moment, and compares it with the records. */
export async function strikeAt(lane: Lane, point: Point, name: string): Promise<Outcome> {
  if (point.isCold) await restart(lane);
  await arm(lane, point);
  const before = await markOf(lane);
  const deaths = lane.supervisor.deaths();
  const faults = await live(lane, name).then(
    (story) => judge(lane, before, story),
    async (error: unknown) => [String(error), ...(await paid(lane, before))],
  );
  return { point: nameOf(point), isStruck: lane.supervisor.deaths() > deaths, faults };
}

export async function arm(lane: Lane, point: Point | undefined): Promise<void> {
  lane.gates.slack.arm(point?.at === "slack" ? point : undefined);
  lane.gates.partner.arm(point?.at === "partner" ? point : undefined);
  await lane.supervisor.arm(point?.at === "write" ? point : { when: "before", nth: 0 });
}

export function nameOf(point: Point): string {
  return point.at === "write"
    ? `${point.when} write ${point.nth}`
    : `${point.when} ${point.name} ${point.nth}`;
}

async function restart({ supervisor }: Lane): Promise<void> {
  const deaths = supervisor.deaths();
  supervisor.kill();
  while (supervisor.deaths() === deaths) await new Promise(setImmediate);
  await supervisor.up();
}

async function counted(lane: Lane, name: string): Promise<Counts> {
  await arm(lane, undefined);
  const before = await markOf(lane);
  const faults = await judge(lane, before, await live(lane, name));
  if (faults.length > 0) throw new Error(`without a kill: ${faults.join("; ")}`);
  return {
    writes: lane.supervisor.writes(),
    slack: new Map(lane.gates.slack.seen()),
    partner: new Map(lane.gates.partner.seen()),
  };
}

function callPoints(at: "slack" | "partner", cold: Counts, warm: Counts): readonly Point[] {
  return [...cold[at]].flatMap(([name, times]) =>
    upTo(times).flatMap((nth) =>
      (["before", "after", "replied"] as const).map((when): Point => ({
        at,
        name,
        when,
        nth,
        isCold: nth > (warm[at].get(name) ?? 0),
      })),
    ),
  );
}

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
