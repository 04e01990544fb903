import { describe, expect, test } from "vitest";

import { hour, minute, second } from "../builders.ts";
import { aDesk, aDoor, aPoll, aRead, aSend } from "./desk.ts";

describe("what is due", () => {
  test("at the start is taken up, all of it", async () => {
    const desk = aDesk({ quotes: { a: [aRead], b: [aSend("k")], c: [] } });

    await desk.agenda.start();
    await desk.clock.pass(second);

    expect(desk.taken.toSorted()).toEqual(["a read", "b send k"]);
    expect(desk.agenda.waiting()).toBe(0);
    await desk.agenda.stop();
  });

  test("later is taken at its time and not before", async () => {
    const desk = aDesk({ quotes: { a: [{ do: "expire", at: hour }] } });
    await desk.agenda.start();

    await desk.clock.pass(hour - 1);
    expect(desk.taken).toEqual([]);
    await desk.clock.pass(1);

    expect(desk.taken).toEqual(["a expire"]);
    await desk.agenda.stop();
  });

  test("for a quote that is woken is taken at once", async () => {
    const desk = aDesk();
    await desk.agenda.start();
    await desk.clock.pass(minute);

    desk.add("a", aRead);
    desk.agenda.wake("a");
    await desk.clock.pass(0);

    expect(desk.taken).toEqual(["a read"]);
    await desk.agenda.stop();
  });

  test("of ten long manuscripts is taken four at a time, and a card does not wait for them", async () => {
    const doors = Array.from({ length: 10 }, () => aDoor());
    const reads = doors.map((_, n) => [`novel-${n}`, [aRead]] as const);
    const desk = aDesk({
      quotes: { ...Object.fromEntries(reads), note: [{ do: "show-card", at: 0 }] },
      during: async (id) => await doors[Number(id.split("-")[1])]?.passed,
    });
    await desk.agenda.start();

    await desk.clock.pass(second);
    const reading = ["novel-0 read", "novel-1 read", "novel-2 read", "novel-3 read"];
    expect(desk.taken.toSorted()).toEqual(["note show-card", ...reading]);

    doors[0]?.open();
    await desk.clock.pass(second);
    expect(desk.taken.slice(5)).toEqual(["novel-4 read"]);

    for (const door of doors) door.open();
    await desk.agenda.stop();
  });

  test("in the house is taken in the order of the protocol, one at a time for a quote", async () => {
    const door = aDoor();
    const desk = aDesk({
      quotes: {
        a: [
          { do: "show-card", at: 0 },
          { do: "say", notice: "n", at: 0 },
        ],
      },
      during: () => door.passed,
    });
    await desk.agenda.start();
    await desk.clock.pass(second);

    expect(desk.taken).toEqual(["a show-card"]);
    door.open();
    await desk.clock.pass(second);

    expect(desk.taken).toEqual(["a show-card", "a say n"]);
    await desk.agenda.stop();
  });
});

describe("a request to the partner", () => {
  test("that creates something paid never goes out beside another", async () => {
    const underWay = new Set<string>();
    let most = 0;
    const doors = [aDoor(), aDoor(), aDoor()];
    const ids = ["a", "b", "c"];
    const desk = aDesk({
      quotes: Object.fromEntries(ids.map((id) => [id, [aSend("k")]])),
      during: async (id) => {
        underWay.add(id);
        most = Math.max(most, underWay.size);
        await doors[ids.indexOf(id)]?.passed;
        underWay.delete(id);
      },
    });
    await desk.agenda.start();
    await desk.clock.pass(minute);
    expect(desk.taken).toHaveLength(1);

    for (const door of doors) door.open();
    await desk.clock.pass(minute);

    expect([desk.taken.length, most]).toEqual([3, 1]);
    await desk.agenda.stop();
  });

  test("is not made for a run that is not worth it yet", async () => {
    const desk = aDesk({ quotes: { a: [aPoll("k", { since: 0, lookedAt: 0, characters: 1e7 })] } });
    await desk.agenda.start();

    await desk.clock.pass(59 * second);
    expect([desk.taken, desk.counts.turns]).toEqual([[], 0]);
    await desk.clock.pass(2 * second);

    expect(desk.taken).toEqual(["a poll k"]);
    await desk.agenda.stop();
  });

  test("is chosen after the wait for the budget, when something else may be worth more", async () => {
    const door = aDoor();
    const desk = aDesk({ quotes: { a: [aPoll("k")] }, turn: () => door.passed });
    await desk.agenda.start();
    await desk.clock.pass(second);

    desk.add("b", aSend("k"));
    desk.agenda.wake("b");
    await desk.clock.pass(0);
    door.open();
    await desk.clock.pass(0);

    expect(desk.taken[0]).toBe("b send k");
    await desk.agenda.stop();
  });
});
