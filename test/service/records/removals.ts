import { expect, test } from "vitest";

import type { Sweep } from "#service/records/kinds.ts";
import { createRecords, type ServiceRecords } from "#service/records/records.ts";
import { createSeal } from "#service/records/seal.ts";
import type { CasStore } from "#store/store.ts";

import { aTask } from "./tasks.ts";

/** More than a batch of a removal. */
const many = 501;
const [old, time, young] = [1, 2, 3];

type Removal = {
  /** Adds one record of that time. */
  readonly add: (records: ServiceRecords, name: string, at: number) => Promise<unknown>;
  /** Prepares what was added. */
  readonly prepare?: (records: ServiceRecords) => Promise<void>;
  readonly remove: (records: ServiceRecords, sweep: Sweep) => Promise<void>;
  /** Returns what a removal has left, of these names. */
  readonly left: (records: ServiceRecords, names: readonly string[]) => Promise<readonly string[]>;
};

const addStray: Removal["add"] = async ({ texts }, name, at) => {
  await texts.begin(name, at);
  await texts.save(name, "source 0", "Mara saw the sea.");
};

const addEnded: Removal["add"] = async ({ tasks }, id, endedAt) => {
  await tasks.place(aTask({ id, account: id, price: 0, reserved: 0 }));
  await tasks.end(id, { status: "completed", charged: 0, endedAt });
};

const removals: Readonly<Record<string, Removal>> = {
  "texts of no task": {
    add: addStray,
    remove: ({ tasks }, sweep) => tasks.forgetStrays(sweep),
    left: async ({ texts }, names) => {
      const found = names.map(async (name) => [name, await texts.find(name, "source 0")] as const);
      return (await Promise.all(found)).flatMap(([name, text]) => (text === undefined ? [] : name));
    },
  },
  "texts of ended tasks": {
    add: addEnded,
    remove: ({ tasks }, sweep) => tasks.eraseEnded(sweep, () => undefined),
    left: async ({ tasks }) =>
      (await tasks.all()).flatMap(({ id, isErased }) => (isErased === true ? [] : id)),
  },
  "erased tasks": {
    add: addEnded,
    prepare: ({ tasks }) => tasks.eraseEnded({ before: Infinity }, () => undefined),
    remove: ({ tasks }, sweep) => tasks.removeErased(sweep),
    left: async ({ tasks }) => (await tasks.all()).map(({ id }) => id),
  },
  creates: {
    add: ({ creates }, account, at) => creates.add({ at, account, outcome: "unpaid" }),
    remove: ({ creates }, sweep) => creates.remove(sweep),
    left: async ({ creates }) => (await creates.all()).map(({ account }) => account),
  },
};

/** Tests every removal of the service on one kind of store. */
export function testRemovals(open: () => Promise<CasStore>) {
  const openRecords = async (store?: CasStore) =>
    createRecords(store ?? (await open()), createSeal([Buffer.alloc(32, 1)]));

  test.for(Object.entries(removals))("one pass removes all %s", async ([, removal]) => {
    const records = await openRecords();
    const names = Array.from({ length: many }, (_, n) => `old-${n}`);
    await Promise.all(names.map((name) => removal.add(records, name, old)));
    await removal.add(records, "young", young);
    await removal.prepare?.(records);
    const turns = countTurns();

    // Two processes may come to it at the same time.
    await Promise.all([1, 2].map(() => removal.remove(records, { before: time })));

    expect(turns()).toBeGreaterThanOrEqual(many);
    expect(await removal.left(records, [...names, "young"])).toEqual(["young"]);
    await records.close();
  });

  test.for(Object.entries(removals))("a stop ends the removal of %s", async ([, removal]) => {
    const records = await openRecords();
    await removal.add(records, "old", old);
    await removal.prepare?.(records);

    await removal.remove(records, { before: time, signal: AbortSignal.abort() });

    expect(await removal.left(records, ["old"])).toEqual(["old"]);
    await records.close();
  });

  test("texts whose tasks still run hold up no removal of others", async () => {
    const records = await openRecords();
    const running = Array.from({ length: many }, (_, n) => `task_${n}`);
    const start = async (id: string) => {
      await addStray(records, id, old);
      await records.tasks.place(aTask({ id, account: id, price: 0, reserved: 0 }));
    };
    await Promise.all(running.map(start));
    await addStray(records, "task_stray", old);

    await records.tasks.forgetStrays({ before: time });

    const { left = async () => [] } = removals["texts of no task"] ?? {};
    expect(await left(records, [...running, "task_stray"])).toEqual(running);
    await records.close();
  });

  test("a task that cannot be read is left alone, named, and holds up no other", async () => {
    const store = await open();
    const stranger = createRecords(store, createSeal([Buffer.alloc(32, 2)]));
    await addEnded(stranger, "task_sealed", old - 1);
    const records = await openRecords(store);
    await addEnded(records, "task_ours", old);

    const erased = records.tasks.eraseEnded({ before: time }, () => undefined);

    await expect(erased).rejects.toThrow("task task_sealed needs an older SERVICE_SECRET");
    expect(await records.tasks.find("task_ours")).toMatchObject({ isErased: true });
    expect(await stranger.tasks.find("task_sealed")).not.toHaveProperty("isErased");
    await records.close();
  });
}

/** Returns a function that counts how often the event loop went round since. */
function countTurns(): () => number {
  let turns = 0;
  let timer = setImmediate(function again() {
    turns += 1;
    timer = setImmediate(again);
  });
  return () => {
    clearImmediate(timer);
    return turns;
  };
}
