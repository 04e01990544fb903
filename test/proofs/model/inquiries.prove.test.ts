import { afterAll, describe, expect, test } from "vitest";

import type { Verdict } from "#domain/estimate/inquiries.ts";

import { type BreachBetween, breachesBetween } from "./between-invariants.ts";
import { oursOn } from "./between-ours.ts";
import { type Story, firstOf } from "./cards.ts";
import { explore } from "./explore.ts";
import { verdictsIn } from "./inquiries.ts";
import { inquiryStories, weakerOn, weaknesses } from "./inquiry-scenarios.ts";
import type { World } from "./world.ts";

const explored = new Map<string, number>();

afterAll(() => {
  const total = explored.values().reduce((sum, states) => sum + states, 0);
  const lines = [...explored].map(([name, states]) => `${String(states).padStart(8)}  ${name}`);
  console.log([`${total} states of inquiries explored`, ...lines].join("\n"));
});

describe("of inquiries nothing is charged but one probe of each kind:", () => {
  test.each(inquiryStories)("$name", async (story) => {
    const { states, paid, breaches, verdicts } = await walk(story);
    explored.set(`ours, ${story.name}`, states);

    expect(Object.fromEntries(breaches)).toEqual({});
    expect(paid).toBeGreaterThan(100);
    // A story that misses one of its verdicts proves nothing.
    expect(verdicts).toEqual(story.findsOut);
  });
});

describe("a weaker way to ask is found out:", () => {
  test.each(weaknesses)("$name", async (weaker) => {
    const { states, breaches } = await walk(weakerOn(weaker), { toFirstBreach: true });
    explored.set(weaker.name, states);

    expect([...breaches.keys()]).toEqual(["charged without approval"]);
  });
});

async function walk(story: Story, { toFirstBreach = false } = {}) {
  const design = oursOn(story);
  const verdicts = new Set<string>();
  const found = await explore<BreachBetween>({
    design,
    scenario: story,
    first: await firstOf(story),
    toFirstBreach,
    breachesOf: (_, world, isOver) => {
      if (isOver) verdicts.add(verdictsOf(world));
      return breachesBetween(world, design.purchases(world), design);
    },
  });
  return { ...found, verdicts: [...verdicts].toSorted() };
}

/** Returns the verdicts on detection and on estimates. */
function verdictsOf(world: World): string {
  const { language, estimate } = verdictsIn(world);
  return [language, estimate].map(nameOf).join(", ");
}

function nameOf(verdict: Verdict | undefined): string {
  if (verdict === undefined) return "unasked";
  return verdict.status === "charged" && verdict.credits === 0 ? "perhaps" : verdict.status;
}
