import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { createSqliteStore } from "#store/sqlite-store.ts";

import { aFolder } from "../../store/stores.ts";
import { orders, tracesLeft } from "./orders.ts";

test.each(orders)(
  "nothing of what was erased is left in SQLite’s files, in this order: %s",
  async (_, order) => {
    await using folder = await aFolder();
    const file = join(folder.path, "bot.sqlite");
    const store = createSqliteStore(file);

    const { before, left } = await tracesLeft(store, order, () => readFile(file, "latin1"));
    await store.close();

    expect(before).toEqual(
      expect.arrayContaining(["U0MAIA", "U0ANA", "The Lighthouse", "Laterne"]),
    );
    expect(left).toEqual([]);
  },
);
