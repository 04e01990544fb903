import * as fc from "fast-check";
import { expect, test } from "vitest";

import type { Step } from "#domain/steps.ts";

import { minute, second } from "../builders.ts";
import { aWorld, aPoll, aRead, aSend, nameOf } from "./world.ts";

const kinds: readonly Step[] = [
  aRead,
  { kind: "show-card", at: 0 },
  { kind: "say", notice: "n", at: 0 },
  aSend("paid"),
  aSend("asked", { paid: false }),
  aPoll("run"),
  { kind: "balance", at: 0 },
  { kind: "expire", at: 20 * second },
];

type Event = { readonly id: string; readonly step: Step };

const event: fc.Arbitrary<Event> = fc.record({
  id: fc.constantFrom("a", "b"),
  step: fc.constantFrom(...kinds),
});

/**
 * Adds steps to quotes at any moment, each followed by a wake-up. Reads, steps and turns end in any
 * order, and every third step fails.
 */
async function play(s: fc.Scheduler, events: readonly Event[]) {
  const underWay: string[] = [];
  const clashes: string[] = [];
  const wanted = new Set<string>();
  let steps = 0;
  const release = (mark: string) => underWay.splice(underWay.indexOf(mark), 1);
  const marksOf = (id: string, step: Step) => [
    `${id} ${isPartners(step) ? "partner" : "world"}`,
    ...(isPaid(step) ? ["paid"] : []),
  ];
  const world = aWorld({
    due: () => s.schedule(Promise.resolve(), "due"),
    turn: () => s.schedule(Promise.resolve(), "turn"),
    during: async (id, step) => {
      const marks = marksOf(id, step);
      clashes.push(...marks.filter((mark) => underWay.includes(mark)));
      underWay.push(...marks);
      steps += 1;
      const fails = steps % 3 === 0;
      await s.schedule(Promise.resolve(), "step");
      if (!fails) return;
      marks.forEach(release);
      throw new Error("not this time");
    },
    after: async (id, step) => {
      await s.schedule(Promise.resolve(), "after");
      marksOf(id, step).forEach(release);
    },
  });
  await world.scheduler.start();
  s.scheduleSequence(
    events.map(({ id, step }) => async () => {
      wanted.add(nameOf(id, step));
      world.add(id, step);
      world.scheduler.wake(id);
    }),
  );
  for (
    let turns = 0;
    turns < 2000 && (s.count() > 0 || world.scheduler.waiting() > 0);
    turns += 1
  ) {
    if (s.count() > 0) await s.waitOne();
    else await world.clock.pass(second);
    await world.clock.pass(0);
  }
  const stopped = world.scheduler.stop();
  while (s.count() > 0) await s.waitOne();
  await stopped;
  return { world, wanted, clashes };
}

test("whatever comes in whatever order: every step is taken, one at a time, and none forgotten", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(event, { minLength: 1, maxLength: 12 }),
      async (s, events) => {
        const { world, wanted, clashes } = await play(s, events);

        expect([...world.records.values()].flat()).toEqual([]);
        expect(new Set(world.taken)).toEqual(wanted);
        expect(clashes).toEqual([]);
        expect(world.clock.now()).toBeLessThan(10 * minute);
      },
    ),
    { numRuns: 400, endOnFailure: true },
  );
});

function isPartners(step: Step): boolean {
  return step.kind === "send" || step.kind === "poll" || step.kind === "balance";
}

function isPaid(step: Step): boolean {
  return step.kind === "send" && step.paid;
}
