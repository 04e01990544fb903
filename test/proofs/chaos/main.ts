import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";

import { bundleBot } from "./bundle.ts";
import { type Lane, openLane } from "./lane.ts";
import { type Mischief, drawMischief, setMischief } from "./mischief.ts";
import { judge, markOf, paid } from "./oracle.ts";
import { type Point, arm, nameOf, pointsOf } from "./points.ts";
import { live } from "./story.ts";

/**
 * The long run: `npm run chaos -- --runs 1000 --seed 7`. Run k has the seed 7 + k, so that one run can be
 * repeated alone: `--runs 1 --seed <its seed>`.
 */
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "100" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    lanes: { type: "string", default: "4" },
  },
});
const [runs, seed, laneCount] = [values.runs, values.seed, values.lanes].map(Number);
const startedAt = performance.now();
const tally = { runs: 0, kills: 0, partnerFaults: 0, slackFaults: 0, failed: 0 };

const entry = await bundleBot();
const lanes = await Promise.all(Array.from({ length: laneCount ?? 1 }, () => openLane(entry)));
const [first] = lanes;
const points = first === undefined ? [] : await pointsOf(first);
console.log(`${runs} runs from seed ${seed}, ${points.length} aimed moments to draw from`);
await Promise.all(lanes.map(work));
for (const lane of lanes) await lane.close();

const seconds = Math.round((performance.now() - startedAt) / 1000);
console.log(
  [
    `${tally.runs} runs in ${seconds} s: ${tally.kills} kills`,
    `${tally.partnerFaults} partner faults and ${tally.slackFaults} Slack faults set`,
    `${tally.failed} runs with something paid twice, said twice, lost or shown wrong`,
  ].join(", "),
);
process.exit(tally.failed === 0 ? 0 : 1);

async function work(lane: Lane): Promise<void> {
  while (tally.runs < (runs ?? 0)) {
    const mine = (seed ?? 0) + tally.runs;
    tally.runs += 1;
    const mischief = drawMischief(mine, points);
    const faults = await run(lane, mine, mischief);
    if (faults.length === 0) continue;
    tally.failed += 1;
    console.log(`seed ${mine}: ${faults.join("; ")}\n  ${described(mischief)}`);
    console.log(lane.log().split("\n").slice(-12).join("\n"));
  }
}

async function run(lane: Lane, seed: number, mischief: Mischief): Promise<readonly string[]> {
  const before = await markOf(lane);
  const deaths = lane.supervisor.deaths();
  await arm(lane, mischief.point);
  const forget = setMischief(lane, mischief);
  const over = new AbortController();
  const killing = Promise.all(mischief.kills.map((ms) => killAfter(lane, ms, over.signal)));
  try {
    return await judge(lane, before, await live(lane, `seed-${seed}`));
  } catch (error) {
    return [String(error), ...(await paid(lane, before))];
  } finally {
    over.abort();
    await killing;
    forget();
    tally.kills += lane.supervisor.deaths() - deaths;
    tally.partnerFaults += mischief.partner.length;
    tally.slackFaults += mischief.slack.length;
  }
}

async function killAfter(lane: Lane, ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
  if (!signal.aborted) lane.supervisor.kill();
}

function described({ point, ...rest }: { readonly point: Point | undefined } & object): string {
  return JSON.stringify({ point: point && nameOf(point), ...rest });
}
