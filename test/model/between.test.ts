import { afterAll, describe, expect, test } from "vitest";

import { type Witness, breachesBetween, witnessesIn } from "./between-invariants.ts";
import { oursOn } from "./between-ours.ts";
import { stories } from "./between-scenarios.ts";
import { firstOf } from "./cards.ts";
import { explore } from "./explore.ts";

/** Some seconds at most, on a machine that has nothing else to do. ms */
const timeout = 180_000;
const explored = new Map<string, number>();

afterAll(() => {
  const total = explored.values().reduce((sum, states) => sum + states, 0);
  const lines = [...explored].map(([name, states]) => `${String(states).padStart(8)}  ${name}`);
  console.log([`${total} states of several cards explored`, ...lines].join("\n"));
});

describe("between cards nothing is charged twice but by a click on an offer that says so:", () => {
  test.each(stories)("$name", { timeout }, async (story) => {
    const design = oursOn(story);
    const met = new Set<Witness>();

    const { states, paid, ends, breaches } = await explore({
      design,
      scenario: story,
      first: await firstOf(story),
      breachesOf: (_, world) => {
        const purchases = design.purchases(world);
        for (const witness of witnessesIn(world, purchases)) met.add(witness);
        return breachesBetween(world, purchases);
      },
    });
    explored.set(`ours, ${story.name}`, states);

    expect(Object.fromEntries(breaches)).toEqual({});
    // A model in which nothing is ever paid, or that never comes to rest, has nothing to breach.
    expect(paid).toBeGreaterThan(100);
    expect(ends).toBeGreaterThan(0);
    expect([...met].toSorted()).toEqual([...story.comesTo].toSorted());
  });
});
