import { afterAll, describe, expect, test } from "vitest";

import {
  type Design,
  designA,
  designB,
  designC,
  designD,
  designE,
  designF,
  designG,
} from "./designs.ts";
import { explore, firstWorld } from "./explore.ts";
import { type Breach, breachesOf } from "./invariants.ts";
import { offered, ours } from "./ours.ts";
import { harderScenarios, largestScenarios, scenarios } from "./scenarios.ts";
import type { Scenario } from "./world.ts";

const explored = new Map<string, number>();

afterAll(() => {
  const total = explored.values().reduce((sum, states) => sum + states, 0);
  const lines = [...explored].map(([name, states]) => `${String(states).padStart(8)}  ${name}`);
  console.log([`${total} states of the protocol explored`, ...lines].join("\n"));
});

/** `MODEL=all` explores the largest ones as well: some minutes. */
const ownScenarios = [
  ...scenarios,
  ...harderScenarios,
  ...(process.env["MODEL"] === "all" ? largestScenarios : []),
];

describe("nothing is paid twice, said twice or lost, whatever comes between:", () => {
  test.each(ownScenarios)("$name", async (scenario) => {
    const { states, paid, ends, breaches } = await explore({
      design: ours,
      scenario,
      first: firstWorld(scenario, offered),
      breachesOf,
    });
    explored.set(`ours, ${scenario.name}`, states);

    expect(Object.fromEntries(breaches)).toEqual({});
    // A model that never pays, or never comes to rest, has nothing to breach.
    expect(paid).toBeGreaterThan(100);
    expect(ends).toBeGreaterThan(0);
  });
});

/**
 * Checks the check: a design that lacks one of the mechanisms must be found out. "paid" and "said"
 * mean twice; the order is that of `scenarios`. Two processes without our last look at the card
 * (F, G) may cover the result with an old update. Two that write without compare-and-set (D) let a
 * late click undo notes.
 */
const weaker: readonly (readonly [Design, string])[] = [
  [
    designA,
    "paid lost, paid lost, paid lost, paid said lost, paid lost, paid lost, paid lost, paid said lost, paid lost, paid lost, paid lost",
  ],
  [
    designB,
    "ok, paid lost, paid lost, said, paid lost, paid lost, paid lost, paid said lost, paid lost, paid lost, paid lost",
  ],
  [designC, "ok, paid lost, paid lost, said, ok, ok, paid lost, said, ok, paid lost, paid lost"],
  [
    designD,
    "ok, said lost, paid lost, said, said, said, said lost, said, said, paid lost, paid said lost",
  ],
  [designE, "ok, said lost, paid lost, said, ok, ok, said lost, said, ok, paid lost, paid lost"],
  [designF, "ok, ok, ok, ok, ok, ok, ok, lost, ok, paid lost, paid lost"],
  [designG, "ok, ok, ok, ok, lost, lost, lost, lost, paid lost, paid lost, paid lost"],
];

describe("a weaker design is found out:", () => {
  const cases = weaker.map(([design, expected]) => ({ name: design.name, design, expected }));
  test.each(cases)("$name", async ({ design, expected }) => {
    const found: string[] = [];
    for (const scenario of scenarios) {
      const { states, breaches } = await explore({
        design,
        scenario: withLease(design, scenario),
        first: firstWorld(scenario, bare),
        breachesOf,
      });
      explored.set(`${design.name}, ${scenario.name}`, states);
      found.push(short([...breaches.keys()]));
    }

    expect(found.join(", ")).toBe(expected);
  });
});

/** The weaker designs keep no record before the first click. */
const bare = { store: {}, cards: { 1: { key: undefined, says: "offer", offer: undefined } } };

/** Lets every process work in design G, which has no lease. */
function withLease(design: Design, scenario: Scenario): Scenario {
  return design === designG ? { ...scenario, work: "all" } : scenario;
}

function short(breaches: readonly Breach[]): string {
  const order = ["paid twice", "said twice", "lost"] as const;
  const words = order.filter((breach) => breaches.includes(breach));
  return words.length === 0 ? "ok" : words.map((word) => word.split(" ")[0]).join(" ");
}
