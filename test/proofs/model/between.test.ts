import { afterAll, describe, expect, test } from "vitest";

import {
  type Mechanism,
  type Way,
  designOn,
  firstOfDesign,
  mechanisms,
} from "./between-designs.ts";
import {
  type BreachBetween,
  type Witness,
  breachesBetween,
  witnessesIn,
} from "./between-invariants.ts";
import { oursOn, shipped } from "./between-ours.ts";
import { passageStories, stories, watchedStories } from "./between-scenarios.ts";
import { type Guards, firstOf } from "./cards.ts";
import { explore } from "./explore.ts";

/** In ms. An idle machine needs some seconds at most. */
const timeout = 180_000;
const explored = new Map<string, number>();

afterAll(() => {
  const total = explored.values().reduce((sum, states) => sum + states, 0);
  const lines = [...explored].map(([name, states]) => `${String(states).padStart(8)}  ${name}`);
  console.log([`${total} states of several cards explored`, ...lines].join("\n"));
});

describe("between cards nothing is charged twice but by a click on an offer that says so:", () => {
  test.each([...stories, ...watchedStories, ...passageStories])(
    "$name",
    { timeout },
    async (story) => {
      const design = oursOn(story);
      const met = new Set<Witness>();

      const { states, paid, ends, breaches } = await explore({
        design,
        scenario: story,
        first: await firstOf(story),
        breachesOf: (_, world, isOver) => {
          const purchases = design.purchases(world);
          for (const witness of witnessesIn(world, purchases)) met.add(witness);
          return breachesBetween(world, purchases, { ...story, isOver });
        },
      });
      explored.set(`ours, ${story.name}`, states);

      expect(Object.fromEntries(breaches)).toEqual({});
      // A model that never pays, or never comes to rest, has nothing to breach.
      expect(paid).toBeGreaterThan(Math.min(100, states / 3));
      expect(ends).toBeGreaterThan(0);
      expect([...met].toSorted()).toEqual([...story.comesTo].toSorted());
    },
  );
});

const alone = (name: Mechanism): Way => ({ name, has: [name], compares: "own card" });
const allFive: Way = { name: "all five", has: mechanisms, compares: "own card" };

/** The stories for the weaker designs, in the order of `stories`. */
const compared: ReadonlySet<string> = new Set([
  "one text in two channels, delivered",
  "a serial and what it has grown to",
  "a serial and what it has grown to, in two languages",
  "two cards turned into another language",
  "one text on two cards, approved automatically",
  "automatic approval, a cap for a person and day",
  "automatic approval, a cap for a month",
  "one text in two halves, two approvers above one of them",
  "a run that is called failed, and comes back",
  "a clock that jumps while an answer is lost",
]);

/**
 * Checks the check: each of the five mechanisms that one claim has replaced must be found out. The
 * designs also have limits that count one click, caps counted after the write, a click that does
 * not name the failed run, and a resend window by our own clock. The last design looks in the write
 * that approves, so only these four faults remain.
 */
const weaker: readonly (readonly [Way, string])[] = [
  [alone("twin"), "ok, twice, twice, twice, twice policy, caps, caps, policy, twice, twice"],
  [
    alone("done before"),
    "twice, twice, twice, twice, twice policy, caps, caps, policy, twice, twice",
  ],
  [
    alone("continuation"),
    "twice, twice, twice, twice, twice policy, caps, caps, policy, twice, twice",
  ],
  [alone("begun"), "twice, twice, twice, twice, twice policy, caps, caps, policy, twice, twice"],
  [alone("waiver"), "twice, twice, twice, twice, twice policy, caps, caps, policy, twice, twice"],
  [allFive, "twice, twice, twice, twice, twice policy, caps, caps, policy, twice, twice"],
  [
    { ...allFive, name: "all five, and a click says what has failed", namesFailed: true },
    "twice, twice, twice, twice, twice policy, caps, caps, policy, untold, twice",
  ],
  [
    { name: "all cards in the write", has: [], compares: "all" },
    "ok, ok, ok, ok, ok, caps, caps, policy, twice, twice",
  ],
];

describe("a look-up that is no part of the write is found out:", () => {
  const cases = weaker.map(([way, expected]) => ({ name: way.name, way, expected }));
  test.each(cases)("$name", { timeout }, async ({ way, expected }) => {
    const found: string[] = [];
    for (const story of stories.filter(({ name }) => compared.has(name))) {
      const chances = { ...story.chances, clicks: 2, waivers: 1 };
      const scenario = { ...story, chances };
      const design = designOn(scenario, way);
      const { states, breaches } = await explore({
        design,
        scenario,
        first: firstOfDesign(scenario, way),
        breachesOf: (_, world, isOver) =>
          breachesBetween(world, design.purchases(world), { ...story, isOver }),
      });
      explored.set(`${way.name}, ${story.name}`, states);
      found.push(short([...breaches.keys()]));
    }

    expect(found.join(", ")).toBe(expected);
  });
});

/** Leaves out a guard of the store, or much of what a text is known by: each is found out somewhere. */
const unguarded: readonly (readonly [string, Partial<Guards>, story: string, BreachBetween])[] = [
  [
    "a store that trusts itself",
    { sales: "trusting" },
    "an old copy of the store, usage",
    "charged twice",
  ],
  [
    "usage that lags as proof of a complete store",
    { sales: "usage" },
    "usage that lags",
    "charged twice",
  ],
  [
    "usage as proof of a loss",
    { sales: "usage" },
    "another program on the same account",
    "closed for nothing",
  ],
  [
    "no look at the cards",
    { sales: "trusting", readsCards: false },
    "the key forgotten",
    "charged twice",
  ],
  [
    "a store for every workspace",
    { checksOwner: false },
    "another workspace on the same store",
    "charged and on no card",
  ],
  [
    "one fingerprint in 64",
    { knows: "few" },
    "comes again within another",
    "more charged again than told",
  ],
  ["names alone", { knows: "names" }, "was revised", "more charged again than told"],
];

describe("a store that believes too much is found out:", () => {
  const cases = unguarded.map(([name, guards, where, expected]) => {
    return { name, guards, where, expected };
  });
  test.each(cases)("$name", { timeout }, async ({ name, guards, where, expected }) => {
    const story = [...watchedStories, ...passageStories].find((one) => one.name.includes(where));
    if (story === undefined) throw new Error(`there is no story with ${where}`);
    // Only the marker's guard asks the store whether it lacks commits.
    const goesBack = guards.sales === undefined ? story.goesBack : "unseen";
    const weaker = { ...story, goesBack, guards: { ...shipped, ...guards } };
    const design = oursOn(weaker);
    const { states, breaches } = await explore({
      design,
      scenario: weaker,
      first: await firstOf(weaker),
      toFirstBreach: true,
      breachesOf: (_, world, isOver) =>
        breachesBetween(world, design.purchases(world), { ...story, isOver }),
    });
    explored.set(`${name}, ${story.name}`, states);

    expect([...breaches.keys()]).toEqual([expected]);
  });
});

const words = {
  "charged twice": "twice",
  "charged without approval": "unapproved",
  "approved above the policy": "policy",
  "approved above the caps": "caps",
  "charged again and not told": "untold",
  "more charged again than told": "unsaid",
  "charged and on no card": "lost",
  "closed for nothing": "closed",
} as const satisfies Record<BreachBetween, string>;

function short(breaches: readonly BreachBetween[]): string {
  const found = Object.entries(words).filter(([breach]) => breaches.some((one) => one === breach));
  return found.length === 0 ? "ok" : found.map(([, word]) => word).join(" ");
}
