import { afterAll, beforeAll, expect, test } from "vitest";

import { bundleBot } from "./bundle.ts";
import { type Lane, openLane } from "./lane.ts";
import { type Outcome, type Point, nameOf, pointsOf, strikeAt } from "./points.ts";

/** A lane spends most of its time waiting for a start or a quiet time. */
const laneCount = 4;
/** A story that does not end fails by itself long before. The total time depends on the machine. */
const longMs = 1_800_000;
const lanes: Lane[] = [];
let points: readonly Point[] = [];

beforeAll(async () => {
  const entry = await bundleBot();
  for (let n = 0; n < laneCount; n += 1) lanes.push(await openLane(entry));
  const [first] = lanes;
  if (first !== undefined) points = await pointsOf(first);
}, longMs);

afterAll(async () => {
  for (const lane of lanes) await lane.close();
}, longMs);

test.each(["write", "slack", "partner"] as const)(
  "a kill around any %s leaves nothing paid twice, said twice or lost",
  { timeout: longMs },
  async (at) => {
    const outcomes = await strikeAll(points.filter((point) => point.at === at));

    const struck = outcomes.filter(({ isStruck }) => isStruck).length;
    console.log(`killed at ${struck} of ${outcomes.length} points around a ${at}`);
    expect(outcomes.filter(({ faults }) => faults.length > 0)).toEqual([]);
    // The number of card updates depends on timing, so the last few points may not be reached.
    expect(struck).toBeGreaterThan(outcomes.length * 0.8);
  },
);

/** The bot's log and what stands in Slack, for a failure that does not come twice. */
function lastLines({ log, slack, drawn }: Lane, point: string): string {
  const posts = slack.records.botPosts().slice(-8).map(drawn);
  return [point, ...log().split("\n").slice(-20), ...posts].join("\n");
}

async function strikeAll(points: readonly Point[]): Promise<readonly Outcome[]> {
  const left = [...points];
  const outcomes: Outcome[] = [];
  const work = async (lane: Lane, n: number) => {
    for (let point = left.shift(); point !== undefined; point = left.shift()) {
      const name = `${nameOf(point)
        .replaceAll(/[^a-z0-9]+/giu, "-")
        .toLowerCase()}-${n}`;
      const outcome = await strikeAt(lane, point, name);
      if (outcome.faults.length > 0) console.log(lastLines(lane, nameOf(point)));
      outcomes.push(outcome);
    }
  };
  await Promise.all(lanes.map(work));
  return outcomes;
}
