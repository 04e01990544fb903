import * as fc from "fast-check";
import { expect, test } from "vitest";

import type { Step } from "../../src/core/steps.ts";
import { minute, second } from "../builders.ts";
import { aDesk, aPoll, aRead, aSend, nameOf } from "./desk.ts";

const kinds: readonly Step[] = [
  aRead,
  { do: "show-card", at: 0 },
  { do: "say", notice: "n", at: 0 },
  aSend("paid"),
  aSend("asked", { paid: false }),
  aPoll("run"),
  { do: "balance", at: 0 },
  { do: "expire", at: 20 * second },
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
    `${id} ${isPartners(step) ? "partner" : "desk"}`,
    ...(isPaid(step) ? ["paid"] : []),
  ];
  const desk = aDesk({
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
  await desk.agenda.start();
  s.scheduleSequence(
    events.map(({ id, step }) => async () => {
      wanted.add(nameOf(id, step));
      desk.add(id, step);
      desk.agenda.wake(id);
    }),
  );
  for (let turns = 0; turns < 2000 && (s.count() > 0 || desk.agenda.waiting() > 0); turns += 1) {
    if (s.count() > 0) await s.waitOne();
    else await desk.clock.pass(second);
    await desk.clock.pass(0);
  }
  const stopped = desk.agenda.stop();
  while (s.count() > 0) await s.waitOne();
  await stopped;
  return { desk, wanted, clashes };
}

test("whatever comes in whatever order: every step is taken, one at a time, and none forgotten", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(event, { minLength: 1, maxLength: 12 }),
      async (s, events) => {
        const { desk, wanted, clashes } = await play(s, events);

        expect([...desk.records.values()].flat()).toEqual([]);
        expect(new Set(desk.taken)).toEqual(wanted);
        expect(clashes).toEqual([]);
        expect(desk.clock.now()).toBeLessThan(10 * minute);
      },
    ),
    { numRuns: 400, endOnFailure: true },
  );
});

function isPartners(step: Step): boolean {
  return step.do === "send" || step.do === "poll" || step.do === "balance";
}

function isPaid(step: Step): boolean {
  return step.do === "send" && step.paid;
}
