import { expect, test } from "vitest";

import { createLearnedSpeeds } from "#features/translation/run-task.ts";
import { createMemoryStore } from "#store/open-store.ts";
import { openSmallStores } from "#store/small-stores.ts";

const run = { action: "translation", characters: 1000, ms: 60_000 } as const;

test("what was learned outlives the process", async () => {
  const { speeds: records } = openSmallStores(createMemoryStore());
  const faults: unknown[] = [];
  const [before, after] = [1, 2].map(() =>
    createLearnedSpeeds({ records, onFault: (fault) => faults.push(fault) }),
  );

  await before?.learn(run);
  await after?.recall();

  expect(after?.current().translation?.runs).toBe(3);
  expect(faults).toEqual([]);
});

test("two replicas learn from each other’s runs, and neither forgets its own", async () => {
  const { speeds: records } = openSmallStores(createMemoryStore());
  const [one, other] = [1, 2].map(() => createLearnedSpeeds({ records, onFault: () => undefined }));

  await Promise.all([one?.learn(run), other?.learn(run)]);
  await one?.learn(run);

  expect(one?.current().translation?.runs).toBe(5);
});

test("a store that cannot be read keeps nobody from guessing", async () => {
  const faults: unknown[] = [];
  const gone = async () => {
    throw new Error("gone");
  };
  const speeds = createLearnedSpeeds({
    records: { read: gone, change: gone },
    onFault: (fault) => faults.push(fault),
  });

  await speeds.recall();
  await speeds.learn(run);

  expect(speeds.current()).toEqual({});
  expect(faults).toHaveLength(2);
});
