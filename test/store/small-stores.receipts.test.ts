import { describe, expect, test } from "vitest";

import { products } from "#domain/quote.ts";
import { totalOf } from "#domain/spending/spend.ts";
import { createMemoryStore } from "#store/open-store.ts";
import { openSmallStores } from "#store/small-stores.ts";

import { aSpendRow, noon } from "../builders.ts";
import { stores, watched } from "./stores.ts";

describe.each(stores)("the rows of what was spent, in %s", (_, open) => {
  test("count each run once, whoever writes it how often", async () => {
    await using opened = await open();
    const { spend: book } = openSmallStores(opened.store);

    await Promise.all([1, 2, 3].map(() => book.put(aSpendRow())));
    await book.put(aSpendRow({ credits: 12_000 }));

    expect(await book.month("T1", "2026-11")).toEqual([aSpendRow({ credits: 12_000 })]);
  });

  test("read back as they were written, whatever was bought", async () => {
    await using opened = await open();
    const { spend: book } = openSmallStores(opened.store);
    const rows = products.flatMap((product, n) =>
      (["charged", "approved"] as const).map((basis, m) =>
        aSpendRow({ key: `k${n}${m}`, product, basis, book: "Aaron", approvedAt: noon - n - m }),
      ),
    );
    for (const row of rows) await book.put(row);

    const read = await book.month("T1", "2026-11");

    expect(new Map(read.map((row) => [row.key, row]))).toEqual(
      new Map(rows.map((row) => [row.key, row])),
    );
  });

  test("are each workspace's and month's own", async () => {
    await using opened = await open();
    const { spend: book } = openSmallStores(opened.store);
    await book.put(aSpendRow());
    await book.put(aSpendRow({ key: "k2", workspace: "T2" }));
    await book.put(aSpendRow({ key: "k3", approvedAt: noon - 21 * 24 * 3_600_000 }));

    expect(await book.month("T1", "2026-11")).toMatchObject([{ key: "k1" }]);
    expect(await book.month("T1", "2026-10")).toMatchObject([{ key: "k3" }]);
    expect(await book.month("T1", "2026-09")).toEqual([]);
  });

  test("of a busy month are all found, over many pages", async () => {
    await using opened = await open();
    const { spend: book } = openSmallStores(opened.store);
    const row = (n: number) => aSpendRow({ key: `k${n}`, credits: 1, approvedAt: noon + n });
    for (let n = 0; n < 1100; n += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, index) => book.put(row(n + index))));
    }

    expect(totalOf(await book.month("T1", "2026-11"))).toBe(1100);
  });
});

test("a row that stands already is not written again", async () => {
  const { store, asked } = watched(createMemoryStore());

  await openSmallStores(store).spend.put(aSpendRow());
  await openSmallStores(store).spend.put(aSpendRow());

  expect(asked).toHaveLength(1);
});
