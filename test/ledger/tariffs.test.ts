import { expect, test } from "vitest";

import { createMemoryStore } from "../../src/ledger/memory-store.ts";
import { createTariffs } from "../../src/ledger/tariffs.ts";
import { watched } from "./stores.ts";

const tariff = { credits: 7, characters: 2000 };

test("of what an inquiry was charged, the first note alone is news, and the newest stands", async () => {
  const { store, asked } = watched(createMemoryStore());
  const tariffs = createTariffs(store, "account");

  const notes = [
    await tariffs.note(tariff),
    await tariffs.note(tariff),
    await tariffs.note({ ...tariff, credits: 8 }),
  ];

  expect(notes).toEqual([true, false, false]);
  expect(asked).toHaveLength(2);
  expect(await tariffs.find()).toEqual({ credits: 8, characters: 2000 });
});

test.each([
  ["nothing", {}],
  ["a price of nothing", { ...tariff, credits: 0 }],
  ["a negative length", { ...tariff, characters: -1 }],
])("a tariff that says %s is not taken for one", async (_, stored) => {
  const store = createMemoryStore();
  const after = JSON.stringify(stored);
  await store.swap({ key: "tariff:account", before: undefined, after, remove: [], add: [] });

  await expect(createTariffs(store, "account").find()).rejects.toMatchObject({ name: "ZodError" });
});
